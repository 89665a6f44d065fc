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
    switch training {
    case .comparison: ComparisonSection.title(kind)
    case .matching: MatchingSection.title(kind)
    }
  }
}
