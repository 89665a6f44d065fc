import Language

extension SettingTable {
  static let controls: [SettingRow] = [
    SettingRow(
      "midiChannel", .controls, \.midi.channel, .wholeNumber(MIDISettings.channels),
      preview: .slider,
      meaning: localized("The MIDI channel that is listened to; 0 is all of them."),
      comment: """
        The channel that is listened to, 1…16; 0 is all of them.
        """),
    SettingRow(
      "slider", .controls, \.midi.slider,
      .text(
        { SliderControl($0) }, { $0.description },
        allowed: localized(
          """
          cc:0…127, cc14:0…31 (with its fine half 32 above), nrpn:0…16383, relative:0…127:%@, none
          """, SliderControl.Coding.allCases.map(\.rawValue).joined(separator: "|"))),
      preview: .slider,
      meaning: localized("The MIDI control that moves the slider, besides the pitch wheel."),
      comment: """
        The control that moves the slider: "cc:1" (0…127, 7 bits), "cc14:1" (0…31, its fine half is 32
        above), "nrpn:300" (0…16383, data entry by CC 6 and 38), an endless encoder as
        "relative:16:twosComplement", "relative:16:binaryOffset" or "relative:16:signedBit", or "none". Only
        its movement counts, not where it stands.
        """),
    SettingRow(
      "sliderTravel", .controls, \.midi.sliderTravel, .decimal(MIDISettings.travels, step: 10),
      unit: .cents, preview: .slider,
      meaning: localized("How far the control's whole way moves the slider, in cents."),
      comment: """
        How far the control's whole way moves the slider, in cents: 10…1200. From end to end it is 200.
        """),
    SettingRow(
      "sliderSlowStep", .controls, \.midi.sliderSlowStep,
      .decimal(MIDISettings.slowSteps, step: 0.05), preview: .slider,
      meaning: localized(
        "What a slow single step of a 7-bit control counts; 1 makes all equal."),
      comment: """
        A 7-bit control has 127 steps for that way, 1.6 cents each. A single step that comes alone (slower
        than 25 a second) counts this much of one, so that a slow hand reaches 0.4 cents: 0.05…1, where 1
        makes all steps equal.
        """),
    SettingRow(
      "encoderStep", .controls, \.midi.encoderStep,
      .decimal(MIDISettings.encoderSteps, step: 0.1), unit: .cents, preview: .slider,
      meaning: localized("How far one step of an endless encoder moves the slider, in cents."),
      comment: """
        How far one step of an endless encoder moves the slider, in cents: 0.01…50.
        """),
    SettingRow(
      "sliderSmoothing", .controls, \.midi.sliderSmoothing,
      .decimal(MIDISettings.smoothings, step: 0.01), unit: .seconds, preview: .slider,
      meaning: localized(
        "How slowly the slider follows its control, in seconds; 0 is at once."),
      comment: """
        The time constant with which the slider follows its control, in seconds: 0 (at once) … 1. Peach
        glides from step to step without a click, so this is a matter of taste.
        """),
    SettingRow(
      "wheel", .controls, \.midi.wheel, .word, preview: .slider,
      meaning: localized(
        "What the pitch wheel does: set the slider's speed, be the slider, or nothing."),
      comment: """
        The pitch wheel: "speed" (its deflection is how fast the slider moves, its centre holds), "position"
        (it is the slider; letting go commits what was held) or "off".
        """),
    SettingRow(
      "wheelSpeed", .controls, \.midi.wheelSpeed, .decimal(MIDISettings.wheelSpeeds, step: 10),
      unit: .centsPerSecond, preview: .slider,
      meaning: localized(
        "How fast the pitch wheel at its end moves the slider, in cents per second."),
      comment: """
        How fast the wheel at its end moves the slider, in cents per second: 1…1000.
        """),
    SettingRow(
      "wheelTimeout", .controls, \.midi.wheelTimeout,
      .decimal(MIDISettings.wheelTimeouts, step: 0.5), unit: .seconds, preview: .slider,
      meaning: localized(
        """
        After how many seconds without a message a deflected pitch wheel counts as released; 0 is \
        never.
        """),
      comment: """
        A deflected wheel that sets the speed counts as released after this time without a message, in
        seconds: 0…60. The slider thus stops if the wheel's last message is lost; 0 never lets go.
        """),
    SettingRow(
      "higherButtons", .controls, \.midi.higher, buttons, preview: .answers,
      meaning: localized("Which MIDI keys, pads or pedals answer that the note is higher."),
      comment: """
        What answers, commits and stops, each a list of "note:60", "notes:61-127", "cc:64" (pressed from 64
        on, up again below 48), "switch:80" (a controller that stays on until it is pressed again: each change
        counts) and "program:5". Answers count in comparison, commits in matching, stops in both; [] is nothing.
        """),
    SettingRow(
      "lowerButtons", .controls, \.midi.lower, buttons, preview: .answers,
      meaning: localized("Which MIDI keys, pads or pedals answer that the note is lower.")),
    SettingRow(
      "commitButtons", .controls, \.midi.commit, buttons, preview: .slider,
      meaning: localized("Which MIDI keys, pads or pedals commit a tuned note.")),
    SettingRow(
      "stopButtons", .controls, \.midi.stop, buttons, preview: .answers,
      meaning: localized("Which MIDI keys, pads or pedals stop the training.")),
  ]

  private static var buttons: SettingCoding<[MIDIButton]> {
    .list(
      { MIDIButton($0) }, { $0.description },
      allowed: localized(
        "any of note:0…127, notes:FIRST-LAST, cc:0…127, switch:0…127, program:0…127; or nothing"))
  }
}
