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
