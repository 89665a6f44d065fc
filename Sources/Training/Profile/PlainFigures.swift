import Foundation
import MainThread
import Music

/// The plain figures of the differences that were asked and of the notes that were tuned.
/// Conclusions about the user's hearing are in ``UnisonHearing``, ``IntervalHearing`` and
/// ``MatchingHearing``.
public nonisolated struct PerceptualProfile: Equatable, Sendable {
  /// Comparison training: the plain figures of the differences presented.
  public private(set) var discrimination = ByTrainingKind { _ in PitchDiscriminationProfile() }

  public private(set) var matching = ByTrainingKind { _ in PitchMatchingProfile() }

  public init() {}

  mutating func update(note: MIDINote, centOffset: Cents, in kind: TrainingKind) {
    discrimination[kind].update(note: note, centOffset: centOffset)
  }

  mutating func updateMatching(centError: Cents, in kind: TrainingKind) {
    matching[kind].update(centError: centError)
  }
}

public nonisolated struct PitchDiscriminationProfile: Equatable, Sendable {
  private var notes = [NoteStatistics](
    repeating: NoteStatistics(), count: MIDINote.range.upperBound + 1)

  public init() {}

  /// The statistics of the comparisons with this reference note.
  public subscript(note: MIDINote) -> NoteStatistics { notes[note.rawValue] }

  /// The notes with at least one comparison, ascending.
  public var trainedNotes: [MIDINote] {
    MIDINote.range.map { MIDINote($0) }.filter { self[$0].count > 0 }
  }

  /// The number of comparisons on all notes together.
  public var count: Int { notes.reduce(0) { $0 + $1.count } }

  /// The mean of the trained notes' means; `nil` if no note is trained.
  public var overallMean: Cents? { means.mean.map { Cents($0) } }

  /// The sample standard deviation of the trained notes' means; `nil` below two notes.
  public var overallStdDev: Cents? { means.standardDeviation.map { Cents($0) } }

  /// Adds a comparison; the direction of its offset does not matter. O(1).
  public mutating func update(note: MIDINote, centOffset: Cents) {
    notes[note.rawValue].add(centOffset.magnitude)
  }

  private var means: Welford { Welford(notes.lazy.compactMap { $0.mean?.rawValue }) }
}

public nonisolated struct NoteStatistics: Hashable, Sendable {
  private var differences = Welford()
  public var count: Int { differences.count }

  /// The mean |offset|; `nil` before the first comparison.
  public var mean: Cents? { differences.mean.map { Cents($0) } }

  /// The sample standard deviation of the |offset|; `nil` below two comparisons.
  public var standardDeviation: Cents? { differences.standardDeviation.map { Cents($0) } }

  fileprivate mutating func add(_ difference: Double) { differences.add(difference) }
}

public nonisolated struct PitchMatchingProfile: Equatable, Sendable {
  private var magnitudes = Welford()
  private var errors = Welford()
  public var count: Int { magnitudes.count }

  /// The mean |error|; `nil` before the first.
  public var mean: Cents? { magnitudes.mean.map { Cents($0) } }

  /// The sample standard deviation of the |error|; `nil` below two.
  public var standardDeviation: Cents? { magnitudes.standardDeviation.map { Cents($0) } }

  /// The mean signed error, the constant error of psychophysics; positive is sharp.
  public var bias: Cents? { errors.mean.map { Cents($0) } }

  /// The sample standard deviation about the bias, the variable error of psychophysics.
  public var spread: Cents? { errors.standardDeviation.map { Cents($0) } }

  /// Adds a committed pitch; positive is sharp. O(1).
  mutating func update(centError: Cents) {
    magnitudes.add(centError.magnitude)
    errors.add(centError.rawValue)
    invariant(magnitudes.count == errors.count, "each error has a magnitude")
  }
}

/// The plain figures of answers and their changes, without conclusions about the user's hearing; of
/// notes one after the other, or of notes together.
public nonisolated struct PlainFigures: Sendable {
  public private(set) var profile = PerceptualProfile()
  public private(set) var trends = TrendAnalyzer()
  public private(set) var timeline: ThresholdTimeline

  /// - Parameter calendar: its time zone decides when a day ends.
  init(calendar: Calendar) { timeline = ThresholdTimeline(calendar: calendar) }

  /// Adds the answer to a choice, in order of time.
  mutating func add(_ answer: ChoiceAnswer) {
    let kind = answer.kind
    profile.update(note: answer.note, centOffset: answer.centOffset, in: kind)
    trends.update(centOffset: answer.centOffset, in: kind)
    timeline.update(
      centOffset: answer.centOffset, isCorrect: answer.isCorrect, in: kind, date: answer.date)
    invariant(
      profile.discrimination[kind][answer.note].count <= trends.discrimination[kind].count,
      "the answers to a note are among all")
  }

  /// Adds a note that was tuned or played, in order of time.
  mutating func add(_ answer: PitchAnswer) {
    profile.updateMatching(centError: answer.centError, in: answer.kind)
    trends.updateMatching(centError: answer.centError, in: answer.kind)
    invariant(
      profile.matching[answer.kind].count == trends.matching[answer.kind].count,
      "the profile and the trends have the same answers")
  }
}

