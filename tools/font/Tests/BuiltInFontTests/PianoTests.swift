import Foundation
import Testing

@testable import BuiltInFont

@Suite("The piano in the built-in font")
struct PianoTests {
  /// A sample of the piano and the keys for which it sounds.
  private struct Recording {
    let name: String
    let keys: ClosedRange<Int>
    /// The key whose strings it has.
    let key: Int
    /// With full scale as 1.
    let points: [Double]
    let loop: Range<Int>
    /// Cycles of the fundamental to a point, as a player computes them for the root key.
    let cyclesPerPoint: Double
    let rate: Double
    let rootKey: Int
    /// The generators of its zones.
    let generators: [Int: Int]

    /// Points a second as the key sounds.
    func rate(ofKey key: Int) -> Double { rate * exp2(Double(key - rootKey) / 12) }
  }

  private let recordings: [Recording]

  init() throws { recordings = try Self.recordings.get() }

  /// Read once for all tests.
  private static let recordings = Result { try read() }

  private static func read() throws -> [Recording] {
    let font = try FontReader(WrittenFont.bytes)
    let points = try font.points()
    let headers = try font.sampleHeaders()
    let bags = try font.records("ibag", size: 4).map { FontReader.number($0, at: 0, bytes: 2) }
    let generators = try font.records("igen", size: 4)
    var zones: [Int: [Int: Int]] = [:]
    for (first, end) in zip(bags, bags.dropFirst()) {
      let zone = generators[first..<end].map { record in
        let amount = Int16(truncatingIfNeeded: FontReader.number(record, at: 2, bytes: 2))
        return (Int(record[0]), Int(amount))
      }
      let amounts = Dictionary(zone, uniquingKeysWith: { $1 })
      if let sample = amounts[53] { zones[sample] = amounts }
    }
    return try headers.enumerated().filter { $1.name.hasPrefix("Piano") }.map {
      index, header in
      let zone = try #require(zones[index])
      let range = try #require(zone[43])
      let keys = (range & 0xFF)...(range >> 8)
      let middle = keys.count > 8 ? nil : (keys.lowerBound + keys.upperBound) / 2
      return Recording(
        name: header.name, keys: keys,
        key: middle ?? (keys.lowerBound == 0 ? keys.upperBound - 2 : keys.lowerBound + 2),
        points: points[header.start..<header.end].map { Double($0) / 8_388_608 },
        loop: header.loopStart - header.start..<header.loopEnd - header.start,
        cyclesPerPoint: 440 * exp2(Double(header.rootKey - 69) / 12) / Double(header.rate),
        rate: Double(header.rate), rootKey: header.rootKey, generators: zone)
    }
  }

  @Test("it has recordings for every key, at most eight keys apart on a real piano's keyboard")
  func keys() {
    #expect(recordings.flatMap { Array($0.keys) }.sorted() == Array(0...127))
    for recording in recordings where recording.keys.lowerBound > 21 {
      #expect(recording.keys.count <= 8 || recording.keys.lowerBound > 108)
    }
  }

  @Test("its fundamental is exact from the stroke to the end of the loop")
  func fundamental() {
    for recording in recordings {
      let cents = cents(
        of: recording, cyclesPerPoint: recording.cyclesPerPoint, in: 0..<recording.points.count)
      #expect(abs(cents) < 0.01, "\(recording.name): \(cents)")
    }
  }

  @Test("its partials are those of stiff strings until the loop comes near")
  func partials() throws {
    for recording in recordings where (24...100).contains(recording.key) {
      let stiffness = PianoModel.stiffness(ofKey: recording.key)
      for number in 2...4 {
        let wanted =
          Double(number)
          * ((1 + stiffness * Double(number * number)) / (1 + stiffness)).squareRoot()
        let cents = cents(
          of: recording, cyclesPerPoint: wanted * recording.cyclesPerPoint,
          in: recording.loop.lowerBound / 20..<recording.loop.lowerBound / 2)
        #expect(abs(cents) < 1, "\(recording.name), partial \(number): \(cents)")
      }
    }
  }

  @Test("the strings are about as stiff as a piano's, least so in the tenor")
  func stiffness() {
    // Wide enough for the usual differences between instruments.
    for (key, range) in [
      (21, 2e-4...9e-4), (40, 7e-5...3e-4), (60, 2e-4...6e-4), (69, 5e-4...1.2e-3),
      (84, 1.5e-3...5e-3), (100, 6e-3...2.5e-2),
    ] {
      #expect(range.contains(PianoModel.stiffness(ofKey: key)), "key \(key)")
    }
    let softest = (21...108).min {
      PianoModel.stiffness(ofKey: $0) < PianoModel.stiffness(ofKey: $1)
    }
    #expect((36...50).contains(softest ?? 0))
  }

