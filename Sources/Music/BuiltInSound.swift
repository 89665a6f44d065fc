/// The sounds of the font that comes with Peach, in the order of their programs, which are those of
/// their families in General MIDI. The raw value is the program.
public enum BuiltInSound: Int, CaseIterable, Sendable {
  case vibraphone = 11
  case organ = 16
  case guitar = 24
  case violin = 40
  case voice = 52
  case trumpet = 56
  case oboe = 68
  case clarinet = 71
  case flute = 73
  case sine = 80
  case triangle = 81
  case reed = 82

  /// The bank of all of them, where no font of General MIDI has instruments.
  public static let bank = 8

  /// The tag by which a setting names it, such as `sf2:8:80`.
  public var source: SoundSourceID { SoundSourceID(bank: Self.bank, program: rawValue) }
}
