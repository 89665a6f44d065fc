/// Names a preset: `sf2:{bank}:{program}` in the built-in font, or `{font}:{bank}:{program}` in the
/// font of that name.
public struct SoundSourceID: Hashable, Sendable, CustomStringConvertible {
  /// The sine in the built-in font.
  public static let `default` = BuiltInSound.sine.source

  /// The font's name, or `nil` for the built-in font (written `sf2`).
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

  /// Reads the written form. A font's name may itself contain colons.
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

  /// True if this can be the preset that sounded; without a font, any font's preset with those
  /// numbers can.
  public func matches(_ sounded: SoundSourceID) -> Bool {
    (font == nil || font == sounded.font) && bank == sounded.bank && program == sounded.program
  }
}

/// The sounds of the font that comes with Peach, ordered by program. Each has the program of its
/// instrument or family in General MIDI; the raw value is that program.
public enum BuiltInSound: Int, CaseIterable, Sendable {
  case piano = 0
  case vibraphone = 11
  case organ = 16
  case guitar = 24
  case violin = 40
  case cello = 42
  case voice = 52
  case trumpet = 56
  case oboe = 68
  case clarinet = 71
  case flute = 73
  case sine = 80
  case triangle = 81
  case reed = 82

  /// The bank of all these sounds; General MIDI fonts have no instruments there.
  public static let bank = 8

  /// Finds the built-in sound of a tag, in a setting or of a sound that was played.
  public init?(_ source: SoundSourceID) {
    guard source.font == nil || source.font == Self.font, source.bank == Self.bank else {
      return nil
    }
    self.init(rawValue: source.program)
  }

  /// The name of the font that comes with Peach, as records have it.
  private static let font = "Peach"

  /// The tag that names it in a setting, such as `sf2:8:80`.
  public var source: SoundSourceID { SoundSourceID(bank: Self.bank, program: rawValue) }
}
