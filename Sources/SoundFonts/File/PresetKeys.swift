import Music

/// Finds the keys that sound at a velocity, from the zones of a preset and of its instruments and
/// from the headers of their samples (SoundFont 2.04, sections 7.3 to 7.10).
struct PresetKeys {
  private static let keyRange = 43
  private static let velocityRange = 44
  private static let sampleStart = 20
  private static let sampleEnd = 24
  private static let sampleType = 44

  /// The bit of a sample's type that says that it is in the memory of a sound card.
  private static let isInROM = 0x8000

  /// The most zones and generators to read: a broken file could lead in circles.
  private static let mostRecords = 200_000

  private let bytes: any FontBytes
  private let tables: [ChunkName: Range<Int>]
  private var recordsLeft = mostRecords

  /// True for each sample that was looked up and has sound.
  private var samples: [Int: Bool] = [:]

  /// A zone: its keys and velocities, and the instrument or sample to which it leads.
  private struct Zone {
    var keys = 0...127
    var velocities = 0...127
    var target: Int?
  }

  init(_ bytes: any FontBytes, tables: [ChunkName: Range<Int>]) {
    self.bytes = bytes
    self.tables = tables
  }

  /// True for each of the 128 keys that sounds at the velocity; `nil` if the tables are broken.
  mutating func keys(
    of preset: SoundFontPreset, velocity: MIDIVelocity = .training
  ) throws(SoundFontError) -> [Bool]? {
    var sounding = [Bool](repeating: false, count: 128)
    guard let outer = try zones(of: preset) else { return nil }
    var known: [Int: [Zone]] = [:]
    for zone in outer where zone.velocities.contains(velocity.rawValue) {
      guard let instrument = zone.target else { continue }
      if known[instrument] == nil { known[instrument] = try zones(ofInstrument: instrument) }
      guard let inner = known[instrument] else { return nil }
      for part in inner
      where part.velocities.contains(velocity.rawValue) && zone.keys.overlaps(part.keys) {
        guard let sample = part.target, try hasSound(sample) else { continue }
        for key in part.keys.clamped(to: zone.keys) { sounding[key] = true }
      }
    }
    return sounding
  }

  /// The bytes of a preset's samples in the file, each counted once; `nil` if the tables are
  /// broken.
  ///
  /// - Parameter isCompressed: true if the samples are Ogg Vorbis, as in SF3; then the headers
  ///   count bytes.
  mutating func sampleBytes(
    of preset: SoundFontPreset, isCompressed: Bool
  ) throws(SoundFontError) -> Int? {
    guard let outer = try zones(of: preset) else { return nil }
    var counted: Set<Int> = []
    var sum = 0
    for instrument in Set(outer.compactMap(\.target)) {
      guard let inner = try zones(ofInstrument: instrument) else { return nil }
      for zone in inner {
        guard let sample = zone.target, counted.insert(sample).inserted, try hasSound(sample),
          let start = try longNumber(
            in: "shdr", sample * SF2PresetParser.sampleLength + Self.sampleStart),
          let end = try longNumber(
            in: "shdr", sample * SF2PresetParser.sampleLength + Self.sampleEnd)
        else { continue }
        sum += (end - start) * (isCompressed ? 1 : 2)
      }
    }
    return sum
  }

  private mutating func zones(of preset: SoundFontPreset) throws(SoundFontError) -> [Zone]? {
    try zones(
      of: (index: preset.index, length: SF2PresetParser.presetLength, field: 24), in: "phdr",
      bags: "pbag", generators: "pgen", target: SF2PresetParser.instrumentGenerator)
  }

  private mutating func zones(ofInstrument index: Int) throws(SoundFontError) -> [Zone]? {
    try zones(
      of: (index: index, length: SF2PresetParser.instrumentLength, field: 20), in: "inst",
      bags: "ibag", generators: "igen", target: SF2PresetParser.sampleGenerator)
  }

  /// The zones of a preset or an instrument, with the settings common to all applied. `nil` if they
  /// are outside the tables or too many.
  private mutating func zones(
    of header: (index: Int, length: Int, field: Int), in table: ChunkName, bags: ChunkName,
    generators: ChunkName, target: Int
  ) throws(SoundFontError) -> [Zone]? {
    guard
      let first = try number(in: table, header.index * header.length + header.field),
      let end = try number(in: table, (header.index + 1) * header.length + header.field),
      first <= end
    else { return nil }
    var zones: [Zone] = []
    var common = Zone()
    for bag in first..<end {
      guard
        let from = try number(in: bags, bag * SF2PresetParser.bagLength),
        let to = try number(in: bags, (bag + 1) * SF2PresetParser.bagLength), from <= to
      else { return nil }
      var zone = Zone(keys: common.keys, velocities: common.velocities)
      for generator in from..<to {
        recordsLeft -= 1
        guard recordsLeft > 0,
          let kind = try number(in: generators, generator * SF2PresetParser.generatorLength),
          let amount = try number(in: generators, generator * SF2PresetParser.generatorLength + 2)
        else { return nil }
        if kind == Self.keyRange || kind == Self.velocityRange {
          let (low, high) = (amount & 0xFF, amount >> 8)
          // An empty range sounds on no key.
          guard low <= high, low <= 127 else { return nil }
          let range = low...min(high, 127)
          if kind == Self.keyRange { zone.keys = range } else { zone.velocities = range }
        }
        if kind == target { zone.target = amount }
      }
      recordsLeft -= 1
      guard recordsLeft > 0 else { return nil }
      if zone.target == nil, bag == first { common = zone }
      if zone.target != nil { zones.append(zone) }
    }
    return zones
  }

  /// True if a synthesizer can play a sample: its header exists, it is in the file and not in the
  /// memory of a sound card, and it is not empty.
  private mutating func hasSound(_ sample: Int) throws(SoundFontError) -> Bool {
    if let known = samples[sample] { return known }
    let header = sample * SF2PresetParser.sampleLength
    let answer =
      if let start = try longNumber(in: "shdr", header + Self.sampleStart),
        let end = try longNumber(in: "shdr", header + Self.sampleEnd),
        let type = try number(in: "shdr", header + Self.sampleType)
      {
        start < end && type & Self.isInROM == 0
      } else {
        false
      }
    samples[sample] = answer
    return answer
  }

  /// The 32 bits at this offset in a table; `nil` outside it.
  private func longNumber(in name: ChunkName, _ offset: Int) throws(SoundFontError) -> Int? {
    guard let low = try number(in: name, offset), let high = try number(in: name, offset + 2) else {
      return nil
    }
    return high << 16 | low
  }

  /// The 16 bits at this offset in a table; `nil` outside it.
  private func number(in name: ChunkName, _ offset: Int) throws(SoundFontError) -> Int? {
    guard let table = tables[name], offset >= 0, table.count - offset >= 2 else { return nil }
    let bytes = try bytes.bytes(at: table.lowerBound + offset, count: 2)
    guard bytes.count == 2 else { throw .cutWhileRead }
    return Int(bytes.littleEndian16(at: 0))
  }
}
