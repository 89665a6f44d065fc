import Charts
import Language
import Music
import Program

extension OutputMode {
  /// Says for each interval which degree of a scale stands for it; nothing for a built-in tuning.
  func showMapping(of intervals: [DirectedInterval], in tuning: TuningSystem) {
    guard case .scala(let scale) = tuning else { return }
    for interval in intervals {
      let step = scale.step(for: interval.interval)
      showNotice(.scalaMapping(scale: tuning.identifier, interval: interval, step: step))
    }
  }
}

extension Notice {
  /// The degree of a scale that represents an interval.
  static func scalaMapping(scale: String, interval: DirectedInterval, step: ScaleStep) -> Notice {
    Notice(
      "scalaMapping", ScaleText.mapping(of: interval, to: step, in: scale),
      [
        ShownField("scale", .text(scale)),
        ShownField("interval", .text(interval.description)),
        ShownField("degree", .int(step.degree)),
        ShownField("cents", .double(step.size.rawValue)),
        ShownField("deviation", .double(step.deviation.rawValue)),
      ])
  }
}

/// The words for scales of the user's own.
enum ScaleText {
  /// Which degree of a scale stands for an interval, how large it is, and how far from equal
  /// temperament.
  static func mapping(
    of interval: DirectedInterval, to step: ScaleStep, in scale: String
  ) -> String {
    let name = NoteName.text(interval)
    let size = CentsText.size(step.size)
    let comparison = comparison(step.deviation)
    let mapping =
      interval.direction == .down
      ? localized(
        "%@: %@ is degree %d down, %@ cents, %@", scale, name, step.degree, size, comparison)
      : localized("%@: %@ is degree %d, %@ cents, %@", scale, name, step.degree, size, comparison)
    return step.isNear
      ? mapping : localized("%@. Note that this is off by more than a quarter tone", mapping)
  }

  private static func comparison(_ deviation: Cents) -> String {
    let distance = CentsText.plain(deviation.magnitude)
    if deviation.magnitude < 0.005 { return localized("as in equal temperament") }
    return deviation > 0
      ? localized("%@ wider than equal", distance) : localized("%@ narrower than equal", distance)
  }
}
