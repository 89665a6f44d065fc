import Foundation
import Testing

@testable import Sound

/// The delay between two strands of one note.
@Suite("Phase between strands")
struct PhaseMeterTests {
  private static let rate = 48_000.0
  private static let partials: [Double] = [1, 0.5, 0.3, 0.2]

  /// A tone with partials that dies away; its fundamental is at phase 0 at time 0.
  private func tone(_ hertz: Double, at frame: Double) -> Double {
    let time = frame / Self.rate
    let sum = Self.partials.enumerated().reduce(0.0) { sum, partial in
      sum + partial.element * sin(2 * .pi * Double(partial.offset + 1) * hertz * time)
    }
    return exp(-time) * sum
  }

  private func block(_ number: Int, _ value: (_ frame: Double) -> Double) -> [Float] {
    (0..<64).flatMap { frame -> [Float] in
      let sample = Float(0.1 * value(Double(64 * number + frame)))
      return [sample, 0.5 * sample]
    }
  }

  /// What the meter says of a new strand that is ahead by so many frames.
  private func delay(ahead frames: Double, hertz: Double, nominal: Double) -> Double {
    var meter = PhaseMeter()
    meter.prepare(cycleFrames: Self.rate / nominal, leastFrames: 480)
    meter.restart()
    var number = 0
    while !meter.isComplete {
      meter.add(
        old: block(number) { tone(hertz, at: $0) },
        new: block(number) { 8 * tone(hertz, at: $0 + frames) })
      number += 1
    }
    #expect(number == meter.length)
    #expect(meter.isNewLouder)
    return meter.delay
  }

  @Test(
    "delays the new strand by what it is ahead, within a cycle", arguments: [27.5, 110, 443, 1865])
  func delay(hertz: Double) {
    let cycle = Self.rate / hertz
    for share in [0.01, 0.2, 0.5, 0.77, 0.99] {
      let measured = delay(ahead: share * cycle, hertz: hertz, nominal: hertz)
      #expect(abs(measured - share * cycle) < 0.001 * cycle)
    }
  }

  @Test(
    "a sample that is out of tune is delayed by its own cycle", arguments: [-80.0, -20, 20, 80])
  func outOfTune(cents: Double) {
    let hertz = 443 * exp2(cents / 1200)
    let cycle = Self.rate / hertz
    let measured = delay(ahead: 0.9 * cycle, hertz: hertz, nominal: 443)
    #expect(abs(measured - 0.9 * cycle) < 0.003 * cycle)
  }

  @Test("silence and what is no number ask for no delay")
  func degenerate() {
    for value in [Float(0), .nan, .infinity] {
      var meter = PhaseMeter()
      meter.prepare(cycleFrames: 100, leastFrames: 480)
      meter.restart()
      let block = [Float](repeating: value, count: 128)
      while !meter.isComplete { meter.add(old: block, new: block) }
      #expect(meter.delay == 0)
    }
  }
}
