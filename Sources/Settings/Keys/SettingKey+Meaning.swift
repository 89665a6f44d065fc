import Music
import Training

extension SettingKey {
  /// What the key is for, in one line of English.
  public var meaning: String {
    switch self {
    case .noteRangeMin: "The lowest reference note, a MIDI note number (60 is middle C)."
    case .noteRangeMax: "The highest reference note, a MIDI note number (60 is middle C)."
    case .noteDuration: "How long a comparison's notes and a reference note sound, in seconds."
    case .referencePitch: "The frequency of A4 in hertz."
    case .soundSource: "The preset that sounds: 8:80 is a sine, 8:81 a triangle, 8:82 a reed."
    case .varyLoudness: "How much the second note's loudness varies, by up to ±5 dB at 1."
    case .intervals: "The intervals in rotation; P5 is a fifth up, P5- a fifth down."
    case .tuningSystem: "The tuning in which intervals are sized."
    case .strategy:
      "How the next comparison is chosen: by a staircase, or by what is believed of you."
    case .wrongAnswerSignal: "What tells a wrong answer in comparison training besides the words."
    case .controller: "The MIDI controller whose map holds, where nothing else is set."
    case .midiChannel: "The MIDI channel that is listened to; 0 is all of them."
    case .slider: "The MIDI control that moves the slider, besides the pitch wheel."
    case .sliderTravel: "How far the control's whole way moves the slider, in cents."
    case .sliderSlowStep: "What a slow single step of a 7-bit control counts; 1 makes all equal."
    case .encoderStep: "How far one step of an endless encoder moves the slider, in cents."
    case .sliderSmoothing: "How slowly the slider follows its control, in seconds; 0 is at once."
    case .wheel: "What the pitch wheel does: set the slider's speed, be the slider, or nothing."
    case .wheelSpeed: "How fast the pitch wheel at its end moves the slider, in cents per second."
    case .higherButtons: "Which MIDI keys, pads or pedals answer that the note is higher."
    case .lowerButtons: "Which MIDI keys, pads or pedals answer that the note is lower."
    case .commitButtons: "Which MIDI keys, pads or pedals commit a tuned note."
    case .stopButtons: "Which MIDI keys, pads or pedals stop the training."
    }
  }

  /// Which values are allowed, in one line of English.
  public var allowed: String {
    switch self {
    case .noteRangeMin:
      "\(Self.span(NoteRange.limits)), at least \(NoteRange.minimumSpan) below noteRangeMax"
    case .noteRangeMax:
      "\(Self.span(NoteRange.limits)), at least \(NoteRange.minimumSpan) above noteRangeMin"
    case .noteDuration: Self.span(NoteDuration.range)
    case .referencePitch: Self.span(Self.referencePitches)
    case .soundSource: "sf2:BANK:PROGRAM or FONT:BANK:PROGRAM (bank 0…16383, program 0…127)"
    case .varyLoudness: Self.span(UnitInterval.range)
    case .intervals:
      "one or more of \(DirectedInterval.all.map(\.description).joined(separator: " "))"
    case .tuningSystem:
      """
      \(TuningSystem.builtIn.map(\.identifier).joined(separator: ", ")), a Scala file (FILE.scl), or \
      scala:NAME for NAME.scl in the folder scales beside config.toml
      """
    case .strategy: StrategyName.allCases.map(\.rawValue).joined(separator: ", ")
    case .wrongAnswerSignal: WrongAnswerSignal.allCases.map(\.rawValue).joined(separator: ", ")
    case .controller:
      """
      the name of a map, which is NAME.toml in the folder controllers beside config.toml or among \
      those that come with Peach; empty for none
      """
    case .midiChannel: Self.span(MIDISettings.channels)
    case .slider: SliderControl.allowed
    case .sliderTravel: Self.span(MIDISettings.travels)
    case .sliderSlowStep: Self.span(MIDISettings.slowSteps)
    case .encoderStep: Self.span(MIDISettings.encoderSteps)
    case .sliderSmoothing: Self.span(MIDISettings.smoothings)
    case .wheel: WheelUse.allCases.map(\.rawValue).joined(separator: ", ")
    case .wheelSpeed: Self.span(MIDISettings.wheelSpeeds)
    case .higherButtons, .lowerButtons, .commitButtons, .stopButtons: MIDIButton.allowed
    }
  }

  /// The words that the key takes, one or, for a list, several of them; empty where there is no end to
  /// what it takes. The names of controllers' maps are found by ``SettingsFile/controllerNames``.
  public var words: [String] {
    switch self {
    case .intervals: DirectedInterval.all.map(\.description)
    case .tuningSystem: TuningSystem.builtIn.map(\.identifier)
    case .strategy: StrategyName.allCases.map(\.rawValue)
    case .wrongAnswerSignal: WrongAnswerSignal.allCases.map(\.rawValue)
    case .wheel: WheelUse.allCases.map(\.rawValue)
    case .soundSource: ["sf2:8:80", "sf2:8:81", "sf2:8:82"]
    default: []
    }
  }

  private static func span<Bound>(_ range: ClosedRange<Bound>) -> String {
    "\(range.lowerBound)…\(range.upperBound)"
  }
}
