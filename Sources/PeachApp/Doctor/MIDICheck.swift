import Console
import Language
import Sound

/// The MIDI sources.
struct MIDICheck: DoctorCheck {
  /// `nil` if there is no server to ask.
  let sources: [ServerPort]?

  static func scan(_ examination: Examination) -> Self {
    Self(sources: examination.report?.sources)
  }

  /// How many sources the report names; `peach midi list` shows all of them.
  private static let mostNames = 5

  var checkup: Checkup {
    var facts = JSONLine()
    guard let sources else {
      facts.addNull("sources")
      return Checkup(
        .midi, .hint,
        findings: [localized("Without a JACK server, Peach cannot look for controllers.")],
        facts: facts)
    }
    facts.add("sources", sources.map(\.name))
    guard !sources.isEmpty else {
      return Checkup(
        .midi, .ok,
        findings: [
          localized(
            """
            There is no MIDI source. You can train without one; for details, run peach midi list
            """)
        ],
        facts: facts)
    }
    let names = sources.prefix(Self.mostNames).map(\.name)
    let more = sources.count - names.count
    return Checkup(
      .midi, .ok,
      findings: names + (more > 0 ? [localized("and %d more (peach midi list)", more)] : []),
      facts: facts)
  }
}

extension Checkup.Subject {
  static var midi: Self { Self(code: "midi", name: "MIDI") }
}
