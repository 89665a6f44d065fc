import Language

/// What Peach sends to controllers.
extension SettingTable {
  static let lights: [SettingRow] = [
    SettingRow(
      "connectMidiOutput", .hands, \.midi.feedback.outputs,
      .list(
        { MIDIPortPattern($0) }, { $0.text },
        allowed: localized(
          """
          parts of the names of MIDI inputs, or patterns with * and ? for the whole name, of at most \
          %d bytes; or nothing
          """, MIDIPortPattern.mostBytes)),
      name: localized(context: "name of a setting", "Lights go to"), words: ValueWords.ports,
      meaning: localized(
        "The inputs of controllers to which Peach connects its port midi_out, which tells them what to show."
      ),
      comment: """
        Lights: what Peach sends at its port midi_out, so that a controller shows how the training
        stands. Nothing is sent while the port is connected to nothing.

        The inputs of controllers to which Peach connects midi_out, also if they appear later: parts
        of their names, or patterns with * and ? for the whole name, such as ["nanoKONTROL2"]. If
        NSM_URL or LADISH_APP_NAME is set, a session manager makes the connections. A change applies
        from the next start on.
        """),
    SettingRow(
      "lightChannel", .hands, \.midi.feedback.channel, .wholeNumber(MIDIFeedback.channels),
      name: localized(context: "name of a setting", "Light channel"),
      words: ValueWords.lightChannel,
      meaning: localized(
        "The MIDI channel of everything that Peach sends; 0 means the one that it receives."),
      comment: """
        The channel of everything that Peach sends, 1…16; 0 means that of midiChannel, or 1 if Peach
        receives all channels.
        """),
    SettingRow(
      "lights", .hands, \.midi.feedback.lights,
      .list(
        { ControllerLight($0) }, { $0.description }, most: MIDIFeedback.mostLights,
        allowed: localized(
          """
          up to %d of STATE:note:0…127, STATE:cc:0…127, each also with :ON or :ON-OFF (0…127), where STATE \
          is %@; or nothing
          """, MIDIFeedback.mostLights,
          ControllerLight.Meaning.allCases.map(\.rawValue).joined(separator: "|"))),
      name: localized(context: "name of a setting", "Lights"), words: ValueWords.lights,
      meaning: localized("The lights of the controller that show how the training stands."),
      comment: """
        The lights and what they say: "waiting" (an answer is expected), "right" and "wrong" (the last
        answer, until the next trial; in matching, answers are neither), "paused". Each is switched by
        a note or a controller, as in ["waiting:note:36", "right:cc:32", "wrong:note:41:15-12"]; the
        numbers at the end are the values for on and off, 127 and 0 if there are none.
        """),
    SettingRow(
      "sliderDisplay", .hands, \.midi.feedback.slider,
      .text(
        { SliderDisplay($0) }, { $0.description },
        allowed: localized("cc:0…127, cc:0…127:LOWEST-HIGHEST, cc14:0…31, wheel, none")),
      name: localized(context: "name of a setting", "Slider shown by"),
      words: ValueWords.sliderDisplay,
      meaning: localized(
        "What shows where the slider stood at the commit: a motor fader or a ring of lights."),
      comment: """
        The motor fader or the ring of lights that shows where the slider stood when you committed,
        counted from where it began; before each trial it returns to its middle: "cc:9",
        "cc:9:1-13" (if it knows only these values), "cc14:9" (14 bits, the fine half is 32 higher),
        "wheel" (the pitch wheel, as faders of mixing consoles have it) or "none".
        """),
    SettingRow(
      "controllerPreset", .hands, \.midi.feedback.preset,
      .text(
        { ControllerPreset($0) }, { $0.description },
        allowed: localized("program:0…127, program:0…127:NAME, none")),
      name: localized(context: "name of a setting", "Preset"), words: ValueWords.preset,
      meaning: localized(
        "The preset that Peach asks the controller for when training begins."),
      comment: """
        The preset that Peach asks the controller for, by a program change, when training begins and
        whenever it is plugged in again: "program:5", or with its name "program:5:Peach", or "none".
        """),
  ]
}
