import Foundation
import History
import Training

/// The model of hearing while results come in, also before all records have been read.
struct LivingHearing {
  private(set) var model = HearingModel()

  /// The last result of this run, which may be taken back, and everything as it was before it; `nil`
  /// if the records have been read anew since.
  private var beforeLast: (result: UUID, model: HearingModel?)?

  /// The results that are to be added when more of the records has been read; `nil` if nothing is being read.
  private var early: [CompletedTrial]?

  /// What was known when the session began, and how many of the early results it rests on; `nil` before the
  /// first session.
  private var beginning: (model: HearingModel, earlyCount: Int)?

  /// A session begins.
  mutating func beginSession() { beginning = (model, early?.count ?? 0) }

  /// What was known when the session began. Records that are read later count as known then, too:
  /// no figure changes in a session because of them.
  var beforeSession: HearingModel { beginning?.model ?? model }

  /// The records for the first trial have been read: the results from now on come on top of them.
  mutating func begin(with part: HearingModel) {
    model = part
    early = []
    if beginning != nil { beginSession() }
  }

  /// All records have been read. Results that have come in meanwhile are added.
  ///
  /// - Parameter known: what is kept as it was concluded from the records for the first trial.
  mutating func complete(_ read: HearingModel, keeping known: HearingNeed?) {
    let early = early ?? []
    if let before = beforeLast?.model {
      beforeLast?.model = read.completed(
        with: Array(early.dropLast()), for: known, from: before)
    }
    if let (before, count) = beginning {
      beginning?.model = read.completed(
        with: Array(early.prefix(count)), for: known, from: before)
    }
    model = read.completed(with: early, for: known, from: model)
    self.early = nil
  }

  /// All records are being read anew from now on: the results that come in are added to them.
  mutating func beginReadingAnew() { early = [] }

  /// They cannot be read.
  mutating func endReadingAnew() { early = nil }

  /// The records have been read anew, with everything that had come in before.
  mutating func readAnew(_ whole: HearingModel) {
    let results = early ?? []
    // Without a last result that came later, nothing tells what was known before it.
    let hasLast = beforeLast != nil && results.last?.id == beforeLast?.result
    beforeLast?.model =
      hasLast ? whole.completed(with: Array(results.dropLast()), for: nil, from: model) : nil
    model = whole.completed(with: results, for: nil, from: model)
    early = nil
  }

  /// Whether a result came in since the records are read anew.
  func isEarly(_ id: UUID) -> Bool { early?.contains { $0.id == id } == true }

  /// Nothing is known any more.
  mutating func reset() {
    model = HearingModel()
    beforeLast = nil
    early = nil
  }

  mutating func add(_ result: CompletedTrial) {
    beforeLast = (result.id, model)
    model.add(result)
    early?.append(result)
  }

  /// Others have added results to the history, all of which has been read.
  mutating func add(_ results: [RecordedResult]) {
    for result in results { result.add(to: &model) }
    if var before = beforeLast?.model {
      for result in results { result.add(to: &before) }
      beforeLast?.model = before
    }
  }

  /// Whether the records are to be read anew to take the last result back.
  var needsReading: Bool { beforeLast.map { $0.model == nil } ?? false }

  /// Whether a result is the last one and can be taken back.
  func isLast(_ id: UUID) -> Bool { beforeLast?.result == id }

  /// Forgets the last result. Unless ``needsReading``, everything is as it was before it.
  mutating func takeBackLast() {
    guard let beforeLast else { return }
    model = beforeLast.model ?? model
    if early?.last?.id == beforeLast.result { early?.removeLast() }
    self.beforeLast = nil
  }
}
