import Foundation

/// A SoundFont as large as a musician's large fonts, for tests and measurements: many presets, each with its
/// own samples, of which a training needs only one, `8:80`.
///
/// Every preset sounds a sine in tune. 16 bits, SoundFont 2.04.
public struct LargeFont {
  /// A cycle has 16 384 points at 225 280 Hz, 13.75 Hz: the A of MIDI key 9, exactly.
  private static let cycle = 16_384
  private static let rate: UInt32 = 225_280
  private static let rootKey: UInt8 = 9

  /// Cycles in a sample: as many points as a recording of about a second.
  private static let cycles = 4

  /// The zeros that the standard requires after each sample.
  private static let silence = 46

  /// Zones of an instrument, spread over the keyboard, each with a sample of its own.
  private static let zoneCount = 8

  private struct Preset {
    let bank: UInt16
    let program: UInt16
    var name: String { "Preset \(bank):\(program)" }
  }

  private let presets: [Preset]

  /// - Parameter bytes: the size of the file, to within one preset (about a megabyte).
  public init(bytes: Int) {
    let size = Self.zoneCount * Self.sampleBytes
    // The last one is the default sound; the others fill bank 0 and the banks after it.
    presets =
      (0..<max(bytes / size, 1) - 1).map {
        Preset(bank: UInt16($0 / 128), program: UInt16($0 % 128))
      } + [Preset(bank: 8, program: 80)]
  }

  private static var sampleBytes: Int { 2 * (cycles * cycle + silence) }

  /// Writes the file in pieces, replacing an existing one.
  public func write(to url: URL) throws {
    let information = RIFFChunk(
      "LIST", type: "INFO",
      [
        RIFFChunk("ifil", [2, 0, 4, 0]), RIFFChunk("isng", text: "EMU8000"),
        RIFFChunk("INAM", text: "Large"),
      ]
    ).bytes
    let tables = RIFFChunk("LIST", type: "pdta", presetTables + instrumentTables).bytes
    let count = presets.count * Self.zoneCount
    let dataSize = Self.sampleBytes * count
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
    let sample = Data(Self.sample)
    for _ in 0..<count { try handle.write(contentsOf: sample) }
    try handle.write(contentsOf: tables)
  }

  private static var sample: [UInt8] {
    let points = (0..<cycle).map {
      Int16((16_000 * sin(2 * .pi * Double($0) / Double(cycle))).rounded())
    }
    var buffer = ByteBuffer()
    for _ in 0..<cycles {
      for point in points { buffer.append(point) }
    }
    buffer.append(contentsOf: [UInt8](repeating: 0, count: 2 * silence))
    return buffer.bytes
  }

  // MARK: Tables (sections 7.2 to 7.10)

  private var presetTables: [RIFFChunk] {
    var (headers, bags, generators) = (ByteBuffer(), ByteBuffer(), ByteBuffer())
    for (number, preset) in presets.enumerated() {
      headers.append(preset.name, width: 20)
      for value in [preset.program, preset.bank, UInt16(number)] { headers.append(value) }
      headers.append(contentsOf: [UInt8](repeating: 0, count: 12))
      bags.append(UInt32(number))
      generators.append(Generator.instrument.rawValue)
      generators.append(UInt16(number))
    }
    headers.append("EOP", width: 24)
    headers.append(UInt16(presets.count))
    headers.append(contentsOf: [UInt8](repeating: 0, count: 12))
    bags.append(UInt32(presets.count))
    generators.append(UInt32(0))
    return [
      RIFFChunk("phdr", headers.bytes), RIFFChunk("pbag", bags.bytes),
      RIFFChunk("pmod", [UInt8](repeating: 0, count: 10)), RIFFChunk("pgen", generators.bytes),
    ]
  }

  private var instrumentTables: [RIFFChunk] {
    var (headers, bags, generators) = (ByteBuffer(), ByteBuffer(), ByteBuffer())
    var samples = ByteBuffer()
    let width = 128 / Self.zoneCount
    for (number, preset) in presets.enumerated() {
      headers.append(preset.name, width: 20)
      headers.append(UInt16(number * Self.zoneCount))
      for zone in 0..<Self.zoneCount {
        let sample = number * Self.zoneCount + zone
        bags.append(UInt32(3 * sample))
        let keys = UInt16(zone * width) | UInt16((zone + 1) * width - 1) << 8
        let settings: [(Generator, UInt16)] = [
          (.keyRange, keys), (.sampleModes, 1), (.sampleID, UInt16(sample)),
        ]
        for (generator, amount) in settings {
          generators.append(generator.rawValue)
          generators.append(amount)
        }
        samples.append("\(preset.name) \(zone)", width: 20)
        let start = sample * Self.sampleBytes / 2
        let end = start + Self.cycles * Self.cycle
        for place in [start, end, start + Self.cycle, end - Self.cycle] {
          samples.append(UInt32(place))
        }
        samples.append(Self.rate)
        for value in [Self.rootKey, 0, 0, 0, 1, 0] { samples.append(value) }
      }
    }
    let count = presets.count * Self.zoneCount
    headers.append("EOI", width: 20)
    headers.append(UInt16(count))
    bags.append(UInt32(3 * count))
    generators.append(UInt32(0))
    samples.append("EOS", width: 46)
    return [
      RIFFChunk("inst", headers.bytes), RIFFChunk("ibag", bags.bytes),
      RIFFChunk("imod", [UInt8](repeating: 0, count: 10)), RIFFChunk("igen", generators.bytes),
      RIFFChunk("shdr", samples.bytes),
    ]
  }
}
