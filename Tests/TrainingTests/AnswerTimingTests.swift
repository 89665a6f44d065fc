import Foundation
import Testing

@testable import Training

@Suite("Timing of an answer")
struct AnswerTimingTests {
  private static let rate = 48_000.0
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  private func time(_ frame: UInt32) -> SoundTime { SoundTime(frame: frame, rate: Self.rate) }

  /// A trial whose second note began at that frame.
  private func timing(secondNoteAt frame: UInt32) -> AnswerTiming {
    var timing = AnswerTiming()
    timing.noteRequested()
    timing.noteBegan(at: time(frame &- 48_000), date)
    timing.noteRequested()
    timing.noteBegan(at: time(frame), date)
    return timing
  }

  @Test("a trial has sounded from the first frame of its first note on, not from the request on")
  func hasSounded() {
    var timing = AnswerTiming()
    timing.noteRequested()
    #expect(!timing.hasSounded)
    timing.noteBegan(at: nil, date)
    #expect(timing.hasSounded)
  }

  @Test("the first note does not start the response time, the second does, and no third one")
  func secondNote() {
    var timing = AnswerTiming()
    timing.noteRequested()
    timing.noteBegan(at: time(0), date)
    #expect(timing.responseTime(at: time(4800), date) == nil)
    timing.noteRequested()
    timing.noteBegan(at: time(4800), date)
    #expect(timing.responseTime(at: time(9600), date) == 0.1)
    timing.noteRequested()
    timing.noteBegan(at: time(9600), date)
    #expect(timing.responseTime(at: time(14_400), date) == 0.2)
  }

  @Test("the count of frames may begin anew between note and answer")
  func wrap() {
    #expect(timing(secondNoteAt: .max - 99).responseTime(at: time(4700), date) == 0.1)
  }

  @Test("an answer within a period before the note took no time; an earlier one has none")
  func early() {
    let timing = timing(secondNoteAt: 96_000)
    #expect(timing.responseTime(at: time(96_000 - 8192), date) == 0)
    #expect(timing.responseTime(at: time(96_000 - 9600), date) == nil)
  }

  @Test("nothing is said after an hour, nor at another sample rate, nor without a clock")
  func unknown() {
    let timing = timing(secondNoteAt: 96_000)
    #expect(timing.responseTime(at: time(97_000), date.addingTimeInterval(3600)) == nil)
    #expect(timing.responseTime(at: SoundTime(frame: 97_000, rate: 44_100), date) == nil)
    var silent = AnswerTiming()
    for _ in 0..<2 {
      silent.noteRequested()
      silent.noteBegan(at: nil, date)
    }
    #expect(silent.responseTime(at: time(0), date) == nil)
  }
}
