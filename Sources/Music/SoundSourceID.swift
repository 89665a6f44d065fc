/// Which preset sounds: `sf2:{bank}:{program}` in the font in use, or `{font}:{bank}:{program}` in
/// the font of that name.
public struct SoundSourceID: Hashable, Sendable, CustomStringConvertible {
  /// The sine of the built-in font.
  public static let `default` = BuiltInSound.sine.source

  /// The font's name, or `nil` for the font in use (written `sf2`).
  public let font: String?

  /// The SoundFont bank, 0…16383.
  public let bank: Int

  /// The SoundFont program, 0…127.
  public let program: Int

  public init(font: String? = nil, bank: Int, program: Int) {
    self.font = font
    self.bank = bank
    self.program = program
  }

  /// Reads the written form; a font's name may hold colons itself.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3,
      let bank = Int(parts[parts.count - 2]), (0...16_383).contains(bank),
      let program = Int(parts[parts.count - 1]), (0...127).contains(program)
    else { return nil }
    let font = parts.dropLast(2).joined(separator: ":")
    guard !font.isEmpty else { return nil }
    self.init(font: font == "sf2" ? nil : font, bank: bank, program: program)
  }

  public var description: String { "\(font ?? "sf2"):\(bank):\(program)" }
}

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
