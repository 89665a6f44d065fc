import Language
import Music
import Training

extension SettingTable {
  /// What is connected to the audio ports, and the level.
  static let audio: [SettingRow] = [
    SettingRow(
      "connect", .output, \.connect,
      .text(
        { OutputChoice($0) }, { $0.text }, words: [OutputChoice.off, .physical].map(\.text),
        allowed: localized(
          """
          off, physical (the first two outputs of the machine, unless NSM_URL or LADISH_APP_NAME is \
          set), or a client's name or a regular expression for the names of ports, of at most %d \
          bytes, %d groups inside one another and %d signs with repetitions written out, without \
          back references
          """, PortExpression.mostBytes, PortExpression.deepest, PortExpression.mostSigns)),
      name: localized(context: "name of a setting", "Output"), words: ValueWords.output,
      meaning: localized("What Peach connects its outputs to."),
      comment: """
        The ports to which Peach connects its outputs, also if they appear later: "physical" (the
        first two outputs of the computer), "off", the name of a client, or a regular expression for
        the names of audio inputs, such as "ardour:headphones" (the first two that match). If you
        disconnect a port, it stays disconnected until the next start. If NSM_URL or LADISH_APP_NAME
        is set, a session manager makes the connections, and only the option --connect applies. A
        change applies from the next start on; one on the page Output of the settings screen at once.
        """),
    SettingRow(
      "outputLevel", .output, \.outputLevel,
      .decimal(
        SettingValues.outputLevels, step: 1, { AmplitudeDB($0) }, { $0.decibels }),
      unit: .decibels, preview: .notes,
      name: localized(context: "name of a setting", "Level"),
      meaning: localized("The level of everything that sounds."),
      comment: """
        The level of everything that sounds, in dB: -60…0. While you train, + and - change it until
        Peach ends.
        """),
    SettingRow(
      "connectInput", .output, \.connectInput,
      .text(
        { OutputChoice($0) }, { $0.text }, words: [OutputChoice.off, .physical].map(\.text),
        allowed: localized(
          """
          off, physical (the first input of the machine, unless NSM_URL or LADISH_APP_NAME is set), \
          or a client's name or a regular expression for the names of ports, of at most %d bytes, \
          %d groups inside one another and %d signs with repetitions written out, without back \
          references
          """, PortExpression.mostBytes, PortExpression.deepest, PortExpression.mostSigns)),
      name: localized(context: "name of a setting", "Input"), words: ValueWords.input,
      meaning: localized("What Peach connects its audio input in_1 to, when it listens."),
      comment: """
        The port to which Peach connects its audio input in_1 when it listens to you, also if it
        appears later: "physical" (the first input of the computer), "off", the name of a client, or
        a regular expression for the names of audio outputs, such as "system:capture_2" (the first
        that matches). If you disconnect it, it stays disconnected until the next start. If NSM_URL
        or LADISH_APP_NAME is set, a session manager makes the connections, and only the option
        --connect-input applies. A change applies from the next start on; one on the page of the key o
        at once.
        """),
    SettingRow(
      "keepInput", .output, \.keepInput, .truth,
      name: localized(context: "name of a setting", "Input stays"),
      meaning: localized(
        "Whether Peach always has its audio input in_1, and not only while it listens."),
      comment: """
        Whether Peach always has its audio input in_1, and not only while it listens: true or false.
        With true, a session or a patchbay can connect it before. What comes in is read only while
        Peach listens. Applies from the next start on.
        """),
    SettingRow(
      "inputDelay", .output, \.inputDelay,
      .text(
        { InputDelay($0) }, { $0.description }, words: ["none"], isNumberAllowed: true,
        allowed: localized(
          "none, or a number of milliseconds (%@)",
          span(Int(InputDelay.range.lowerBound)...Int(InputDelay.range.upperBound)))),
      name: localized(context: "name of a setting", "Input delay"), words: ValueWords.inputDelay,
      meaning: localized(
        """
        How many milliseconds sound takes from the outputs to your ears and from your instrument into \
        in_1, as peach play --calibrate measures it; only response times use it.
        """),
      comment: """
        How many milliseconds sound takes from the outputs to your ears and from your instrument into
        in_1: "none", or 0…1000. "peach play --calibrate" measures it and writes it here. It is taken
        off the response times of played notes, and nothing else.
        """),
    SettingRow(
      "trigger", .output, \.trigger, .truth,
      name: localized(context: "name of a setting", "Trigger"),
      meaning: localized(
        "Whether Peach has an output trigger_out that marks where the notes of trials begin."),
      comment: """
        Whether Peach has an audio output trigger_out with one cycle of 1 kHz from the very frame in
        which each note of a trial begins, for what records beside it, such as an EEG: true or false.
        The output level does not change it. Applies from the next start on.
        """),
  ]
}
