import Music

/// A SoundFont file that was found and can be read.
public struct SoundFont: Hashable, Sendable {
  /// What it is called in a ``SoundSourceID``: the file's name without `.sf2` or `.sf3`, with as many of
  /// its folders before it as it takes to tell it from the fonts before.
  public let tag: String

  /// The file itself, links followed.
  public let path: String

  /// Bytes.
  public let size: Int
  public let contents: SoundFontContents

  /// Whether it is the one that comes with Peach, which settings call `sf2`.
  public let isBuiltIn: Bool

  /// The names of links that lead to it, without `.sf2` or `.sf3`.
  public internal(set) var aliases: [String] = []

  /// What settings call a preset of this font.
  public func source(_ preset: SoundFontPreset) -> SoundSourceID {
    SoundSourceID(font: isBuiltIn ? nil : tag, bank: preset.bank, program: preset.program)
  }

  /// The keys on which a preset has samples, `true` for each of 128; `nil` where its tables are broken.
  public func keys(of preset: SoundFontPreset) throws(SoundFontError) -> [Bool]? {
    var keys = PresetKeys(try FileBytes(path: path), tables: contents.tables)
    return try keys.keys(of: preset)
  }
}

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

/// What ``SF2PresetParser`` finds in a file.
public struct SoundFontContents: Hashable, Sendable {
  public let information: SoundFontInformation

  /// Whether the samples are compressed (SF3).
  public let isCompressed: Bool

  /// The pitched presets, by name.
  public let presets: [SoundFontPreset]

  /// How many presets were left out as unpitched.
  public let unpitchedCount: Int

  /// Where the tables are that lead from a preset to its samples.
  let tables: [ChunkName: Range<Int>]

  /// The preset of that number, if it is among them.
  public func preset(bank: Int, program: Int) -> SoundFontPreset? {
    presets.first { $0.bank == bank && $0.program == program }
  }
}

extension SoundFontContents {
  /// The keys on which a preset of these contents has samples, as ``SoundFont/keys(of:)``.
  package func keys(
    of preset: SoundFontPreset, in bytes: MemoryBytes
  ) throws(SoundFontError) -> [Bool]? {
    var keys = PresetKeys(bytes, tables: tables)
    return try keys.keys(of: preset)
  }
}

/// What a SoundFont says of itself (SoundFont 2.04, section 5). Texts are clean and may be empty.
public struct SoundFontInformation: Hashable, Sendable {
  public internal(set) var name = ""
  public internal(set) var author = ""
  public internal(set) var copyright = ""
  public internal(set) var comment = ""
  public internal(set) var product = ""
  public internal(set) var date = ""
  public internal(set) var software = ""

  /// The edition of the format, as `2.04`; empty where the file does not say.
  public internal(set) var edition = ""

  public init() {}
}

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
