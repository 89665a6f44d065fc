/// Why a file cannot be read as a SoundFont. It holds data; whoever shows it finds the words.
public enum SoundFontError: Error, Hashable, Sendable {
  /// The system does not let it be read.
  case unreadable(errno: Int32)

  /// A folder, a pipe, a socket, a device.
  case notAFile

  /// The path is no UTF-8, so FluidSynth cannot be told of it.
  case unspeakablePath

  /// It does not begin as a RIFF file of the form `sfbk`.
  case notASoundFont

  /// The file has another length than it says of itself, as after a download that was cut short. Bytes.
  case wrongLength(claimed: Int, actual: Int)

  /// A chunk reaches beyond what holds it. `offset` is where its name stands.
  case chunkTooLong(name: String, offset: Int)

  /// More chunks than any SoundFont has.
  case tooManyChunks

  /// A chunk that there must be is not there.
  case missingChunk(name: String)

  /// A table's length is not a whole number of its records. Bytes.
  case brokenTable(name: String, length: Int, record: Int)

  /// More presets than a SoundFont can number.
  case tooManyPresets(Int)

  /// There is nothing in it to play.
  case noPresets

  /// The file became shorter while it was read.
  case cutWhileRead
}
