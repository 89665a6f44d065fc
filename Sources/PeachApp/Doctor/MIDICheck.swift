import Console
import Language
import Settings
import Sound

/// The MIDI sources.
struct MIDICheck: DoctorCheck {
  /// The sources; `nil` without a server.
  let sources: [ServerPort]?

  /// The settings for lights; `nil` if the settings cannot be read, which another check reports.
  var feedback: MIDIFeedback?

  nonisolated static var subject: Checkup.Subject { .init(code: "midi", name: "MIDI") }

  static func scan(_ examination: Examination) -> Self {
    Self(
      sources: examination.report?.sources,
      feedback: (try? FileUserSettings(file: examination.context.settingsFile))?.midi.feedback)
  }

  /// The number of sources that the report names; `peach midi list` shows all.
  private static let mostNames = 5

  var checkup: Checkup {
    var checkup = checkupOfSources
    if let line = outputLine { checkup.findings.append(line) }
    return checkup
  }

  /// The connections of the port for lights; `nil` if there are no lights.
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
        .hint, findings: [localized("Without a JACK server, Peach cannot look for controllers.")],
        facts: facts)
    }
    facts.add("sources", sources.map(\.name))
    guard !sources.isEmpty else {
      return Checkup(
        .ok,
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
      .ok, findings: names + (more > 0 ? [localized("and %d more (peach midi list)", more)] : []),
      facts: facts)
  }
}
