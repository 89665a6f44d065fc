import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("The course of a block")
@MainActor
struct BlockCourseTests {
  private nonisolated static func row(
    _ note: Int, _ condition: String? = nil
  ) -> Block.Trial {
    var row = Block.Trial()
    row.referenceNote = MIDINote(note)
    row.condition = condition
    return row
  }

  private func notes(_ rows: [Block.Trial]) -> [Int] {
    rows.map { $0.referenceNote?.rawValue ?? 0 }
  }

  private func rows(
    _ order: Block.Order, _ list: [Block.Trial], repeats: Int = 1, participant: Int = 1,
    seed: UInt64 = 1
  ) -> [Int] {
    var random = RandomSource(SeededGenerator(seed: seed))
    return notes(
      order.rows(of: list, repeats: repeats, participant: participant, using: &random))
  }

  private func answer(
    _ course: BlockCourse, right: Bool, _ interval: DirectedInterval = .prime,
    _ condition: String? = nil, offset: Double = 10
  ) -> CompletedTrial {
    var context = TrialContext.heardOnce(.melodic)
    context.condition = condition
    return CompletedTrial(
      id: UUID(), .comparison,
      challenge: Challenge(
        referenceNote: MIDINote(60), interval: interval, centOffset: Cents(offset)),
      answer: .choice(right == (offset > 0)), tuningSystem: .equalTemperament,
      timestamp: Date(timeIntervalSince1970: 1_700_000_000), context: context)
  }

  @Test("a list is asked as it stands, or shuffled anew in each repetition, by the seed")
  func orders() {
    let list = (60..<68).map { Self.row($0) }
    #expect(rows(.given, list, repeats: 2) == Array(60..<68) + Array(60..<68))
    let shuffled = rows(.random, list, repeats: 3)
    #expect(shuffled == rows(.random, list, repeats: 3))
    #expect(shuffled != rows(.random, list, repeats: 3, seed: 2))
    for repetition in 0..<3 {
      #expect(shuffled[(8 * repetition)..<(8 * repetition + 8)].sorted() == Array(60..<68))
    }
    #expect(shuffled[..<8] != shuffled[8..<16])
  }

  @Test(
    "Latin squares have each condition once at each place and after each other one equally often",
    arguments: [2, 3, 4, 5, 6, 7])
  func latinSquares(count: Int) {
    let participants = count.isMultiple(of: 2) ? count : 2 * count
    let square = (0..<participants).map { LatinSquare.row($0, of: count) }
    for place in 0..<count {
      let counts = Dictionary(grouping: square.map { $0[place] }, by: \.self).mapValues(\.count)
      #expect(counts.count == count && Set(counts.values).count == 1)
    }
    var followers: [[Int]: Int] = [:]
    for row in square {
      for pair in zip(row, row.dropFirst()) { followers[[pair.0, pair.1], default: 0] += 1 }
    }
    #expect(followers.count == count * (count - 1))
    #expect(Set(followers.values) == [participants / count])
    #expect(LatinSquare.row(participants, of: count) == square[0])
  }

