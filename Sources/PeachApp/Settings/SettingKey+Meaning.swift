import Language
import Music
import Settings
import Training

extension SettingKey {
  /// What the key is for, in one line.
  nonisolated var meaning: String {
    switch self {
    case .noteRangeMin: localized("The lowest reference note, a MIDI note number (60 is middle C).")
    case .noteRangeMax:
      localized("The highest reference note, a MIDI note number (60 is middle C).")
    case .noteDuration:
      localized("How long a comparison's notes and a reference note sound, in seconds.")
    case .referencePitch: localized("The frequency of A4 in hertz.")
    case .soundSource:
      localized("The preset that sounds. Built in: %@.", Self.builtInSounds)
    case .soundFonts: localized("SoundFonts, and folders in which they are looked for first.")
    case .correctIntonation:
      localized("Whether the notes of a sound that is out of tune are corrected.")
    case .evenLoudness:
      localized("Whether the notes of an uneven sound are made equally loud, by up to 6 dB.")
    case .connect: localized("With what Peach connects its outputs by itself.")
    case .varyLoudness:
      localized("How much the second note's loudness varies, by up to ±5 dB at 1.")
    case .intervals: localized("The intervals in rotation; P5 is a fifth up, P5- a fifth down.")
    case .tuningSystem: localized("The tuning in which intervals are sized.")
    case .strategy:
      localized("How the next comparison is chosen: by a staircase, or by what is believed of you.")
    case .wrongAnswerSignal:
      localized("What tells a wrong answer in comparison training besides the words.")
    case .controller: localized("The MIDI controller whose map holds, where nothing else is set.")
    case .midiChannel: localized("The MIDI channel that is listened to; 0 is all of them.")
    case .slider: localized("The MIDI control that moves the slider, besides the pitch wheel.")
    case .sliderTravel: localized("How far the control's whole way moves the slider, in cents.")
    case .sliderSlowStep:
      localized("What a slow single step of a 7-bit control counts; 1 makes all equal.")
    case .encoderStep:
      localized("How far one step of an endless encoder moves the slider, in cents.")
    case .sliderSmoothing:
      localized("How slowly the slider follows its control, in seconds; 0 is at once.")
    case .wheel:
      localized("What the pitch wheel does: set the slider's speed, be the slider, or nothing.")
    case .wheelSpeed:
      localized("How fast the pitch wheel at its end moves the slider, in cents per second.")
    case .higherButtons:
      localized("Which MIDI keys, pads or pedals answer that the note is higher.")
    case .lowerButtons: localized("Which MIDI keys, pads or pedals answer that the note is lower.")
    case .commitButtons: localized("Which MIDI keys, pads or pedals commit a tuned note.")
    case .stopButtons: localized("Which MIDI keys, pads or pedals stop the training.")
    case .osc: localized("Where Peach listens for Open Sound Control, from its start on.")
    case .sessionTraining:
      localized("What is trained where a session manager starts Peach without a terminal.")
    }
  }

  /// Which values are allowed, in one line; values are spelt as they are typed.
  nonisolated var allowed: String {
    switch self {
    case .noteRangeMin:
      localized(
        "%@, at least %d below noteRangeMax", Self.span(NoteRange.limits), NoteRange.minimumSpan)
    case .noteRangeMax:
      localized(
        "%@, at least %d above noteRangeMin", Self.span(NoteRange.limits), NoteRange.minimumSpan)
    case .noteDuration: Self.span(NoteDuration.range)
    case .referencePitch: Self.span(Self.referencePitches)
    case .soundSource:
      localized(
        """
        sf2:BANK:PROGRAM or FONT:BANK:PROGRAM (bank 0…16383, program 0…127); where it is typed also \
        numbers or a name, such as cello
        """)
    case .soundFonts:
      localized(
        """
        files and folders; relative ones count from config.toml's folder, as options from the working \
        directory, where colons stand between them
        """)
    case .correctIntonation, .evenLoudness: words.joined(separator: ", ")
    case .connect:
      localized(
        """
        off, physical (the first two outputs of the machine, unless NSM_URL or LADISH_APP_NAME is \
        set), or a client's name or a regular expression for the names of ports
        """)
    case .varyLoudness: Self.span(UnitInterval.range)
    case .intervals:
      localized("one or more of %@", DirectedInterval.all.map(\.description).joined(separator: " "))
    case .tuningSystem:
      localized(
        """
        %@, a Scala file (FILE.scl), or \
        scala:NAME for NAME.scl in the folder scales beside config.toml
        """, TuningSystem.builtIn.map(\.identifier).joined(separator: ", "))
    case .strategy: StrategyName.allCases.map(\.rawValue).joined(separator: ", ")
    case .wrongAnswerSignal: WrongAnswerSignal.allCases.map(\.rawValue).joined(separator: ", ")
    case .controller:
      localized(
        """
        the name of a map, which is NAME.toml in the folder controllers beside config.toml or among \
        those that come with Peach; empty for none
        """)
    case .midiChannel: Self.span(MIDISettings.channels)
    case .slider:
      localized(
        """
        cc:0…127, cc14:0…31 (with its fine half 32 above), nrpn:0…16383, relative:0…127:%@, none
        """, SliderControl.Coding.allCases.map(\.rawValue).joined(separator: "|"))
    case .sliderTravel: Self.span(MIDISettings.travels)
    case .sliderSlowStep: Self.span(MIDISettings.slowSteps)
    case .encoderStep: Self.span(MIDISettings.encoderSteps)
    case .sliderSmoothing: Self.span(MIDISettings.smoothings)
    case .wheel: WheelUse.allCases.map(\.rawValue).joined(separator: ", ")
    case .wheelSpeed: Self.span(MIDISettings.wheelSpeeds)
    case .higherButtons, .lowerButtons, .commitButtons, .stopButtons:
      localized("any of note:0…127, notes:FIRST-LAST, cc:0…127, program:0…127; or nothing")
    case .sessionTraining: words.joined(separator: ", ")
    case .osc:
      localized(
        "off, PORT (0…65535, where 0 is any that is free; reached from this machine alone), ADDRESS:PORT"
      )
    }
  }

  /// `8:80 sine` and the others.
  nonisolated private static var builtInSounds: String {
    BuiltInSound.allCases.map { "\(BuiltInSound.bank):\($0.rawValue) \($0.name)" }
      .joined(separator: ", ")
  }

  nonisolated private static func span<Bound>(_ range: ClosedRange<Bound>) -> String {
    localized("%@…%@", "\(range.lowerBound)", "\(range.upperBound)")
  }
}
