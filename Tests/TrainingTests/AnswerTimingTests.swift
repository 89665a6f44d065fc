import Foundation
import Music
import Testing

@testable import Training

@Suite("Timing of an answer")
struct AnswerTimingTests {
  private static let rate = 48_000.0
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  private func time(_ frame: UInt32) -> SoundTime { SoundTime(frame: frame, rate: Self.rate) }

  /// Notes one after the other.
  private func passage(_ count: Int = 2) -> Passage {
    let note = Passage.Note(
      NoteRequest(Frequency(hertz: 440)), duration: NoteSpan(seconds: 1))
    return Passage(sequence: Array(repeating: note, count: count), gap: 0)
  }

  /// A trial whose second note began at that frame.
  private func timing(secondNoteAt frame: UInt32) -> AnswerTiming {
    var timing = AnswerTiming()
    timing.passageRequested(passage())
    timing.noteBegan(0, at: time(frame &- 48_000), date)
    timing.noteBegan(1, at: time(frame), date)
    return timing
  }

  @Test("a trial has sounded from the first frame of its first note on, not from the request on")
  func hasSounded() {
    var timing = AnswerTiming()
    timing.passageRequested(passage())
    #expect(!timing.hasSounded)
    timing.noteBegan(0, at: nil, date)
    #expect(timing.hasSounded)
  }

  @Test("the last note of the trial starts the response time, and no other, nor a note alone")
  func noteInQuestion() {
    for count in 2...3 {
      var timing = AnswerTiming()
      timing.passageRequested(passage(count))
      for note in 0..<count - 1 {
        timing.noteBegan(note, at: time(0), date)
        #expect(timing.responseTime(at: time(4800), date) == nil)
      }
      timing.noteBegan(count - 1, at: time(4800), date)
      #expect(timing.responseTime(at: time(9600), date) == 0.1)
      // What is heard after the answer is not asked about.
      timing.passageRequested(passage(count))
      timing.noteBegan(count - 1, at: time(9600), date)
      #expect(timing.responseTime(at: time(14_400), date) == 0.2)
    }
    var alone = AnswerTiming()
    alone.passageRequested(passage(1))
    alone.noteBegan(0, at: time(0), date)
    #expect(alone.responseTime(at: time(4800), date) == nil)
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
    silent.passageRequested(passage())
    for note in 0..<2 { silent.noteBegan(note, at: nil, date) }
    #expect(silent.responseTime(at: time(0), date) == nil)
  }
}
