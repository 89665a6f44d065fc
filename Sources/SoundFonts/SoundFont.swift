import Files
import Foundation
import Music

/// A readable SoundFont file.
public struct SoundFont: Hashable, Sendable {
  /// The font's name in a ``SoundSourceID``: the file's name without `.sf2` or `.sf3`, preceded by
  /// as many folders as distinguish it from the fonts before it.
  public let tag: String

  /// The file itself, with links resolved.
  public let path: String

  /// Bytes.
  public let size: Int
  public let contents: SoundFontContents

  /// True for the font that comes with Peach, which settings call `sf2`.
  public let isBuiltIn: Bool

  /// The names of links that lead to it, without `.sf2` or `.sf3`.
  public internal(set) var aliases: [String] = []

  /// True if a file begins as a SoundFont does, whatever its name.
  public static func isOne(at path: String) -> Bool {
    guard FileStatus(path)?.isRegularFile == true, let file = FileHandle(forReadingAtPath: path)
    else { return false }
    defer { try? file.close() }
    let start = [UInt8]((try? file.read(upToCount: 12)) ?? Data())
    return start.starts(with: "RIFF".utf8) && start.dropFirst(8).elementsEqual("sfbk".utf8)
  }

  /// The name of one of its presets in settings.
  public func source(_ preset: SoundFontPreset) -> SoundSourceID {
    SoundSourceID(font: isBuiltIn ? nil : tag, bank: preset.bank, program: preset.program)
  }

  /// True for each of the 128 keys for which a preset has samples that sound at the velocity of a
  /// training; `nil` if the preset's tables are broken.
  public func keys(of preset: SoundFontPreset) throws(SoundFontError) -> [Bool]? {
    var keys = PresetKeys(try FileBytes(path: path), tables: contents.tables)
    return try keys.keys(of: preset)
  }

  /// The bytes of a preset's samples in the file; `nil` if the preset's tables are broken.
  public func sampleBytes(of preset: SoundFontPreset) throws(SoundFontError) -> Int? {
    var keys = PresetKeys(try FileBytes(path: path), tables: contents.tables)
    return try keys.sampleBytes(of: preset, isCompressed: contents.isCompressed)
  }
}

/// A sound in a SoundFont.
public struct SoundFontPreset: Hashable, Sendable {
  /// The name in the font, without control characters and superfluous spaces; may be empty.
  public let name: String

  public let bank: Int
  public let program: Int

  /// The index in the font's table of presets.
  let index: Int

  /// Banks and programs from here on are drums and noises, which cannot train a sense of pitch.
  public static let unpitchedFrom = 120

  init(name: String, bank: Int, program: Int, index: Int) {
    self.name = name
    self.bank = bank
    self.program = program
    self.index = index
  }

  var isPitched: Bool { bank < Self.unpitchedFrom && program < Self.unpitchedFrom }
}

/// The contents of a file except the samples, as ``SF2PresetParser`` reads them.
public struct SoundFontContents: Hashable, Sendable {
  public let information: SoundFontInformation

  /// True if the samples are compressed (SF3).
  public let isCompressed: Bool

  /// The pitched presets, by name.
  public let presets: [SoundFontPreset]

  /// The number of unpitched presets, which are left out.
  public let unpitchedCount: Int

  /// The position in the file of the samples.
  let samples: Range<Int>

  /// The position in the file of the lower bytes of samples with 24 bits.
  let lowerBytes: Range<Int>?

  /// The positions in the file of the tables that lead from a preset to its samples.
  let tables: [ChunkName: Range<Int>]

  public func preset(bank: Int, program: Int) -> SoundFontPreset? {
    presets.first { $0.bank == bank && $0.program == program }
  }
}

extension SoundFontContents {
  /// The keys on which a preset sounds, as ``SoundFont/keys(of:)``.
  public func keys(
    of preset: SoundFontPreset, in bytes: MemoryBytes
  ) throws(SoundFontError) -> [Bool]? {
    var keys = PresetKeys(bytes, tables: tables)
    return try keys.keys(of: preset)
  }
}

/// A SoundFont's description of itself (SoundFont 2.04, section 5). Texts are printable and may be
/// empty.
public struct SoundFontInformation: Hashable, Sendable {
  public internal(set) var name = ""
  public internal(set) var author = ""
  public internal(set) var copyright = ""
  public internal(set) var comment = ""
  public internal(set) var product = ""
  public internal(set) var date = ""
  public internal(set) var software = ""

  /// The edition of the format, such as `2.04`; empty if the file does not say.
  public internal(set) var edition = ""

  public init() {}
}

/// The reason why a file cannot be read as a SoundFont.
public enum SoundFontError: Error, Hashable, Sendable {
  /// The system cannot read the file.
  case unreadable(errno: Int32)

  /// The path is a folder, a pipe, a socket or a device.
  case notAFile

  /// The path is not UTF-8, so it cannot be passed to FluidSynth.
  case unspeakablePath

  /// The file does not begin as a RIFF file of the form `sfbk`.
  case notASoundFont

  /// The file's length differs from the length that it states, as after an incomplete download.
  /// Bytes.
  case wrongLength(claimed: Int, actual: Int)

  /// A chunk extends beyond what contains it. `offset` is the position of its name.
  case chunkTooLong(name: String, offset: Int)

  /// The file has more chunks than any SoundFont needs.
  case tooManyChunks

  /// A required chunk is missing.
  case missingChunk(name: String)

  /// A table's length is not a multiple of its record's length. Bytes.
  case brokenTable(name: String, length: Int, record: Int)

  /// FluidSynth does not read this edition of the format.
  case unknownEdition(String)

  /// A table does not have the records to which the table before it refers.
  case contradictoryTable(name: String)

  /// The file has more presets than a SoundFont can number.
  case tooManyPresets(Int)
  case noPresets

  /// The file became shorter while it was being read.
  case cutWhileRead
}
