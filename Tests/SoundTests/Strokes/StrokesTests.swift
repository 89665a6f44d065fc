import Foundation
import Testing

@testable import Sound

/// When a note is struck again, by levels made to order.
@Suite("Strokes")
struct StrokesTests {
  private static let rate = 48_000.0

  /// After how many seconds a note is due whose amplitude is that at each time; `nil` if it is not
  /// within 10 s.
  private func due(
    hertz: Double = 440, _ amplitude: (_ seconds: Double) -> Double
  ) -> Double? {
    var strokes = Strokes(sampleRate: Self.rate)
    strokes.begin(cycleFrames: Self.rate / hertz, leadBlocks: 50)
    var block = [Float](repeating: 0, count: 128)
    for number in 0..<7500 {
      let height = 0.1 * amplitude(Double(64 * number) / Self.rate)
      for frame in 0..<64 {
        let time = Double(64 * number + frame) / Self.rate
        let value = Float(height * sin(2 * .pi * hertz * time))
        block[2 * frame] = value
        block[2 * frame + 1] = value
      }
      strokes.add(block)
      if strokes.isDue { return Double(64 * (number + 1)) / Self.rate }
    }
    return nil
  }

  private func gain(_ decibels: Double) -> Double { pow(10, decibels / 20) }

  @Test("after 20 dB, a little earlier if that much time passes until the stroke sounds")
  func fall() throws {
    for perSecond in [6.0, 10, 30, 60] {
      let seconds = try #require(due { gain(-perSecond * $0) })
      #expect((17.5...20.5).contains(seconds * perSecond), "\(perSecond) dB a second")
    }
  }

  @Test("after 4 s if it is half as loud then, later if it is later")
  func patience() throws {
    #expect((4...4.1).contains(try #require(due { gain(-3.5 * $0) })))
    #expect((8...9.1).contains(try #require(due { gain(-1.3 * $0) })))
    #expect(due { gain(-0.3 * $0) } == nil)
  }

  @Test("silence at the end of a recording is a fall")
  func endOfRecording() throws {
    #expect((1...1.15).contains(try #require(due { $0 < 1 ? 1 : 0 })))
  }

  @Test(
    "never if it stays, swings, begins with an accent or never sounds",
    arguments: [27.5, 440, 4186])
  func steady(hertz: Double) {
    #expect(due(hertz: hertz) { _ in 1 } == nil)
    #expect(due(hertz: hertz) { gain(4 * sin(2 * .pi * 6 * $0)) } == nil)
    #expect(due(hertz: hertz) { gain(4 * sin(2 * .pi * 0.4 * $0)) } == nil)
    #expect(due(hertz: hertz) { gain(8 * exp(-$0 / 0.1)) } == nil)
    // Two loops that beat, down to silence.
    #expect(due(hertz: hertz) { abs(cos(.pi * 2 * $0)) } == nil)
    #expect(due(hertz: hertz) { min($0 / 0.5, 1) } == nil)
    #expect(due(hertz: hertz) { _ in 0 } == nil)
  }

  @Test("a stroke begins it anew")
  func restart() {
    var strokes = Strokes(sampleRate: Self.rate)
    strokes.begin(cycleFrames: 100, leadBlocks: 50)
    let loud = [Float](repeating: 0.5, count: 128)
    let silent = [Float](repeating: 0, count: 128)
    for _ in 0..<100 { strokes.add(loud) }
    for _ in 0..<100 { strokes.add(silent) }
    #expect(strokes.isDue)
    strokes.restart()
    #expect(!strokes.isDue)
    for _ in 0..<100 { strokes.add(loud) }
    #expect(!strokes.isDue)
  }
}
