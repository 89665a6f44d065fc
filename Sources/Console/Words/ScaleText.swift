import Music

/// The words for scales of the user's own.
enum ScaleText {
  /// Which degree of a scale stands for an interval, how large it is, and how far from equal
  /// temperament.
  static func mapping(
    of interval: DirectedInterval, to step: ScaleStep, in scale: String
  ) -> String {
    let direction = interval.direction == .down ? " downwards" : ""
    let warning = step.isNear ? "" : "; mind that this is more than a quarter tone off"
    return """
      \(scale): \(NoteName.text(interval)) is degree \(step.degree)\(direction), \
      \(CentsText.size(step.size)) cents, \(comparison(step.deviation))\(warning)
      """
  }

  private static func comparison(_ deviation: Cents) -> String {
    let distance = CentsText.plain(deviation.magnitude)
    if deviation.magnitude < 0.005 { return "as in equal temperament" }
    return "\(distance) \(deviation > 0 ? "wider" : "narrower") than equal"
  }
}
