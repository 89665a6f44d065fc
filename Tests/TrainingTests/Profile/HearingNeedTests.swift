import Foundation
import Music
import Testing

@testable import Training

@Suite("What a first trial needs of the model of hearing")
struct HearingNeedTests {
  private let fifth = DirectedInterval(.perfectFifth)

  private func answer(_ index: Int, harmonic: Bool = false) -> ChoiceAnswer {
    ChoiceAnswer(
      .comparison,
      note: MIDINote(60 + index % 5), interval: index % 3 == 0 ? fifth : .prime,
      centOffset: Cents(index % 2 == 0 ? 14 : -9), isCorrect: index % 4 != 0,
      date: Date(timeIntervalSince1970: 1_700_000_000 + Double(index) * 3600),
      context: .heardOnce(harmonic ? .harmonic : .melodic))
  }

  @Test("a training needs the kinds of its rotation; the staircase needs everything")
  func needs() {
    func need(_ intervals: [DirectedInterval], _ strategy: StrategyName) -> HearingNeed? {
      HearingNeed(
        .comparison, intervals: intervals, presentation: .harmonic, strategy: strategy)
    }
    #expect(need([.prime], .adaptive) == .comparisons([.unison], .harmonic))
    #expect(need([fifth], .adaptive) == .comparisons([.interval], .harmonic))
    #expect(need([.prime, fifth], .adaptive) == .comparisons([.unison, .interval], .harmonic))
    #expect(need([.prime], .kazez) == nil)
    #expect(
      HearingNeed(
        .matching, intervals: [.prime, fifth], presentation: .melodic, strategy: .kazez)
        == .matchings)
  }

  @Test("it follows from the last comparisons of that kind as from all records, and is taken over")
  func concluded() {
    let answers = (0..<300).map { answer($0, harmonic: $0 % 7 == 0) }
    var replay = HearingReplay()
    for answer in answers { replay.add(answer) }
    let whole = replay.finish()
    var rest = HearingReplay()
    for answer in answers { rest.add(answer) }
    let need = HearingNeed.comparisons([.unison], .melodic)
    let other = rest.finish(without: need)
    #expect(other.unison.melodic.count == 0 && other.unison.harmonic.count > 0)
    var first = HearingModel()
    first.concludeLast(
      answers.filter { $0.kind == .unison && $0.presentation == .melodic }, of: .unison, .melodic)
    #expect(first.unison.melodic.count == whole.unison.melodic.count)
    #expect(first.unison.melodic.level == whole.unison.melodic.level)
    #expect(first.intervals.melodic.count == 0)
    let completed = other.completed(with: [], for: need, from: first)
    #expect(completed.unison.melodic.level == whole.unison.melodic.level)
    #expect(completed.intervals.melodic.count == whole.intervals.melodic.count)
    #expect(completed.profile == whole.profile)
  }

  @Test("older comparisons than count are left out")
  func full() {
    var model = HearingModel()
    model.concludeLast(
      (0..<HearingReplay.window + 5).map { answer(3 * $0 + 1) }, of: .unison, .melodic)
    #expect(model.unison.melodic.count == HearingReplay.window)
  }
}
