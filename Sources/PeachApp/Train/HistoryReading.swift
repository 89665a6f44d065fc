import History
import Training

/// How far a history has been read, and what its first trial goes by.
///
/// The records that the first trial needs are read first. If they are only a part of those that
/// count, another thread reads all of those meanwhile: the first trial goes by the part, however
/// fast they are read, and the others go by all.
enum HistoryReading {
  /// It is not open.
  case nothing

  /// Its records can be counted and looked up.
  case records

  /// The records for the first trial have been read. The preparation reads all that count.
  case preparing(FirstTrial, HistoryPreparation)

  /// All that counts for the trials has been read.
  case prepared(FirstTrial)

  /// Everything has been read.
  case whole(FirstTrial)

  /// No more will be read: it could not be, or the history was closed.
  case ended(at: TrainingHistory.Extent, FirstTrial)

  /// The first trial, and the part of the history that it goes by.
  enum FirstTrial {
    /// It is still to be chosen.
    case ahead(HearingModel)

    /// It has been chosen, or is about to be.
    case chosen(HearingModel)

    /// It is over, or it goes by all that counts, as the others do.
    case past

    /// More has been read: the part is kept only for a trial that is still to be chosen.
    fileprivate var afterReading: FirstTrial {
      switch self {
      case .ahead: self
      case .chosen, .past: .past
      }
    }
  }

  /// How much of the history is there.
  var extent: TrainingHistory.Extent {
    switch self {
    case .nothing: .nothing
    case .records: .records
    case .preparing, .prepared: .training
    case .whole: .hearing
    case .ended(let extent, _): extent
    }
  }

  /// Whether no more of it will come.
  var isOver: Bool {
    switch self {
    case .nothing, .records, .preparing, .prepared: false
    case .whole, .ended: true
    }
  }

  /// The hearing that the trial goes by if it goes by a part of the records: the first trial, until
  /// its result.
  var part: HearingModel? {
    switch first {
    case .ahead(let part), .chosen(let part): part
    case .past: nil
    }
  }

  /// Reads all that counts, unless that has been read.
  var preparation: HistoryPreparation? {
    if case .preparing(_, let preparation) = self { preparation } else { nil }
  }

  private var first: FirstTrial {
    get {
      switch self {
      case .nothing, .records: .past
      case .preparing(let first, _), .prepared(let first), .whole(let first), .ended(_, let first):
        first
      }
    }
    set {
      switch self {
      case .nothing, .records: break
      case .preparing(_, let preparation): self = .preparing(newValue, preparation)
      case .prepared: self = .prepared(newValue)
      case .whole: self = .whole(newValue)
      case .ended(let extent, _): self = .ended(at: extent, newValue)
      }
    }
  }

  /// A trial is about to be chosen.
  ///
  /// - Returns: whether it is the first one, and goes by ``part``.
  mutating func beginTrial() -> Bool {
    switch first {
    case .ahead(let part):
      first = .chosen(part)
      return true
    case .chosen, .past:
      first = .past
      return false
    }
  }

  /// The first trial has its result, or what it went by is out of date.
  mutating func endFirstTrial() { first = .past }

  /// All that counts has been read.
  ///
  /// - Returns: whether that was still to come.
  mutating func settle() -> Bool {
    guard case .preparing(let first, _) = self else { return false }
    self = .prepared(first.afterReading)
    return true
  }

  /// As it is when everything has been read.
  var completed: HistoryReading { .whole(first.afterReading) }

  /// No more will be read.
  mutating func end() {
    if !isOver { self = .ended(at: extent, first) }
  }
}
