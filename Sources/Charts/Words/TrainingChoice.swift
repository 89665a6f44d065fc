import Language
import Training

/// One of the four trainings: comparison or matching, of unisons or of intervals.
public struct TrainingChoice: Hashable {
  public let training: TrainingName
  public let kind: TrainingKind

  public init(_ training: TrainingName, _ kind: TrainingKind) {
    self.training = training
    self.kind = kind
  }

  /// All four, in the order in which they are shown.
  public static let all = TrainingName.allCases.flatMap { training in
    TrainingKind.allCases.map { TrainingChoice(training, $0) }
  }

  public var name: String {
    switch (training, kind) {
    case (.comparison, .unison): localized("Comparison, unison")
    case (.comparison, .interval): localized("Comparison, intervals")
    case (.matching, .unison): localized("Pitch matching, unison")
    case (.matching, .interval): localized("Pitch matching, intervals")
    }
  }
}

extension RecordCounts {
  /// Both numbers in words.
  public var text: String {
    localized(
      "%@ and %@",
      localized(one: "%d comparison", other: "%d comparisons", comparisons),
      localized(one: "%d pitch matching", other: "%d pitch matchings", matchings))
  }
}
