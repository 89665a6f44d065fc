import Foundation
import Music
import Testing

@testable import Training

@Suite("What a first trial needs of the model of hearing")
struct HearingNeedTests {
  private let fifth = DirectedInterval(.perfectFifth)

  private func answer(_ index: Int, harmonic: Bool = false) -> ComparisonAnswer {
    ComparisonAnswer(
      note: MIDINote(60 + index % 5), interval: index % 3 == 0 ? fifth : .prime,
      centOffset: Cents(index % 2 == 0 ? 14 : -9), isCorrect: index % 4 != 0,
      date: Date(timeIntervalSince1970: 1_700_000_000 + Double(index) * 3600),
      condition: .unknown, heard: 1, presentation: harmonic ? .harmonic : .melodic)
  }

  @Test("a training of one kind needs that kind; the staircase, and a mixed rotation, everything")
  func needs() {
    func need(_ intervals: [DirectedInterval], _ strategy: StrategyName) -> HearingNeed? {
      HearingNeed(
        .comparison, intervals: intervals, presentation: .harmonic, strategy: strategy)
    }
    #expect(need([.prime], .adaptive) == .comparisons(.unison, .harmonic))
    #expect(need([fifth], .adaptive) == .comparisons(.interval, .harmonic))
    #expect(need([.prime, fifth], .adaptive) == nil)
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
    let need = HearingNeed.comparisons(.unison, .melodic)
    let other = rest.finish(without: need)
    #expect(other.unison.melodic.count == 0 && other.unison.harmonic.count > 0)
    var last = LastComparisons(of: .unison, .melodic)
    for answer in answers.reversed() { last.add(answer) }
    let first = last.conclude()
    #expect(first.unison.melodic.count == whole.unison.melodic.count)
    #expect(first.unison.melodic.level == whole.unison.melodic.level)
    #expect(first.intervals.melodic.count == 0 && !last.isFull)
    let completed = other.completed(with: [], for: need, from: first)
    #expect(completed.unison.melodic.level == whole.unison.melodic.level)
    #expect(completed.intervals.melodic.count == whole.intervals.melodic.count)
    #expect(completed.profile == whole.profile)
  }

  @Test("older comparisons than count are left out")
  func full() {
    var last = LastComparisons(of: .unison, .melodic)
    for index in 0..<HearingReplay.window { last.add(answer(3 * index + 1)) }
    #expect(last.isFull)
    var few = LastComparisons(of: .unison, .melodic, window: HearingWindow(count: 2))
    few.add(answer(3))
    #expect(few.missingCount == 2)
    for index in [7, 4, 1] { few.add(answer(index)) }
    #expect(few.isFull && few.missingCount == 0)
    #expect(few.conclude().unison.melodic.count == 2)
  }
}