nonisolated extension HearingModel {
  public var profile: PerceptualProfile { plain.melodic.profile }
  public var trends: TrendAnalyzer { plain.melodic.trends }
  public var timeline: ThresholdTimeline { plain.melodic.timeline }
}

/// The direction of each training: its later half against its earlier one. Its size does not grow
/// with the history.
public nonisolated struct TrendAnalyzer: Equatable, Sendable {
  /// The halves of comparison training, by the |offset| presented.
  public private(set) var discrimination = ByTrainingKind { _ in TrendSeries() }

  public private(set) var matching = ByTrainingKind { _ in TrendSeries() }

  mutating func update(centOffset: Cents, in kind: TrainingKind) {
    discrimination[kind].add(centOffset.magnitude)
  }

  mutating func updateMatching(centError: Cents, in kind: TrainingKind) {
    matching[kind].add(centError.magnitude)
  }
}

/// The differences or errors of one training in order of time, with the change from their earlier
/// half to their later one.
///
/// Up to 4096 records are kept one by one. A longer history is kept in at most that many blocks of
/// equal size; if the halves meet within a block, its values count as equal. So its size does not
/// grow with the history, and the boundary is off by less than a four-thousandth of it. A copy
/// shares all blocks but the newest few with the original, even if values are added to either.
public nonisolated struct TrendSeries: Equatable, Sendable {
  private static let minimumCount = 20

  /// The smallest change, as a share of the earlier mean, that does not count as stable.
  public static let threshold = 0.05

  private static let capacity = 4096
  private static let chunkSize = 128

  /// The sums of the values of each block, in full chunks, and the newest blocks, of which the last
  /// may not be full.
  private var chunks: [[Double]] = []
  private var newest: [Double] = []
  private var blockSize = 1

  public private(set) var count = 0

  /// The change from the earlier half's mean to the later half's as a share of the earlier one;
  /// negative is a decrease. `nil` with fewer than 20 records. Of an odd number, the later half has
  /// one more.
  public var change: Double? {
    guard count >= Self.minimumCount else { return nil }
    let half = count / 2
    let sums = halves(at: half)
    let earlier = sums.earlier / Double(half)
    let later = sums.later / Double(count - half)
    if later == earlier { return 0 }
    return (later - earlier) / earlier
  }

  /// `nil` with fewer than 20 records.
  public var trend: Trend? {
    guard let change else { return nil }
    if change < -Self.threshold { return .improving }
    return change > Self.threshold ? .declining : .stable
  }

  /// Adds the magnitude of a difference or an error, in cents. O(1) on average.
  mutating func add(_ magnitude: Double) {
    if count == blockCount * blockSize {
      if blockCount == Self.capacity { joinBlocks() }
      add(block: 0)
    }
    newest[newest.count - 1] += magnitude
    count += 1
    invariant(
      blockCount <= Self.capacity && (count - 1) / blockSize == blockCount - 1,
      "all blocks but the last are full")
  }

  private var blockCount: Int { chunks.count * Self.chunkSize + newest.count }

  private mutating func add(block: Double) {
    if newest.count == Self.chunkSize {
      chunks.append(newest)
      newest = []
      newest.reserveCapacity(Self.chunkSize)
    }
    newest.append(block)
  }

  private mutating func joinBlocks() {
    let blocks = chunks.joined() + newest
    (chunks, newest) = ([], [])
    for first in stride(from: 0, to: blocks.count, by: 2) {
      add(block: blocks[first] + blocks[first + 1])
    }
    blockSize *= 2
  }

  /// The sums of the first `half` values and of the others.
  private func halves(at half: Int) -> (earlier: Double, later: Double) {
    let blocks = chunks.joined() + newest
    let block = half / blockSize
    let earlier = blocks[..<block].reduce(0, +)
    let later = blocks[(block + 1)...].reduce(0, +)
    let size = min(blockSize, count - block * blockSize)
    let part = blocks[block] * Double(half - block * blockSize) / Double(size)
    return (earlier + part, later + blocks[block] - part)
  }
}

/// The direction of a training. Smaller differences and errors are better.
public nonisolated enum Trend: String, CaseIterable, Sendable {
  case improving
  case stable
  case declining
}
