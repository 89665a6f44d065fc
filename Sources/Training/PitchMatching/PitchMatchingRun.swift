import Music

/// What a pitch matching training knows from its start to its stop, and forgets then.
nonisolated struct PitchMatchingRun: Hashable {
  let rotation: IntervalRotation
  let tuningSystem: TuningSystem

  /// What was committed last.
  var last: CompletedPitchMatching?

  /// - Precondition: `intervals` is not empty.
  init(intervals: [DirectedInterval], tuningSystem: TuningSystem) {
    rotation = IntervalRotation(intervals)
    self.tuningSystem = tuningSystem
  }
}
