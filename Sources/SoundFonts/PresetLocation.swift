/// A preset in a SoundFont file.
public struct PresetLocation: Hashable, Sendable {
  public let path: String
  public let bank: Int
  public let program: Int

  public init(path: String, bank: Int, program: Int) {
    self.path = path
    self.bank = bank
    self.program = program
  }
}
