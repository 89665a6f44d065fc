/// A preset in a SoundFont file.
struct PresetLocation: Hashable, Sendable {
  let path: String
  let bank: Int
  let program: Int
}
