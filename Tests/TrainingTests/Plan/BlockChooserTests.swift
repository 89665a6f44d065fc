import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("What a block of a plan asks")
@MainActor
struct BlockChooserTests {
  private let settings = MockUserSettings()

  private func trials(_ block: Block, _ training: TrainingName, _ count: Int) -> [PosedTrial] {
    let course = BlockCourse(block, seed: 3)
    let chooser = TrainingChooser(training, course: course)
    let run = chooser.makeRun(settings)
    let notes = chooser.notes(in: run, settings, canSound: { _ in true })
    var random = RandomSource(SeededGenerator(seed: 3))
    return (1...count).map { index in
      let trial = chooser.trial(index, in: run, among: notes, settings, using: &random)
      course.add(answer(to: trial))
      return trial
    }
  }

  private func answer(to trial: PosedTrial) -> CompletedTrial {
    CompletedTrial(trial, .choice(true), Stamp(id: UUID(), date: Date(timeIntervalSince1970: 0)))
  }

  @Test("a list is asked in its order; what it does not say comes from the settings")
  func list() {
    var block = Block(.comparison, .trials(2))
    var first = Block.Trial()
    first.referenceNote = MIDINote(50)
    first.interval = DirectedInterval(.perfectFifth)
    first.centOffset = -7
    var second = Block.Trial()
    second.interval = DirectedInterval(.majorThird)
    second.accompaniment = [.prime, DirectedInterval(.perfectFifth)]
    block.list = [first, second]
    let trials = trials(block, .comparison, 4)
    #expect(trials.map(\.interval.description) == ["P5", "M3", "P5", "M3"])
    #expect(trials[0].challenge.centOffset == -7 && trials[2].challenge.centOffset == -7)
    #expect(trials[0].referenceNote == MIDINote(50))
    #expect(trials[1].voicing.accompanimentText == "P1,P5")
    #expect(trials[0].voicing.accompanimentText == "P1")
    #expect((36...84).contains(trials[1].referenceNote.rawValue))
  }

  @Test("a note that is tuned begins where the list says")
  func initialOffset() {
    var block = Block(.matching, .trials(1))
    var trial = Block.Trial()
    trial.initialCentOffset = 33
    block.list = [trial]
    #expect(trials(block, .matching, 1)[0].challenge.centOffset == 33)
  }

  @Test("a check asks one difference, higher as often as lower")
  func check() {
    var block = Block(.comparison, .trials(30))
    block.method = .constant(12)
    let offsets = trials(block, .comparison, 200).map(\.challenge.centOffset.rawValue)
    #expect(Set(offsets) == [12, -12])
    #expect((70...130).contains(offsets.count { $0 > 0 }))
  }

  @Test("what a row says of level and condition is in the trial; the block has the rest")
  func rows() {
    var block = Block(.comparison, .trials(2))
    block.condition = "usual"
    block.method = .constant(20)
    var loud = Block.Trial()
    loud.amplitude = AmplitudeDB(-6)
    loud.condition = "soft"
    block.list = [loud, Block.Trial()]
    let trials = trials(block, .comparison, 2)
    #expect(trials.map(\.condition) == ["soft", "usual"])
    #expect(trials.map(\.amplitudeDB.decibels) == [-6, 0])
    #expect(trials.map(\.strategy) == ["constant", "constant"])
    #expect(TrialContext(of: trials[0]).condition == "soft")
  }

  @Test("without feedback the truth follows no answer, and is not heard on request")
  func noFeedback() throws {
    var block = Block(.comparison, .trials(30))
    block.hasFeedback = false
    settings.afterWrongAnswer = .replay
    let trial = trials(block, .comparison, 1)[0]
    let stamp = Stamp(id: UUID(), date: Date(timeIntervalSince1970: 0))
    var machine = ChoiceMachine(.comparison)
    _ = machine.pose(trial, in: TrialRun(intervals: [.prime], tuningSystem: .equalTemperament))
    machine.beginSecondNote()
    machine.endSecondNote()
    let isHigher = trial.challenge.centOffset.rawValue > 0
    _ = machine.handle(.answer(higher: !isHigher), stamp)
    #expect(machine.phase == .showingFeedback)
    #expect(machine.handle(.last, stamp) == nil)
    #expect(machine.restEnded(machine.step) == [.choose(try #require(machine.run), index: 2)])
  }
}
