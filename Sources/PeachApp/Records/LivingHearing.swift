import Foundation
import History
import Training

/// The model of hearing with the results that come in, also while the records are being read.
struct LivingHearing {
  private(set) var model = HearingModel()

  /// The last result, which may be taken back, and the model before it. That model is `nil` if the
  /// records have been read anew since.
  private var beforeLast: (result: UUID, model: HearingModel?)?

  /// The results since the present reading of the records began; `nil` if there is none.
  private var early: [CompletedTrial]?

  /// The model when the run began, and the number of early results in it; `nil` without a run.
  private var beginning: (model: HearingModel, earlyCount: Int)?

  mutating func beginRun() { beginning = (model, early?.count ?? 0) }

  /// The model when the run began. Records that are read later count as known then, too, so that
  /// they change no figure in a run.
  var beforeRun: HearingModel { beginning?.model ?? model }

  /// Begins with the records for the first trial.
  mutating func begin(with part: HearingModel) {
    model = part
    early = []
    if beginning != nil { beginRun() }
  }

  /// Adds the results that have come in meanwhile to the model from all records.
  ///
  /// - Parameter known: the part that stays as it was for the first trial.
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

  /// Keeps the results from now on, as all records are being read anew.
  mutating func beginReadingAnew() { early = [] }

  /// Stops keeping results, as the records cannot be read anew.
  mutating func endReadingAnew() { early = nil }

  /// Adopts the model from records that were read anew, and adds the results since then.
  mutating func readAnew(_ whole: HearingModel) {
    let results = early ?? []
    // If the last result is not among the later ones, the model before it is unknown.
    let hasLast = beforeLast != nil && results.last?.id == beforeLast?.result
    beforeLast?.model =
      hasLast ? whole.completed(with: Array(results.dropLast()), for: nil, from: model) : nil
    model = whole.completed(with: results, for: nil, from: model)
    early = nil
  }

  /// Returns true if a result came in after the present reading began.
  func isEarly(_ id: UUID) -> Bool { early?.contains { $0.id == id } == true }

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

  /// Adds results of other processes.
  mutating func add(_ results: [RecordedResult]) {
    for result in results { result.add(to: &model) }
    if var before = beforeLast?.model {
      for result in results { result.add(to: &before) }
      beforeLast?.model = before
    }
  }

  /// True if the records have to be read anew to take the last result back.
  var needsReading: Bool { beforeLast.map { $0.model == nil } ?? false }

  /// Returns true if a result is the last one and can be taken back.
  func isLast(_ id: UUID) -> Bool { beforeLast?.result == id }

  /// Forgets the last result. Unless ``needsReading``, the model is as it was before it.
  mutating func takeBackLast() {
    guard let beforeLast else { return }
    model = beforeLast.model ?? model
    if early?.last?.id == beforeLast.result { early?.removeLast() }
    self.beforeLast = nil
  }
}
