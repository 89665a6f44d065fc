/// A sound of a SoundFont, as the font itself names it.
public struct SoundFontPreset: Hashable, Sendable {
  /// As the font spells it, control characters and needless spaces taken out; may be empty.
  public let name: String

  /// Below ``unpitchedFrom``.
  public let bank: Int

  /// Below ``unpitchedFrom``.
  public let program: Int

  /// Its place in the font's table of presets.
  let index: Int

  /// Banks and programs from here on are drums and noises: nothing to train the ear's pitch on.
  public static let unpitchedFrom = 120

  init(name: String, bank: Int, program: Int, index: Int) {
    self.name = name
    self.bank = bank
    self.program = program
    self.index = index
  }

  var isPitched: Bool { bank < Self.unpitchedFrom && program < Self.unpitchedFrom }
}