  @Test("where the loop begins, neither the level nor the slope jumps")
  func seam() {
    for recording in recordings {
      let points = recording.points
      let start = recording.loop.lowerBound
      // The second differences of a smooth wave are no larger at the seams than within a period.
      func bend(_ index: Int) -> Double {
        abs(points[index - 1] - 2 * points[index] + points[index + 1])
      }
      let largest = (start - recording.loop.count..<start - 8).lazy.filter { $0 > 0 }.map(bend)
        .max()
      let period = Int((1 / recording.cyclesPerPoint).rounded())
      let usual = max(largest ?? 0, recording.loop.dropLast().map(bend).max() ?? 0)
      for index in start - 9...start + 1 { #expect(bend(index) <= usual, "\(recording.name)") }
      #expect(recording.loop.count.isMultiple(of: period))
    }
  }

  @Test("a note falls all the time, and in its first stage faster than later")
  func decay() throws {
    for recording in recordings where (24...108).contains(recording.key) {
      let parts = 8
      let length = recording.loop.lowerBound / parts
      let levels = (0..<parts).map { part in
        let points = recording.points[part * length..<(part + 1) * length]
        return 10 * log10(points.reduce(0) { $0 + $1 * $1 } / Double(length))
      }
      for (level, next) in zip(levels.dropFirst(), levels.dropFirst(2)) {
        #expect(next < level + 0.3, "\(recording.name): \(levels)")
      }
      let seconds = Double(length) / recording.rate(ofKey: recording.key)
      let first = (levels[1] - levels[3]) / (2 * seconds)
      // FluidSynth falls by 96 dB in the time that it is told for key 60.
      let decay = try #require(recording.generators[36])
      let perKey = try #require(recording.generators[40])
      let later = 96 / exp2(Double(decay + perKey * (60 - recording.key)) / 1200)
      #expect(first > later, "\(recording.name)")
      #expect((2.4...20).contains(later), "\(recording.name)")
      #expect((4...80).contains(first), "\(recording.name)")
      #expect(recording.generators[37] == 1000)
    }
  }

  @Test("the player begins to fade where the loop begins, at every key")
  func hold() throws {
    for recording in recordings {
      let hold = try #require(recording.generators[35])
      let perKey = try #require(recording.generators[39])
      for key in recording.keys {
        let seconds = exp2(Double(hold + perKey * (60 - key)) / 1200)
        let loop = Double(recording.loop.lowerBound) / recording.rate(ofKey: key)
        #expect(abs(seconds / loop - 1) < 0.01, "key \(key)")
      }
    }
  }

  @Test("at a zone's highest key no partial reaches 19 kHz")
  func bandLimit() {
    for recording in recordings {
      let partials = PianoModel.partials(ofKey: recording.key, upToKey: recording.keys.upperBound)
      let fundamental = 440 * exp2(Double(recording.keys.upperBound - 69) / 12)
      #expect(partials.first?.number == 1)
      for partial in partials.dropFirst() { #expect(partial.ratio * fundamental < 19_000) }
    }
  }

  @Test("all its points have room to full scale, and it begins without a click")
  func level() {
    for recording in recordings {
      #expect(recording.points.allSatisfy { abs($0) < 0.951 }, "\(recording.name)")
      #expect(abs(recording.points[0]) < 1e-6 && abs(recording.points[1]) < 0.01)
    }
  }

  /// How many cents a partial lies above a number of cycles to a point: the slope of its phase, fitted by
  /// least squares to windows of 12 cycles of the fundamental.
  private func cents(of recording: Recording, cyclesPerPoint: Double, in range: Range<Int>)
    -> Double
  {
    let length = Int(12 / recording.cyclesPerPoint)
    guard range.count >= length else { return .infinity }
    let step = max(1, min(length / 4, (range.count - length) / 8))
    let weights = (0..<length).map { index in
      pow(sin(.pi * (Double(index) + 0.5) / Double(length)), 4)
    }
    var phases: [(position: Double, turns: Double)] = []
    for start in stride(from: range.lowerBound, through: range.upperBound - length, by: step) {
      var real = 0.0
      var imaginary = 0.0
      for index in 0..<length {
        let turns = cyclesPerPoint * Double(start + index)
        let angle = 2 * .pi * (turns - turns.rounded())
        let value = weights[index] * recording.points[start + index]
        real += value * cos(angle)
        imaginary -= value * sin(angle)
      }
      var turns = atan2(imaginary, real) / (2 * .pi)
      if let last = phases.last { turns += (last.turns - turns).rounded() }
      phases.append((Double(start), turns))
    }
    let count = Double(phases.count)
    let middle = phases.reduce(0) { $0 + $1.position } / count
    let mean = phases.reduce(0) { $0 + $1.turns } / count
    let slope =
      phases.reduce(0) { $0 + ($1.position - middle) * ($1.turns - mean) }
      / phases.reduce(0) { $0 + ($1.position - middle) * ($1.position - middle) }
    return 1200 * log2(1 + slope / cyclesPerPoint)
  }
}
