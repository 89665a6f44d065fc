/// The tables that lead from a preset to its samples (SoundFont 2.04, sections 7.2 to 7.9).
///
/// Each table refers to the next by position and ends with a record that contains only the next
/// table's length.
struct ArticulationTables {
  private var presets = ByteBuffer()
  private var presetBags = ByteBuffer()
  private var presetGenerators = ByteBuffer()
  private var instrumentHeaders = ByteBuffer()
  private var instrumentBags = ByteBuffer()
  private var instrumentModulators = ByteBuffer()
  private var instrumentGenerators = ByteBuffer()

  private static let bagSize = 4
  private static let modulatorSize = 10
  private static let generatorSize = 4

  /// The tables of `instruments`, whose samples are numbered in the order of their zones.
  init(instruments: [Instrument]) {
    var sampleNumber: UInt16 = 0
    for (number, instrument) in instruments.enumerated() {
      appendPreset(instrument.name, program: instrument.program, bank: instrument.bank)
      appendPresetBag()
      append(.instrument, UInt16(number), to: \.presetGenerators)

      appendInstrument(instrument.name)
      appendInstrumentBag()
      appendCommonZone()
      for zone in instrument.zones {
        for _ in 0..<zone.copies { appendZone(zone, sampleNumber: sampleNumber) }
        sampleNumber += 1
      }
    }
    appendPreset("EOP", program: 0, bank: 0)
    appendPresetBag()
    appendInstrument("EOI")
    appendInstrumentBag()
    presetGenerators.append(UInt32(0))
    instrumentGenerators.append(UInt32(0))
    instrumentModulators.append("", width: Self.modulatorSize)
  }

  /// The tables in the order that the standard requires.
  var chunks: [RIFFChunk] {
    let noModulators = [UInt8](repeating: 0, count: Self.modulatorSize)
    return [
      RIFFChunk("phdr", presets.bytes),
      RIFFChunk("pbag", presetBags.bytes),
      RIFFChunk("pmod", noModulators),
      RIFFChunk("pgen", presetGenerators.bytes),
      RIFFChunk("inst", instrumentHeaders.bytes),
      RIFFChunk("ibag", instrumentBags.bytes),
      RIFFChunk("imod", instrumentModulators.bytes),
      RIFFChunk("igen", instrumentGenerators.bytes),
    ]
  }

  private mutating func appendPreset(_ name: String, program: UInt16, bank: UInt16) {
    presets.append(name, width: 20)
    presets.append(program)
    presets.append(bank)
    presets.append(UInt16(presetBags.bytes.count / Self.bagSize))
    let reserved = [UInt8](repeating: 0, count: 12)
    presets.append(contentsOf: reserved)
  }

  private mutating func appendPresetBag() {
    presetBags.append(UInt16(presetGenerators.bytes.count / Self.generatorSize))
    let firstModulator: UInt16 = 0
    presetBags.append(firstModulator)
  }

  private mutating func appendInstrument(_ name: String) {
    instrumentHeaders.append(name, width: 20)
    instrumentHeaders.append(UInt16(instrumentBags.bytes.count / Self.bagSize))
  }

  private mutating func appendInstrumentBag() {
    instrumentBags.append(UInt16(instrumentGenerators.bytes.count / Self.generatorSize))
    instrumentBags.append(UInt16(instrumentModulators.bytes.count / Self.modulatorSize))
  }

  /// A zone without a sample: it applies to all zones of its instrument.
  private mutating func appendCommonZone() {
    for (generator, amount) in Instrument.settings {
      append(generator, UInt16(bitPattern: amount), to: \.instrumentGenerators)
    }
    for modulator in Modulator.silenced {
      instrumentModulators.append(modulator.source)
      instrumentModulators.append(modulator.destination.rawValue)
      let amount: Int16 = 0
      instrumentModulators.append(amount)
      instrumentModulators.append(modulator.amountSource)
      let linear: UInt16 = 0
      instrumentModulators.append(linear)
    }
  }

  private mutating func appendZone(_ zone: Instrument.Zone, sampleNumber: UInt16) {
    appendInstrumentBag()
    append(.keyRange, Self.range(zone.keys), to: \.instrumentGenerators)
    for (generator, amount) in zone.settings {
      append(generator, UInt16(bitPattern: amount), to: \.instrumentGenerators)
    }
    append(.sampleID, sampleNumber, to: \.instrumentGenerators)
  }

  private mutating func append(
    _ generator: Generator, _ amount: UInt16,
    to table: WritableKeyPath<ArticulationTables, ByteBuffer>
  ) {
    self[keyPath: table].append(generator.rawValue)
    self[keyPath: table].append(amount)
  }

  /// A range as a generator's amount: the lowest key in the low byte, the highest in the high.
  private static func range(_ keys: ClosedRange<Int>) -> UInt16 {
    UInt16(keys.lowerBound) | UInt16(keys.upperBound) << 8
  }
}

/// One of a player's default modulators (SoundFont 2.04, section 8.4), listed to set its amount to
/// 0.
///
/// Those that a musician expects to work and that change neither pitch nor timbre by themselves
/// stay: velocity, volume and expression to level, pan, and the pitch wheel.
private struct Modulator {
  /// The source: controller number, whether it is a controller, direction, polarity, curve (section
  /// 8.2).
  let source: UInt16
  /// The generator that it would change.
  let destination: Generator
  /// The source that would scale the change, 0 for none.
  let amountSource: UInt16

  /// All modulators that would bend the pitch or colour the tone.
  static let silenced: [Modulator] =
    velocityToFilter + [
      Modulator(source: 0x000D, destination: .vibratoToPitch, amountSource: 0),
      Modulator(source: 0x0081, destination: .vibratoToPitch, amountSource: 0),
      Modulator(source: 0x00DB, destination: .reverbSend, amountSource: 0),
      Modulator(source: 0x00DD, destination: .chorusSend, amountSource: 0),
    ]

  /// Velocity to the filter's cutoff. A modulator replaces a default one only when its sources are
  /// the same, and the editions of the standard disagree about the second: none in 2.04, a falling
  /// switch on velocity in 2.01, and FluidSynth has a rising one.
  private static let velocityToFilter = [0, 0x0D02, 0x0C02].map {
    Modulator(source: 0x0102, destination: .initialFilterCutoff, amountSource: $0)
  }
}
