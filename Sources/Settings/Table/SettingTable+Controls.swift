import Language

extension SettingTable {
  static let controls: [SettingRow] = [
    SettingRow(
      "controller", .hands, \.controller,
      .text(
        { ControllerName($0) }, { $0.text },
        allowed: localized(
          """
          the name of a controller map (NAME.toml in the folder controllers next to config.toml, \
          or one that comes with Peach); empty for none
          """)),
      preview: .slider,
      name: localized(context: "name of a setting", "Controller"), words: ValueWords.controller,
      meaning: localized(
        "The MIDI controller whose map gives the MIDI settings that are not set here."),
      comment: """
        MIDI: which controls tune and answer. Peach receives everything that is connected to its
        port midi_in. `peach midi learn` finds out what your controller sends and saves it here;
        `peach midi monitor` shows incoming messages and what they do in Peach.

        The map of your controller, such as "akai-lpd8": NAME.toml in the folder controllers next to
        this file, or one of the maps that come with Peach. Settings in this file override the map.
        Empty for none.
        """),
    SettingRow(
      "midiChannel", .hands, \.midi.channel, .wholeNumber(MIDISettings.channels),
      preview: .slider,
      name: localized(context: "name of a setting", "MIDI channel"), words: ValueWords.channel,
      meaning: localized("The MIDI channel that Peach receives; 0 means all channels."),
      comment: """
        The channel that Peach receives, 1…16; 0 means all channels.
        """),
    SettingRow(
      "slider", .hands, \.midi.slider,
      .text(
        { SliderControl($0) }, { $0.description },
        allowed: localized(
          """
          cc:0…127, cc14:0…31 (its fine half is 32 higher), nrpn:0…16383, relative:0…127:%@, none
          """, SliderControl.Coding.allCases.map(\.rawValue).joined(separator: "|"))),
      preview: .slider,
      name: localized(context: "name of a setting", "Tuning control"), words: ValueWords.slider,
      meaning: localized("The MIDI control that moves the slider, in addition to the pitch wheel."),
      comment: """
        The control that moves the slider: "cc:1" (0…127, 7 bits), "cc14:1" (0…31, its fine half is
        32 higher), "nrpn:300" (0…16383, data entry by CC 6 and 38), an endless encoder as
        "relative:16:twosComplement" (1 up, 127 down), "relative:16:binaryOffset" (65, 63),
        "relative:16:signedBit" (1, 65), "relative:16:offset16" (17, 15) or "relative:16:extremes"
        (127, 0), or "none". Only its movement counts, not its position. A control has one role: the
        defaults below do without the controls that are set elsewhere.
        """),
    SettingRow(
      "sliderTravel", .hands, \.midi.sliderTravel, .decimal(MIDISettings.travels, step: 10),
      unit: .cents, preview: .slider,
      name: localized(context: "name of a setting", "Full travel"),
      meaning: localized("How far the slider moves over the full range of the control."),
      comment: """
        How far the slider moves over the full range of the control, in cents: 10…1200. The slider
        is 200 cents long.
        """),
    SettingRow(
      "sliderSlowStep", .hands, \.midi.sliderSlowStep,
      .decimal(MIDISettings.slowSteps, step: 0.05), preview: .slider,
      name: localized(context: "name of a setting", "Slow step"),
      meaning: localized(
        "How much a slow single step of a 7-bit control counts; 1 means as much as a fast one."),
      comment: """
        A 7-bit control has 127 steps over its range, 1.6 cents each. A single step without others
        (at less than 25 a second) counts only this share of a step, so a slow movement reaches 0.4
        cents: 0.05…1, where 1 makes all steps equal.
        """),
    SettingRow(
      "encoderStep", .hands, \.midi.encoderStep,
      .decimal(MIDISettings.encoderSteps, step: 0.1), unit: .cents, preview: .slider,
      name: localized(context: "name of a setting", "Encoder step"),
      meaning: localized("How far one step of an endless encoder moves the slider."),
      comment: """
        How far one step of an endless encoder moves the slider, in cents: 0.01…50.
        """),
    SettingRow(
      "sliderSmoothing", .hands, \.midi.sliderSmoothing,
      .decimal(MIDISettings.smoothings, step: 0.01), unit: .seconds, preview: .slider,
      name: localized(context: "name of a setting", "Smoothing"),
      meaning: localized("How long the slider takes to follow its control; 0 means no delay."),
      comment: """
        The time constant with which the slider follows its control, in seconds: 0 (at once) … 1.
        Peach glides from step to step without a click, so this is a matter of taste.
        """),
    SettingRow(
      "wheel", .hands, \.midi.wheel, .word, preview: .slider,
      name: localized(context: "name of a setting", "Pitch wheel"), words: ValueWords.wheel,
      meaning: localized(
        "What the pitch wheel does: set the speed of the slider, set its position, or nothing."),
      comment: """
        The pitch wheel: "speed" (its deflection is the speed of the slider, which stays in the
        centre), "position" (the wheel is the slider; letting go commits the pitch that you held) or
        "off".
        """),
    SettingRow(
      "wheelSpeed", .hands, \.midi.wheelSpeed, .decimal(MIDISettings.wheelSpeeds, step: 10),
      unit: .centsPerSecond, preview: .slider,
      name: localized(context: "name of a setting", "Wheel speed"),
      meaning: localized("How fast the slider moves when the pitch wheel is at its end."),
      comment: """
        How fast the slider moves when the wheel is at its end, in cents per second: 1…1000.
        """),
    SettingRow(
      "wheelTimeout", .hands, \.midi.wheelTimeout,
      .decimal(MIDISettings.wheelTimeouts, step: 0.5), unit: .seconds, preview: .slider,
      name: localized(context: "name of a setting", "Wheel release"), words: ValueWords.timeout,
      meaning: localized(
        """
        How long a deflected pitch wheel may be silent before it counts as released; 0 means never.
        """),
      comment: """
        A deflected wheel that sets the speed counts as released after this time without a message,
        in seconds: 0…60. The slider thus stops if the wheel's last message is lost; 0 never lets
        go.
        """),
    SettingRow(
      "higherButtons", .hands, \.midi.higher, buttons, preview: .answers,
      name: localized(context: "name of a setting", "Higher"), words: ValueWords.buttons,
      meaning: localized("The MIDI keys, pads or pedals that answer: higher."),
      comment: """
        The controls that answer, commit and stop, each a list of "note:60", "notes:61-127", "cc:64" (pressed
        from 64 on, up again below 48), "switch:80" (a controller that stays on until it is pressed
        again: each change counts) and "program:5". Higher and lower apply to comparison, commits to
        matching and playing, first and second to purity, the others to all; [] means none.
        """),
    SettingRow(
      "lowerButtons", .hands, \.midi.lower, buttons, preview: .answers,
      name: localized(context: "name of a setting", "Lower"), words: ValueWords.buttons,
      meaning: localized("The MIDI keys, pads or pedals that answer: lower.")),
    SettingRow(
      "firstButtons", .hands, \.midi.first, buttons,
      name: localized(context: "name of a setting", "First"), words: ValueWords.first,
      meaning: localized("The MIDI keys, pads or pedals that answer: the first was in tune."),
      comment: """
        Those that say which of two was in tune. Without any, lowerButtons says the first and
        higherButtons the second.
        """),
    SettingRow(
      "secondButtons", .hands, \.midi.second, buttons,
      name: localized(context: "name of a setting", "Second"), words: ValueWords.second,
      meaning: localized("The MIDI keys, pads or pedals that answer: the second was in tune.")),
    SettingRow(
      "commitButtons", .hands, \.midi.commit, buttons, preview: .slider,
      name: localized(context: "name of a setting", "In tune"), words: ValueWords.buttons,
      meaning: localized("The MIDI keys, pads or pedals that commit a tuned note.")),
    SettingRow(
      "stopButtons", .hands, \.midi.stop, buttons, preview: .answers,
      name: localized(context: "name of a setting", "Stop"), words: ValueWords.buttons,
      meaning: localized("The MIDI keys, pads or pedals that stop the training.")),
    SettingRow(
      "againButtons", .hands, \.midi.again, buttons, preview: .answers,
      name: localized(context: "name of a setting", "Hear again"), words: ValueWords.buttons,
      meaning: localized("The MIDI keys, pads or pedals that let the trial be heard again."),
      comment: """
        Hears the trial again; once it is answered, with the true one. In matching the default is
        the soft pedal alone: there, any key commits.
        """),
    SettingRow(
      "pauseButtons", .hands, \.midi.pause, buttons, preview: .answers,
      name: localized(context: "name of a setting", "Pause"), words: ValueWords.buttons,
      meaning: localized("The MIDI keys, pads or pedals that pause the training.")),
    SettingRow(
      "undoButtons", .hands, \.midi.undo, buttons, preview: .answers,
      name: localized(context: "name of a setting", "Take back"), words: ValueWords.buttons,
      meaning: localized("The MIDI keys, pads or pedals that take the last answer back.")),
    SettingRow(
      "levelControl", .hands, \.midi.level,
      .text({ LevelControl($0) }, { $0.description }, allowed: localized("cc:0…127, none")),
      name: localized(context: "name of a setting", "Level control"), words: ValueWords.level,
      meaning: localized("The MIDI control that sets the level of everything that sounds."),
      comment: """
        The control that sets the level, from -60 dB at its lowest position to 0 dB at its highest:
        "cc:7" (0…127), or "none".
        """),
  ]

  private static var buttons: SettingCoding<[MIDIButton]> {
    .list(
      { MIDIButton($0) }, { $0.description },
      allowed: localized(
        "any of note:0…127, notes:FIRST-LAST, cc:0…127, switch:0…127, program:0…127; or nothing"))
  }

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
