import Music
import Settings
import Training

/// How a setting is let be heard.
enum PreviewedSetting: Hashable {
  /// A single note.
  case note(MIDINote)
  /// A note and the same again, quieter and louder.
  case loudness
  /// Two notes for every interval of the rotation.
  case intervals
  /// Notes all over the range.
  case range
  /// A note that the MIDI control tunes until it is committed.
  case slider
  /// Nothing sounds; keys, pads and pedals say what they answer.
  case answers
  /// The terminal's bell.
  case bell

  /// A4, of which the reference pitch is the frequency.
  private static let note = MIDINote(69)

  /// `nil` for what cannot be heard.
  ///
  /// - Parameter range: the notes of the training; those at its ends say what the range is.
  init?(_ key: SettingKey, range: NoteRange? = nil) {
    switch key {
    case .noteRangeMin: self = .note(range?.lowest ?? Self.note)
    case .noteRangeMax: self = .note(range?.highest ?? Self.note)
    case .noteDuration, .referencePitch, .soundSource: self = .note(Self.note)
    case .varyLoudness: self = .loudness
    case .correctIntonation, .evenLoudness: self = .range
    case .intervals, .tuningSystem: self = .intervals
    case .wrongAnswerSignal: self = .bell
    case .strategy, .soundFonts, .connect, .osc, .sessionTraining: return nil
    case .controller, .midiChannel, .slider, .sliderTravel, .sliderSlowStep, .encoderStep,
      .sliderSmoothing, .wheel, .wheelSpeed, .commitButtons:
      self = .slider
    case .higherButtons, .lowerButtons, .stopButtons: self = .answers
    }
  }
}
