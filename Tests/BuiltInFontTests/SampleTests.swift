import Foundation
import Testing

@testable import BuiltInFont

@Suite("The samples of the built-in font")
struct SampleTests {
  private let font: FontReader
  private let headers: [FontReader.SampleHeader]
  private let points: [Int]

  init() throws {
    font = try FontReader(BuiltInFont.bytes())
    headers = try font.sampleHeaders()
    points = try font.points()
  }

  @Test("one loop is exactly one period of the root key")
  func exactPitch() {
    for header in headers {
      let sounding = Double(header.rate) / Double(header.loopEnd - header.loopStart)
      let wanted = 440 * exp2(Double(header.rootKey - 69) / 12)
      #expect(abs(1200 * log2(sounding / wanted)) < 1e-9)
      #expect(header.correctionCents == 0)
      #expect(header.type == 1)
    }
  }

  @Test("a loop runs on into the points around it, and 46 zeros follow each sample")
  func guards() {
    for header in headers {
      let guards = Sample.guardPoints
      #expect(header.loopStart - header.start >= guards)
      #expect(header.end - header.loopEnd >= guards)
      #expect(
        points[header.start..<header.loopStart].elementsEqual(
          points[header.loopEnd - guards..<header.loopEnd]))
      #expect(
        points[header.loopEnd..<header.end].elementsEqual(
          points[header.loopStart..<header.loopStart + guards]))
      #expect(points[header.end..<header.end + 46].allSatisfy { $0 == 0 })
    }
    #expect(headers.last.map { $0.end + 46 } == points.count)
  }

  @Test("all samples have the same level, room to full scale, and no offset")
  func level() {
    for header in headers {
      let loop = points[header.loopStart..<header.loopEnd].map { Double($0) / 8_388_608 }
      let power = loop.reduce(0) { $0 + $1 * $1 } / Double(loop.count)
      #expect(abs(10 * log10(power) + 6.0206) < 0.001)
      #expect(loop.allSatisfy { abs($0) < 0.9 })
      #expect(points[header.loopStart..<header.loopEnd].reduce(0, +) == 0)
    }
  }

  @Test("the zones of each preset go from key 0 to key 127 without a gap")
  func coverage() throws {
    let zones = try zonesOfInstruments()
    #expect(zones.count == 3)
    for instrument in zones {
      #expect(instrument.first?.keys.lowerBound == 0)
      #expect(instrument.last?.keys.upperBound == 127)
      for (zone, next) in zip(instrument, instrument.dropFirst()) {
        #expect(next.keys.lowerBound == zone.keys.upperBound + 1)
      }
    }
    #expect(zones.joined().map(\.sample) == Array(headers.indices))
  }

  @Test("at a zone's highest key nothing sounds above 19 kHz")
  func bandLimit() throws {
    for zone in try zonesOfInstruments().joined() {
      let fundamental = 440 * exp2(Double(zone.keys.upperBound - 69) / 12)
      let allowed = min(Int(19_000 / fundamental), 64)
      #expect(shareAbove(harmonic: allowed, of: headers[zone.sample]) < 1e-12)
    }
  }

  /// The part of a loop's power that is not in its first harmonics (Parseval's theorem).
  private func shareAbove(harmonic highest: Int, of header: FontReader.SampleHeader) -> Double {
    let loop = points[header.loopStart..<header.loopEnd].map(Double.init)
    let sines = (0..<loop.count).map { sin(2 * .pi * Double($0) / Double(loop.count)) }
    var rest = loop
    for harmonic in 1...highest {
      var amplitude = 0.0
      for index in loop.indices {
        amplitude += loop[index] * sines[harmonic * index % loop.count]
      }
      amplitude *= 2 / Double(loop.count)
      for index in loop.indices {
        rest[index] -= amplitude * sines[harmonic * index % loop.count]
      }
    }
    return rest.reduce(0) { $0 + $1 * $1 } / loop.reduce(0) { $0 + $1 * $1 }
  }

  /// The key ranges and sample numbers of every instrument, as the tables tell them.
  private func zonesOfInstruments() throws -> [[(keys: ClosedRange<Int>, sample: Int)]] {
    let starts = try font.records("inst", size: 22).map { FontReader.number($0, at: 20, bytes: 2) }
    let bags = try font.records("ibag", size: 4).map { FontReader.number($0, at: 0, bytes: 2) }
    let generators = try font.records("igen", size: 4)
    return zip(starts, starts.dropFirst()).map { first, end in
      // The first zone holds what is common to all and has no sample.
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
