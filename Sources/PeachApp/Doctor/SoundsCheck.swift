import Console
import Language

/// The built-in font, and the sound that is set.
struct SoundFacts {
  /// `nil` where it is not there.
  let builtInFont: String?
  let source: String

  /// Why a sound is not to be had, in words; `nil` where all is well.
  let problem: String?

  /// How many SoundFonts there are besides the built-in one.
  let otherFonts: Int

  /// Files that should be SoundFonts, and why they are none that can be read, in words.
  let skipped: [(path: String, reason: String)]

  init(
    builtInFont: String?, source: String, problem: String?, otherFonts: Int = 0,
    skipped: [(path: String, reason: String)] = []
  ) {
    self.otherFonts = otherFonts
    self.skipped = skipped
    self.builtInFont = builtInFont
    self.source = source
    self.problem = problem
  }
}

extension SoundFacts {
  var checkup: Checkup {
    var facts = JSONLine()
    facts.add("builtInFont", builtInFont)
    facts.add("soundSource", source)
    facts.add("otherFonts", otherFonts)
    facts.add("skippedFonts", skipped.map(\.path))
    guard let builtInFont else {
      return Checkup(
        .sounds, .fault, findings: [localized("There is no sound: %@", problem ?? "-")],
        advice: [
          localized(
            "Install Peach anew, or put soundfonts/Peach.sf2 of its sources into one of these.")
        ],
        facts: facts, status: .software)
    }
    guard let problem else {
      let findings = [
        localized("%@ can be played; the built-in font is %@.", source, builtInFont),
        localized(
          one: "There is %d other SoundFont (peach sounds list).",
          other: "There are %d other SoundFonts (peach sounds list).", otherFonts),
      ]
      guard skipped.isEmpty else {
        return Checkup(
          .sounds, .hint,
          findings: findings
            + skipped.map { Notice.fontSkipped(path: $0.path, reason: $0.reason).message + "." },
          advice: [
            localized("Get such a file anew, or take it away; peach sounds path shows each place.")
          ], facts: facts)
      }
      return Checkup(.sounds, .ok, findings: findings, facts: facts)
    }
    return Checkup(
      .sounds, .fault, findings: [localized("The sound %@ is not to be had: %@", source, problem)],
      advice: [
        // as it is: a command.
        "peach settings unset soundSource",
        localized("or: peach settings set soundSource sf2:8:80"),
      ],
      facts: facts, status: .configuration)
  }
}
