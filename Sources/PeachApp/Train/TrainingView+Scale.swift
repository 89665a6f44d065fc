import Music

extension TrainingView {
  /// Says for each interval which degree of a scale stands for it; nothing for a built-in tuning.
  func showMapping(of intervals: [DirectedInterval], in tuning: TuningSystem) {
    guard case .scala(let scale) = tuning else { return }
    for interval in intervals {
      let step = scale.step(for: interval.interval)
      showNotice(.scalaMapping(scale: tuning.identifier, interval: interval, step: step))
    }
  }
}
