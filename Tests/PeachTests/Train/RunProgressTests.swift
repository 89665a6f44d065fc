import Charts
import Foundation
import MainThread
import Music
import Program
import Testing
import Training

@testable import PeachApp

@MainActor
@Suite("How far a run has come")
struct RunProgressTests {
  /// A right answer if the offset is above 0.
  private func result(_ offset: Cents) -> CompletedTrial {
    CompletedTrial(
      id: UUID(), .comparison,
      challenge: Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: offset),
      answer: .choice(true), tuningSystem: .equalTemperament, timestamp: .now)
  }

  private func makeProgress(
    _ training: TrainingName = .comparison, length: Block.Length? = nil, sessionTrials: Int? = nil
  ) -> RunProgress {
    RunProgress(training, length: length, sessionTrials: { sessionTrials })
  }

  @Test("a session has the answers and the time of all its clients, not the waits between them")
  func clients() {
    let start = ProgramClock.now
    let progress = makeProgress()
    progress.begin(at: start)
    for _ in 0..<3 { progress.add(result(1)) }
    progress.end(at: start + .seconds(60))
    #expect(progress.seconds(at: start + .seconds(1000)) == 60)
    progress.begin(at: start + .seconds(1000))
    #expect(progress.course.points.count == 3)
    progress.add(result(1))
    #expect(progress.seconds(at: start + .seconds(1030)) == 90)
    progress.end(at: start + .seconds(1040))
    #expect(progress.place == 5)
    #expect(progress.seconds(at: start + .seconds(9999)) == 100)
  }

  @Test("what is taken back of nothing changes nothing")
  func withdrawn() {
    let progress = makeProgress(.matching)
    progress.add(result(1))
    for _ in 0..<2 { progress.withdraw(result(1)) }
    #expect(progress.course == SessionCourse(.matching))
    #expect(progress.place == 1 && progress.right == 0)
  }

  @Test("right answers are counted, those that are taken back are not")
  func right() {
    let progress = makeProgress()
    for offset in [5.0, -5, 5] { progress.add(result(Cents(offset))) }
    progress.withdraw(result(5))
    #expect(progress.results == 2 && progress.right == 1)
  }

  @Test("a run of so many trials ends with them; an answer that is taken back keeps its number")
  func trials() {
    let progress = makeProgress(length: .trials(2), sessionTrials: 1)
    progress.add(result(1))
    progress.withdraw(result(1))
    #expect(progress.results == 0 && progress.nextIndex == 2)
    progress.add(result(1))
    #expect(progress.ending == nil)
    progress.add(result(1))
    #expect(progress.ending == .trials)
    #expect(progress.limit == 2)
  }

  @Test("without a number the session decides, or nobody")
  func session() {
    for (trials, ending) in [(nil, nil), (2, nil), (1, .sessionEnd)] as [(Int?, Ending?)] {
      let progress = makeProgress(sessionTrials: trials)
      progress.add(result(1))
      #expect(progress.ending == ending)
      #expect(progress.limit == trials)
    }
  }

  @Test("a run of so many seconds ends with the first result after them; a rest does not count")
  func time() {
    let progress = makeProgress(length: .seconds(10), sessionTrials: 1)
    let begin = ProgramClock.now
    for seconds in [0, 4, 40, 45] {
      progress.train(at: begin + .seconds(seconds))
      #expect(progress.ending == nil)
    }
    progress.train(at: begin + .seconds(46))
    #expect(progress.time == .seconds(10) && progress.ending == .trials)
    #expect(progress.limit == nil)
  }

  @Test("chance with a seed goes on where it was")
  func chance() {
    let (one, other) = (SharedRandom(seed: 7), SharedRandom(seed: 7))
    let numbers = (0..<3).map { _ in one.next() }
    #expect(Set(numbers).count == 3)
    #expect(numbers == (0..<3).map { _ in other.next() })
  }
}
