import Console
import Language
import Settings
import Sound

/// The MIDI sources.
struct MIDICheck: DoctorCheck {
  /// `nil` if there is no server to ask.
  let sources: [ServerPort]?

  /// What controllers are to show; `nil` if the settings cannot be read, which another check reports.
  var feedback: MIDIFeedback?

  nonisolated static var subject: Checkup.Subject { .midi }

  static func scan(_ examination: Examination) -> Self {
    Self(
      sources: examination.report?.sources,
      feedback: (try? FileUserSettings(file: examination.context.settingsFile))?.midi.feedback)
  }

  /// How many sources the report names; `peach midi list` shows all of them.
  private static let mostNames = 5

  var checkup: Checkup {
    var checkup = checkupOfSources
    if let line = outputLine { checkup.findings.append(line) }
    return checkup
  }

  /// Where the port goes by which controllers are told what to show; `nil` if nothing is set.
  private var outputLine: String? {
    guard let feedback, feedback != MIDIFeedback() else { return nil }
    let inputs = feedback.outputs.map(\.text)
    return inputs.isEmpty
      ? localized(
        "Lights are set, but nothing is connected to midi_out by itself (connectMidiOutput).")
      : localized("Peach connects midi_out to: %@", inputs.joined(separator: ", "))
  }

  private var checkupOfSources: Checkup {
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

nonisolated extension Checkup.Subject {
  static var midi: Self { Self(code: "midi", name: "MIDI") }
}
