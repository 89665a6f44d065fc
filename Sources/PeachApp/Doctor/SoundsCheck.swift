import Console
import Language
import Music
import Program
import Settings
import Sound
import SoundFonts

/// The built-in font, the selected sound and the other SoundFonts.
struct SoundsCheck: DoctorCheck {
  /// The path of the built-in font; `nil` if it is missing.
  let builtInFont: String?
  let source: String

  /// The reason why the sound cannot be played, in words.
  let problem: String?

  /// The number of SoundFonts with pitched sounds besides the built-in one.
  var otherFonts = 0

  /// The files that should be SoundFonts and cannot be read as such.
  var skipped: [SoundFontTrial] = []

  nonisolated static var subject: Checkup.Subject {
    .init(code: "sounds", name: localized(context: "doctor", "sounds"))
  }

  static func scan(_ examination: Examination) -> Self {
    let context = examination.context
    let settings = try? FileUserSettings(file: context.settingsFile)
    let source = settings?.soundSource ?? .default
    do {
      let library = try context.soundFontLibrary(settings?.soundFonts ?? SoundFontPaths())
      let found = library.found
      var problem: String?
      do {
        try library.tryOut(source)
      } catch {
        problem = words(error)
      }
      return Self(
        builtInFont: library.builtInFont, source: source.description, problem: problem,
        otherFonts: found.fonts.count { !$0.isBuiltIn && !$0.contents.presets.isEmpty },
        skipped: found.refused)
    } catch {
      return Self(builtInFont: nil, source: source.description, problem: words(error))
    }
  }

  private static func words(_ error: any Error) -> String {
    (error as? SoundError)?.words ?? Fault(any: error).message
  }

  var checkup: Checkup {
    var facts = JSONLine()
    facts.add("builtInFont", builtInFont)
    facts.add("soundSource", source)
    facts.add("otherFonts", otherFonts)
    facts.add("skippedFonts", skipped.map(\.path))
    guard let builtInFont else {
      return Checkup(
        .fault, findings: [localized("There are no sounds: %@", problem ?? "-")],
        advice: [
          localized(
            """
            Reinstall Peach, or copy soundfonts/Peach.sf2 from its sources to one of these \
            places.
            """)
        ],
        facts: facts, status: .software)
    }
    guard let problem else {
      let findings = [
        localized("The sound %@ is available. The built-in font is %@.", source, builtInFont),
        localized(
          one: "There is %d other SoundFont (peach sounds list).",
          other: "There are %d other SoundFonts (peach sounds list).", otherFonts),
      ]
      guard skipped.isEmpty else {
        return Checkup(
          .hint,
          findings: findings + skipped.map { $0.warning + "." },
          advice: [
            localized(
              "Replace or remove such a file. To see where the files are, run: peach sounds path")
          ], facts: facts)
      }
      return Checkup(.ok, findings: findings, facts: facts)
    }
    return Checkup(
      .fault, findings: [localized("The sound %@ is not available: %@", source, problem)],
      advice: [
        // as it is: a command.
        "peach settings unset soundSource",
        localized("or: peach settings set soundSource sf2:8:80"),
      ],
      facts: facts, status: .configuration)
  }
}
