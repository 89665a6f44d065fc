/// One value for unison training and one for interval training.
public nonisolated struct ByTrainingKind<Value> {
  public var unison: Value
  public var interval: Value

  public init(unison: Value, interval: Value) {
    self.unison = unison
    self.interval = interval
  }

  public init(_ value: (TrainingKind) -> Value) {
    self.init(unison: value(.unison), interval: value(.interval))
  }

  public subscript(kind: TrainingKind) -> Value {
    get {
      switch kind {
      case .unison: unison
      case .interval: interval
      }
    }
    _modify {
      switch kind {
      case .unison: yield &unison
      case .interval: yield &interval
      }
    }
  }
}

nonisolated extension ByTrainingKind: Sendable where Value: Sendable {}
nonisolated extension ByTrainingKind: Equatable where Value: Equatable {}
