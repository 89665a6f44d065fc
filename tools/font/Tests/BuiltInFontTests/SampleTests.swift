import Foundation
import Music
import Testing

@testable import BuiltInFont

@Suite("The samples of the built-in font")
struct SampleTests {
  private let font: FontReader
  private let headers: [FontReader.SampleHeader]
  private let points: [Int]

  init() throws {
    font = try FontReader(WrittenFont.bytes)
    headers = try font.sampleHeaders()
    points = try font.points()
  }

  @Test("one loop is exactly one period of the root key, a recording's several")
  func exactPitch() {
    for header in headers {
      let loopRate = Double(header.rate) / Double(header.loopEnd - header.loopStart)
      let wanted = 440 * exp2(Double(header.rootKey - 69) / 12)
      let periods = header.isRecording ? (wanted / loopRate).rounded() : 1
      let sounding = periods * loopRate
      #expect(abs(1200 * log2(sounding / wanted)) < 1e-9)
      #expect(header.correctionCents == 0)
      #expect(header.type == 1)
    }
  }

  @Test("a loop runs on into the points around it, and 46 zeros follow each sample")
  func guards() {
    for header in headers {
      let lead = header.loopStart - header.start
      let trail = header.end - header.loopEnd
      #expect(min(lead, trail) >= 8)
      // A recording becomes steady just before its loop.
      let steady = header.isRecording ? 8 : lead
      #expect(
        points[header.loopStart - steady..<header.loopStart].elementsEqual(
          points[header.loopEnd - steady..<header.loopEnd]))
      #expect(
        points[header.loopEnd..<header.end].elementsEqual(
          points[header.loopStart..<header.loopStart + trail]))
      #expect(points[header.end..<header.end + 46].allSatisfy { $0 == 0 })
    }
    #expect(headers.last.map { $0.end + 46 } == points.count)
  }

  @Test("all samples have room to full scale and no offset, the steady tones the same level")
  func level() {
    for header in headers {
      let loop = points[header.loopStart..<header.loopEnd].map { Double($0) / 8_388_608 }
      if header.name.hasPrefix(anyOf: Timbre.all.map(\.name)) {
        let power = loop.reduce(0) { $0 + $1 * $1 } / Double(loop.count)
        #expect(abs(10 * log10(power) + 6.0206) < 0.001)
      }
      #expect(loop.allSatisfy { abs($0) < 0.951 }, "\(header.name)")
      #expect(points[header.loopStart..<header.loopEnd].reduce(0, +) == 0)
    }
  }

  @Test("every key of each preset has its zones, of one range, and every sample is used")
  func coverage() throws {
    let instruments = try zonesOfInstruments()
    #expect(instruments.count == BuiltInSound.allCases.count)
    for zones in instruments {
      for key in 0...127 {
        let sounding = zones.filter { $0.keys.contains(key) }
        #expect(Set(sounding.map(\.keys)).count == 1)
        // FluidSynth has 16 voices for one of Peach's notes.
        #expect(sounding.count <= 10)
      }
    }
    #expect(Set(instruments.joined().map(\.sample)) == Set(headers.indices))
  }

  @Test("at a zone's highest key nothing sounds above 19 kHz")
  func bandLimit() throws {
    // Partials of a recording are no multiples of its fundamental; see PianoTests.
    for zone in try zonesOfInstruments().joined() where !headers[zone.sample].isRecording {
      let header = headers[zone.sample]
      let fundamental = 440 * exp2(Double(zone.keys.upperBound - 69) / 12)
      let allowed = Int(19_000 / fundamental)
      // The tones end with their 64th harmonic; a model has far more at a low key.
      guard allowed < 64 || header.name.hasPrefix(anyOf: Timbre.all.map(\.name)) else { continue }
      // The faintest tones are as small as their rounding errors.
      #expect(power(of: header, above: min(allowed, 64)) < 1e-13, "\(header.name)")
    }
  }

  /// The power in a loop that is not in its first harmonics (Parseval's theorem), with full scale
  /// as 1.
  private func power(of header: FontReader.SampleHeader, above highest: Int) -> Double {
    let loop = points[header.loopStart..<header.loopEnd].map { Double($0) / 8_388_608 }
    let count = loop.count
    let sines = (0..<count).map { sin(2 * .pi * Double($0) / Double(count)) }
    var rest = loop.reduce(0) { $0 + $1 * $1 } / Double(count)
    loop.withUnsafeBufferPointer { loop in
      sines.withUnsafeBufferPointer { sines in
        for harmonic in 1...highest {
          var amplitude = 0.0
          for index in 0..<count { amplitude += loop[index] * sines[harmonic * index % count] }
          amplitude *= 2 / Double(count)
          rest -= amplitude * amplitude / 2
        }
      }
    }
    return rest
  }

  /// The key ranges and sample numbers of every instrument, according to the tables.
  private func zonesOfInstruments() throws -> [[(keys: ClosedRange<Int>, sample: Int)]] {
    let starts = try font.records("inst", size: 22).map { FontReader.number($0, at: 20, bytes: 2) }
    let bags = try font.records("ibag", size: 4).map { FontReader.number($0, at: 0, bytes: 2) }
    let generators = try font.records("igen", size: 4)
    return zip(starts, starts.dropFirst()).map { first, end in
      // The first zone has the common settings and no sample.
      (first + 1..<end).map { bag in
        let zone = generators[bags[bag]..<bags[bag + 1]]
        var keys = 0...127
        var sample = -1
        for generator in zone {
          switch generator[0] {
          case 43: keys = Int(generator[2])...Int(generator[3])
          case 53: sample = FontReader.number(generator, at: 2, bytes: 2)
          default: break
          }
        }
        return (keys, sample)
      }
    }
  }
}

extension FontReader.SampleHeader {
  /// Whether it is recorded from a model instead of one cycle.
  fileprivate var isRecording: Bool { name.hasPrefix("\(PianoModel.name) ") }
}

extension String {
  fileprivate func hasPrefix(anyOf prefixes: [String]) -> Bool {
    prefixes.contains { hasPrefix($0) }
  }
}
