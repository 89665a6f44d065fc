import Foundation
import Music

/// How often differences of each size were told correctly: all notes of a training together.
///
/// A bin is an eighth of an octave of |offset| wide (a factor of 1.09). Its size does not grow with
/// the history.
public nonisolated struct AnswerTally: Equatable, Sendable {
  /// Bins to a doubling of the offset.
  private static let binsPerDoubling = 8

  /// Offsets beyond these, in cents, fall into the first or the last bin.
  private static let limits = 0.01...1200.0

  private static let count = Int(
    (log2(limits.upperBound / limits.lowerBound) * Double(binsPerDoubling)).rounded(.up))

  private var slots = [AnswerBin](repeating: AnswerBin(), count: AnswerTally.count)

  /// The number of answers of all sizes together.
  public private(set) var answers = 0

  /// The bins with at least one answer, from small differences to large.
  public var bins: [AnswerBin] { slots.filter { $0.answers > 0 } }

  /// Wider bins, each a factor of √2: few enough to look at one by one.
  public var wideBins: [AnswerBin] {
    let width = Self.binsPerDoubling / 2
    return stride(from: 0, to: slots.count, by: width).map { start in
      AnswerBin(slots[start..<min(start + width, slots.count)])
    }.filter { $0.answers > 0 }
  }

  /// Adds an answer; the direction of its offset does not matter. O(1).
  mutating func add(centOffset: Cents, isCorrect: Bool) {
    let offset = centOffset.magnitude
    let within = min(max(offset, Self.limits.lowerBound), Self.limits.upperBound)
    let place = log2(within / Self.limits.lowerBound) * Double(Self.binsPerDoubling)
    slots[min(Int(place), slots.count - 1)].add(offset, isCorrect: isCorrect)
    answers += 1
  }
}

/// The answers to differences of about one size.
public nonisolated struct AnswerBin: Hashable, Sendable {
  public private(set) var answers = 0
  public private(set) var correct = 0
  private var offsets = Welford()

  /// The mean |offset| of these answers.
  public var offset: Cents { Cents(offsets.mean ?? 0) }

  /// The share of correct answers.
  public var shareCorrect: Double { answers > 0 ? Double(correct) / Double(answers) : 0 }

  fileprivate init() {}

  /// The bin that holds the answers of several bins.
  fileprivate init(_ parts: some Sequence<AnswerBin>) {
    for part in parts where part.answers > 0 {
      answers += part.answers
      correct += part.correct
      offsets = offsets.joined(with: part.offsets)
    }
  }

  fileprivate mutating func add(_ offset: Double, isCorrect: Bool) {
    answers += 1
    if isCorrect { correct += 1 }
    offsets.add(offset)
  }
}
