import Charts
import Language
import Music

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
        "%@: %@ is degree %d downwards, %@ cents, %@", scale, name, step.degree, size, comparison)
      : localized("%@: %@ is degree %d, %@ cents, %@", scale, name, step.degree, size, comparison)
    return step.isNear
      ? mapping : localized("%@; mind that this is more than a quarter tone off", mapping)
  }

  private static func comparison(_ deviation: Cents) -> String {
    let distance = CentsText.plain(deviation.magnitude)
    if deviation.magnitude < 0.005 { return localized("as in equal temperament") }
    return deviation > 0
      ? localized("%@ wider than equal", distance) : localized("%@ narrower than equal", distance)
  }
}
