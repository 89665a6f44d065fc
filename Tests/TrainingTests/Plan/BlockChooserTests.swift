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

  /// The trials of a shuffled list of two rows, asked three times, as `seed 11` gives them anywhere: the numbers stand
  /// here, so that another machine has to give the same.
  @Test(
    "a seed gives the same trials on every computer, whatever the history knows",
    arguments: [
      (
        TrainingName.comparison,
        [
          "50 P5 -30.0 0 -1.8107217675560294",
          "64 M3- 30.0 0 4.043609434318823",
          "51 M3- -30.0 0 2.775496149997946",
          "37 P5 -42.3 0 0.28693860747931677",
          "40 P5 -59.642999999999994 0 0.7640777052476344",
          "43 M3- -42.3 0 -0.5753395460995314",
        ]
      ),
      (
        .purity,
        [
          "65 P5 30.0 0 -3.1879304033836253",
          "76 M3- -30.0 1 -2.0158877645175877",
          "41 M3- 30.0 1 1.074966293193984",
          "78 P5 42.3 1 4.164239541639313",
          "66 P5 -42.3 1 3.243791565055838",
          "81 M3- -21.27659574468085 0 3.270771323817079",
        ]
      ),
      (
        .oddOne,
        [
          "50 P5 -30.0 1 2.6691514239614156",
          "64 M3- 30.0 3 -0.4471348251529417",
          "51 M3- -42.3 3 -0.166617778656295",
          "37 P5 -30.0 2 -1.2829315681879083",
          "40 P5 -42.3 2 2.4828262522404154",
          "43 M3- -59.642999999999994 2 4.054270276370988",
        ]
      ),
      (
        .matching,
        [
          "50 P5 18.581287224968662 0 -1.8107217675560294",
          "64 M3- 63.72870897406099 0 4.043609434318823",
          "51 M3- -79.46523356074914 0 2.775496149997946",
          "37 P5 74.54744913634266 0 0.28693860747931677",
          "40 P5 22.5377889310909 0 0.7640777052476344",
          "43 M3- 87.10602106541992 0 -0.5753395460995314",
        ]
      ),
    ])
  func pinned(training: TrainingName, expected: [String]) {
    var block = Block(Block.Activity(rawValue: training.rawValue) ?? .rest, .trials(6))
    block.list = ["P5", "M3-"].map { interval in
      var row = Block.Trial()
      row.interval = DirectedInterval(interval)
      return row
    }
    (block.order, block.repeats) = (.random, 3)
    if training.answer != .pitch {
      var rule = Staircase()
      (rule.start, rule.steps) = (30, [1.41])
      block.method = .staircase(rule)
    }
    settings.varyLoudness = UnitInterval(1)
    for knows in [false, true] {
      var hearing = HearingModel()
      if knows {
        for index in 0..<60 {
          hearing.add(
            ChoiceAnswer(
              training == .purity ? .purity : .comparison, note: MIDINote(60),
              interval: DirectedInterval(.perfectFifth), centOffset: index % 2 == 0 ? 9 : -9,
              isCorrect: index % 5 > 0, date: Date(timeIntervalSince1970: Double(index))))
        }
      }
      let course = BlockCourse(block, seed: 11)
      let chooser = TrainingChooser(
        training, hearing: { hearing }, course: course,
        now: { Date(timeIntervalSince1970: 100) })
      let run = chooser.makeRun(settings)
      let notes = chooser.notes(in: run, settings, canSound: { _ in true })
      var random = RandomSource()
      let asked = (1...6).map { index in
        let trial = chooser.trial(index, in: run, among: notes, settings, using: &random)
        let (challenge, stamp) = (
          trial.challenge, Stamp(id: UUID(), date: Date(timeIntervalSince1970: 0))
        )
        switch training.answer {
        case .choice: course.add(CompletedTrial(trial, .choice(true), stamp))
        case .place: course.add(CompletedTrial(trial, .place(1), stamp))
        case .pitch, .none: course.add(CompletedTrial(trial, .pitch(0), stamp))
        }
        let place = training == .oddOne ? challenge.oddPlace : challenge.isFirstTrue ? 1 : 0
        return "\(challenge.referenceNote.rawValue) \(challenge.interval) "
          + "\(challenge.centOffset.rawValue) \(place) \(trial.amplitudeDB.decibels)"
      }
      #expect(asked == expected)
    }
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
