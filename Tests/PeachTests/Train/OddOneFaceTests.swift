import Charts
import Console
import Foundation
import Music
import Realtime
import Testing
import Training

@testable import PeachApp
@testable import Program

@Suite("The odd one of three as the user sees it")
@MainActor
struct OddOneFaceTests {
  private let face = OddOneFace()

  private let trial = PosedTrial(
    .oddOne,
    Challenge(
      referenceNote: MIDINote(60), interval: DirectedInterval(.perfectFifth), centOffset: -8.1,
      oddPlace: 2),
    TrialConditions(
      index: 3, tuningSystem: .justIntonation, referencePitch: Frequency(hertz: 440),
      noteDuration: NoteDuration(seconds: 1), voicing: Voicing(.harmonic)))

  private func completed(_ place: Int) -> CompletedTrial {
    CompletedTrial(
      id: UUID(), .oddOne, challenge: trial.challenge, answer: .place(place),
      tuningSystem: trial.tuningSystem, timestamp: Date(timeIntervalSince1970: 0))
  }

  @Test("arrows, numbers and words answer, and what belongs to others does not")
  func commands() {
    let keys: [(Key, Int)] = [
      (.left, 1), (.character("1"), 1), (.down, 2), (.character("2"), 2), (.right, 3),
      (.character("3"), 3),
    ]
    for (key, place) in keys { #expect(face.command(for: key) == .choose(place)) }
    for (line, place) in [("first", 1), ("2", 2), ("Third", 3)] {
      #expect(LineCommands.parse(line, for: .oddOne) == .intent(.choose(place)))
    }
    #expect(LineCommands.parse("higher", for: .oddOne) == .unfitting("higher"))
  }

  @Test(
    "the trial says where the odd one is, the result what was answered; the line has the verdict")
  func shown() {
    let trial = face.shown(self.trial)
    #expect(trial.fields.contains(ShownField("oddPlace", .int(2))))
    let right = face.shown(completed(2), of: self.trial)
    #expect(right.line.hasPrefix("3 right: the second differed,") && !right.isWrong)
    let wrong = face.shown(completed(3), of: self.trial)
    #expect(wrong.line.hasPrefix("3 wrong: the second differed") && wrong.isWrong)
    #expect(wrong.fields.contains(ShownField("answeredPlace", .int(3), isSent: true)))
  }

  @Test("the stage shows three places, then the odd one above or below the others")
  func stage() {
    let states: [TrialPhase] = [.playingFirst, .playingSecond, .playingThird, .awaitingAnswer]
    for phase in states {
      let state = face.shown(phase, of: trial)
      #expect(state.scene != nil && state.phase == phase)
    }
  }
}
