import Foundation

/// A SoundFont with intentionally mistuned keys, for tests and measurements: one preset, with a
/// separate recording for each key, played unchanged. 16 bits, SoundFont 2.04.
public struct TrialFont {
  /// The content of a key's recording.
  public struct Tone {
    public var key: Int
    /// Its deviation.
    public var cents = 0.0
    public var octaves = 0
    /// To either side, 5.5 times a second.
    public var vibratoCents = 0.0
    /// When the vibrato begins, in seconds.
    public var vibratoStart = 0.0
    /// In dB, below an amplitude of a quarter.
    public var attenuation = 0.0
    /// Whether it is noise instead of a tone.
    public var isNoise = false
    /// The length of the recording.
    public var seconds = 1.75
    /// The number of points at its end that are repeated for as long as the note is held; 0 for none.
    public var loop = 0
    /// The time in which a note dies away by 100 dB, in seconds; 0 if it does not.
    public var decay = 0.0

    public init(key: Int) { self.key = key }
  }

  private static let rate = 48_000.0
  private static let tail = 8
  private static let partials = [1.0, 0.5, 0.35, 0.2, 0.1]

  private let bank: UInt16
  private let program: UInt16
  private let tones: [Tone]

  /// - Precondition: keys within 0…127, each once.
  public init(bank: Int = 0, program: Int = 0, tones: [Tone]) {
    self.bank = UInt16(bank)
    self.program = UInt16(program)
    self.tones = tones.sorted { $0.key < $1.key }
  }

  public func write(to url: URL) throws { try Data(bytes).write(to: url) }

  /// The whole file.
  public var bytes: [UInt8] {
    let recordings = tones.map(Self.recording)
    return RIFFChunk(
      "RIFF", type: "sfbk",
      [
        RIFFChunk(
          "LIST", type: "INFO",
          [
            RIFFChunk("ifil", [2, 0, 4, 0]), RIFFChunk("isng", text: "EMU8000"),
            RIFFChunk("INAM", text: "Trial"),
          ]),
        RIFFChunk("LIST", type: "sdta", [RIFFChunk("smpl", Self.samples(recordings))]),
        RIFFChunk("LIST", type: "pdta", presetTables + instrumentTables + [headers(recordings)]),
      ]
    ).bytes
  }

  // MARK: Sound

  private static func recording(of tone: Tone) -> [Int16] {
    let hertz = 440 * exp2(Double(tone.key - 69) / 12 + Double(tone.octaves))
    let height = 8000 * pow(10, -tone.attenuation / 20)
    // Marsaglia's xorshift: noise that is the same each time.
    var state: UInt64 = 0x2545_F491_4F6C_DD1D
    var turns = 0.0
    return (0..<Int(tone.seconds * rate)).map { frame in
      let time = Double(frame) / rate
      let attack = min(time / 0.005, 1)
      if tone.isNoise {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        let value = Double(state >> 11) / Double(1 << 53) * 2 - 1
        return Int16((height * attack * value).rounded())
      }
      let vibrato = sin(2 * .pi * 5.5 * max(time - tone.vibratoStart, 0))
      let cents = tone.cents + tone.vibratoCents * vibrato
      turns += hertz * exp2(cents / 1200) / rate
      var sum = 0.0
      for (index, partial) in partials.enumerated()
      where Double(index + 1) * hertz < 0.45 * rate {
        sum += partial * sin(2 * .pi * Double(index + 1) * turns)
      }
      return Int16((height * attack * sum).rounded())
    }
  }

  private static func samples(_ recordings: [[Int16]]) -> [UInt8] {
    var buffer = ByteBuffer()
    for recording in recordings {
      for point in recording { buffer.append(point) }
      // The zeros that the standard requires after each sample.
      for _ in 0..<46 { buffer.append(Int16(0)) }
    }
    return buffer.bytes
  }

  // MARK: Tables

  private var presetTables: [RIFFChunk] {
    var headers = ByteBuffer()
    for (name, bag) in [("Trial", 0), ("EOP", 1)] {
      headers.append(name, width: 20)
      headers.append(bag == 0 ? program : 0)
      headers.append(bag == 0 ? bank : 0)
      headers.append(UInt16(bag))
      headers.append(contentsOf: [UInt8](repeating: 0, count: 12))
    }
    var bags = ByteBuffer()
    for generator: UInt16 in [0, 1] {
      bags.append(generator)
      bags.append(UInt16(0))
    }
    var generators = ByteBuffer()
    generators.append(Generator.instrument.rawValue)
    generators.append(UInt16(0))
    generators.append(UInt32(0))
    return [
      RIFFChunk("phdr", headers.bytes), RIFFChunk("pbag", bags.bytes),
      RIFFChunk("pmod", [UInt8](repeating: 0, count: 10)), RIFFChunk("pgen", generators.bytes),
    ]
  }

  private var instrumentTables: [RIFFChunk] {
    var headers = ByteBuffer()
    for (name, bag) in [("Trial", 0), ("EOI", tones.count)] {
      headers.append(name, width: 20)
      headers.append(UInt16(bag))
    }
    var bags = ByteBuffer()
    var generators = ByteBuffer()
    var count = 0
    for (number, tone) in tones.enumerated() {
      let timecents = tone.decay > 0 ? Int16(1200 * log2(tone.decay)) : 0
      let settings: [(Generator, UInt16)] = [
        (.keyRange, UInt16(tone.key | tone.key << 8)), (.sampleModes, tone.loop > 0 ? 1 : 0),
        (.volumeDecay, UInt16(bitPattern: timecents)), (.volumeSustain, tone.decay > 0 ? 1000 : 0),
        (.sampleID, UInt16(number)),
      ]
      bags.append(UInt16(count))
      bags.append(UInt16(0))
      for (generator, amount) in settings {
        generators.append(generator.rawValue)
        generators.append(amount)
      }
      count += settings.count
    }
    bags.append(UInt16(count))
    bags.append(UInt16(0))
    generators.append(UInt32(0))
    return [
      RIFFChunk("inst", headers.bytes), RIFFChunk("ibag", bags.bytes),
      RIFFChunk("imod", [UInt8](repeating: 0, count: 10)), RIFFChunk("igen", generators.bytes),
    ]
  }

  private func headers(_ recordings: [[Int16]]) -> RIFFChunk {
    var buffer = ByteBuffer()
    var start = 0
    for (tone, recording) in zip(tones, recordings) {
      buffer.append("key \(tone.key)", width: 20)
      let end = start + recording.count
      // Behind the loop there are some points for the interpolation.
      let loopEnd = end - Self.tail
      let loopStart = tone.loop > 0 ? loopEnd - tone.loop : start + Self.tail
      for position in [start, end, loopStart, loopEnd] { buffer.append(UInt32(position)) }
      buffer.append(UInt32(Self.rate))
      buffer.append(UInt8(tone.key))
      buffer.append(Int8(0))
      buffer.append(UInt16(0))
      buffer.append(UInt16(1))
      start = end + 46
    }
    buffer.append("EOS", width: 46)
    return RIFFChunk("shdr", buffer.bytes)
  }
}
