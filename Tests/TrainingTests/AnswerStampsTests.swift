import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("Stamps of answers")
@MainActor
struct AnswerStampsTests {
  private let player = MockNotePlayer()
  private let id = UUID()
  private let run = UUID()
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  private var stamps: AnswerStamps {
    AnswerStamps(
      player: player, runID: run, place: PlanPosition("thirds-1", block: 2),
      now: { [date] in date },
      makeID: { [id] in id })
  }

  private func time(_ frame: UInt32) -> SoundTime { SoundTime(frame: frame, rate: 48_000) }

  /// A trial whose second note began at frame 4800.
  private var timing: AnswerTiming {
    let note = Passage.Note(NoteRequest(Frequency(hertz: 440)), duration: NoteSpan(seconds: 1))
    var timing = AnswerTiming()
    timing.passageRequested(Passage(sequence: [note, note], gap: 0))
    timing.noteBegan(1, at: time(4800), date)
    return timing
  }

  @Test("a stamp says what sounded, how long the answer took, its device and its run")
  func stamp() {
    player.recordedSound = "font:0:1"
    var context = TrialContext()
    context.heard = 2
    let stamp = stamps.stamp(context, timing, from: .midi, at: time(7200))
    #expect(stamp.id == id)
    #expect(stamp.date == date)
    #expect(stamp.context.heard == 2)
    #expect(stamp.context.soundSource == "font:0:1")
    #expect(stamp.context.plan == "thirds-1" && stamp.context.block == 2)
    #expect(stamp.context.responseTime == 0.05)
    #expect(stamp.context.input == .midi)
    #expect(stamp.context.run == run)
  }

  @Test("an answer without a time of its own is of this moment, if the sound runs")
  func thisMoment() {
    #expect(stamps.stamp(nil, timing, from: nil, at: nil).context.responseTime == nil)
    player.now = time(9600)
    let stamp = stamps.stamp(nil, timing, from: nil, at: nil)
    #expect(stamp.context.responseTime == 0.1)
    #expect(stamp.context.input == nil)
  }
}