  @Test("a Latin square orders conditions by the number of the participant, each with its rows")
  func latinList() {
    let list = [
      Self.row(60, "a"), Self.row(61, "b"), Self.row(62, "a"), Self.row(63, "c"), Self.row(64, "d"),
    ]
    #expect(rows(.latin, list, participant: 1) == [60, 62, 61, 64, 63])
    #expect(rows(.latin, list, participant: 2) == [61, 63, 60, 62, 64])
    #expect(rows(.latin, list, participant: 5) == rows(.latin, list, participant: 1))
    #expect(
      rows(.latin, [60, 61].map { Self.row($0) }, repeats: 2, participant: 2) == [61, 60, 60, 61])
    #expect(Participation(participant: "P07").number == 7)
    #expect(Participation(participant: "ab").number == nil && Participation().number == nil)
  }

  @Test(
    "the same seed asks the same, also after a break; an answer that was taken back changes the question"
  )
  func chance() {
    var block = Block(.comparison, .trials(40))
    block.list = (48..<60).map { Self.row($0) }
    block.order = .random
    let course = BlockCourse(block, at: 2, seed: 5)
    var asked: [Int] = []
    var numbers: [UInt64] = []
    for _ in 0..<6 {
      var random = course.random
      numbers.append(random.next())
      asked += notes([course.row])
      course.add(answer(course, right: true))
    }
    #expect(Set(numbers).count == 6)
    let answers = Array(course.answers.prefix(4))
    let resumed = BlockCourse(block, at: 2, seed: 5, answers: answers)
    var random = resumed.random
    #expect(random.next() == numbers[4] && notes([resumed.row]) == [asked[4]])
    let result = answer(resumed, right: false)
    resumed.add(result)
    resumed.withdraw(result)
    random = resumed.random
    #expect(random.next() == numbers[5] && notes([resumed.row]) == [asked[4]])
    for other in [BlockCourse(block, at: 3, seed: 5), BlockCourse(block, at: 2, seed: 6)] {
      random = other.random
      #expect(random.next() != numbers[0])
    }
  }

  @Test(
    "a staircase goes down after so many right answers, up after so many wrong ones, in steps that change"
  )
  func staircase() {
    var rule = Staircase()
    (rule.start, rule.steps, rule.reversals) = (64, [4, 2], 2)
    var track = Staircase.Track(rule)
    var differences: [Double] = []
    for isCorrect in [true, true, true, true, false, true, true, true, true, false, false] {
      track.add(isCorrect: isCorrect)
      differences.append(track.difference)
    }
    // The second reversal, at the seventh answer, brings the second step.
    #expect(differences == [64, 16, 16, 4, 16, 16, 8, 8, 4, 8, 16])
    #expect(track.reversals == 3)
    (rule.down, rule.up, rule.start) = (1, 1, 90)
    track = Staircase.Track(rule)
    track.add(isCorrect: false)
    #expect(track.difference == 100)
  }

  @Test(
    "2 down and 1 up lead to 70.7 %, 3 down and 1 up to 79.4 % right answers",
    arguments: [(2, 0.707), (3, 0.794)])
  func convergence(down: Int, share: Double) {
    var rule = Staircase()
    (rule.down, rule.steps) = (down, [1.1])
    var track = Staircase.Track(rule)
    var random = RandomSource(SeededGenerator(seed: 4))
    var logs: [Double] = []
    for _ in 0..<20_000 {
      let chance = 0.5 + 0.5 * (1 - exp(-track.difference / 10))
      logs.append(log(track.difference))
      track.add(isCorrect: Double.random(in: 0..<1, using: &random) < chance)
    }
    let mean = exp(logs.dropFirst(200).reduce(0, +) / Double(logs.count - 200))
    #expect(abs(0.5 + 0.5 * (1 - exp(-mean / 10)) - share) < 0.01)
  }

  @Test(
    "each interval and each condition has a staircase of its own; the block ends when all have turned"
  )
  func tracks() {
    var block = Block(.comparison, .trials(500))
    var rule = Staircase()
    (rule.down, rule.start) = (1, 32)
    block.method = .staircase(rule)
    block.end = .reversals(2)
    // The condition of the block is that of a row without one.
    block.condition = "b"
    block.list = [Self.row(60, "a"), Self.row(60)].map {
      var row = $0
      row.interval = .prime
      return row
    }
    let course = BlockCourse(block, seed: 1)
    func asked() -> Double {
      var random = course.random
      return course.offset(at: .prime, using: &random)?.magnitude ?? 0
    }
    var sizes: [Double] = []
    for right in [true, true, false, true, true, false] {
      sizes.append(asked())
      course.add(answer(course, right: right, .prime, course.condition))
    }
    #expect(sizes == [32, 32, 16, 16, 32, 8])
    // The first has turned twice, the second once.
    #expect(!course.isOver)
    course.add(answer(course, right: false, .prime, "a"))
    #expect(!course.isOver)
    course.add(answer(course, right: true, .prime, "b"))
    #expect(course.isOver)
  }

  @Test("a block ends when the threshold of the day is exact enough, or with its last trial")
  func standardError() {
    var block = Block(.comparison, .trials(400))
    block.end = .standardError(0.3)
    let course = BlockCourse(block, seed: 1)
    #expect(!course.isOver)
    var count = 0
    while !course.isOver, count < 400 {
      count += 1
      // 10 cents are told right three times in four.
      let (offset, rightTimes) = [(5.0, 65), (10, 76), (20, 90), (40, 98)][count % 4]
      course.add(answer(course, right: count * 37 % 100 < rightTimes, offset: offset))
    }
    #expect((80..<250).contains(count), "\(count)")
    block.end = nil
    block.length = .trials(2)
    let short = BlockCourse(block, seed: 1)
    short.add(answer(short, right: true))
    #expect(!short.isOver)
    short.add(answer(short, right: true))
    #expect(short.isOver)
  }
}
