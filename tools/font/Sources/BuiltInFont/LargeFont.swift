import Foundation

/// A SoundFont as large as a musician's large fonts, for measurements: many presets, each with its
/// own samples, of which a training needs only one, the sine `8:80`.
///
/// Every preset sounds like the built-in sine. 16 bits, SoundFont 2.04.
public struct LargeFont {
  /// Cycles in a sample: as many points as a recording of about a second.
  private static let cycles = 4

  /// Zones of an instrument, spread over the keyboard.
  private static let zoneCount = 8

  private let samples: [Sample]
  private let file: SoundFontFile

  /// - Parameter bytes: the size of the file, to within one instrument (about a megabyte).
  public init(bytes: Int) {
    let tone = Sample(
      name: "tone", cycle: Cycle(harmonics: Timbre.sine.harmonics, table: SineTable()),
      repetitions: Self.cycles)
    let instrumentSize = Self.zoneCount * Self.data(of: tone).count
    let count = max(bytes / instrumentSize, 1)
    // The last one is the default sound; the others fill bank 0 and the banks after it.
    var instruments = (0..<count - 1).map { number in
      Self.instrument(bank: number / 128, program: number % 128, sounding: tone)
    }
    let sine = Timbre.sine
    instruments.append(
      Self.instrument(bank: Int(sine.bank), program: Int(sine.program), sounding: tone))
    file = SoundFontFile(name: "Large", instruments: instruments)
    samples = instruments.flatMap(\.zones).map(\.sample)
  }

  /// Writes the file in pieces, replacing an existing one.
  public func write(to url: URL) throws {
    let information = RIFFChunk("LIST", type: "INFO", file.information).bytes
    let articulation = ArticulationTables(instruments: file.instruments)
    let tables = RIFFChunk(
      "LIST", type: "pdta", articulation.chunks + [SoundFontFile.headers(of: samples)]
    ).bytes
    let tone = samples.first.map(Self.data) ?? Data()
    let dataSize = tone.count * samples.count
    // "sdta", and the name and length of "smpl".
    let listSize = 4 + 8 + dataSize
    var start = ByteBuffer()
    start.append(contentsOf: Array("RIFF".utf8))
    start.append(UInt32(4 + information.count + 8 + listSize + tables.count))
    start.append(contentsOf: Array("sfbk".utf8) + information + Array("LIST".utf8))
    start.append(UInt32(listSize))
    start.append(contentsOf: Array("sdtasmpl".utf8))
    start.append(UInt32(dataSize))

    try Data(start.bytes).write(to: url)
    let handle = try FileHandle(forWritingTo: url)
    defer { try? handle.close() }
    try handle.seekToEnd()
    for _ in samples { try handle.write(contentsOf: tone) }
    try handle.write(contentsOf: tables)
  }

  private static func instrument(bank: Int, program: Int, sounding tone: Sample) -> Instrument {
    let width = 128 / zoneCount
    return Instrument(
      name: "Preset \(bank):\(program)", bank: UInt16(bank), program: UInt16(program),
      zones: (0..<zoneCount).map { zone in
        Instrument.Zone(
          keys: zone * width...(zone + 1) * width - 1,
          sample: Sample(name: "\(bank):\(program) \(zone)", pointsOf: tone))
      })
  }

  /// The upper 16 bits of the points, and the silence after a sample.
  private static func data(of sample: Sample) -> Data {
    var buffer = ByteBuffer()
    for point in sample.points { buffer.append(Int16(truncatingIfNeeded: point >> 8)) }
    for _ in 0..<Sample.silentPoints { buffer.append(Int16(0)) }
    return Data(buffer.bytes)
  }
}
