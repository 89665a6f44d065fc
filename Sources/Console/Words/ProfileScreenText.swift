import Music
import Training

/// The words of the profile screen.
enum ProfileScreenText {
  static func keys(_ glyphs: Glyphs) -> String {
    localized("%@ %@ other trainings   q goes back", glyphs.left, glyphs.right)
  }

  static func zoomKeys(_ glyphs: Glyphs) -> String {
    localized("   + - zoom   %@ %@ octave", glyphs.up, glyphs.down)
  }

  static func flat(_ cents: Double) -> String { localized("%@ cents flat", CentsText.plain(cents)) }
  static func sharp(_ cents: Double) -> String {
    localized("%@ cents sharp", CentsText.plain(cents))
  }

  /// What the thresholds mean.
  static func sentences(_ part: ProfileSnapshot.Comparisons) -> [String] {
    let known = part.notes.compactMap { note in note.estimate.map { (note.note, $0) } }
    guard let best = known.min(by: { $0.1.threshold < $1.1.threshold }),
      let worst = known.max(by: { $0.1.threshold < $1.1.threshold })
    else { return [] }
    return [
      localized(
        """
        Three times in four you tell %@ cents at %@, where you hear most finely, and %@ cents at %@.
        """, CentsText.plain(best.1.threshold.rawValue), NoteName.text(best.0),
        CentsText.plain(worst.1.threshold.rawValue), NoteName.text(worst.0)),
      "Trend: \(TrendText.share(part.change)).",
    ]
  }

  /// What bias and spread mean.
  static func sentences(_ part: ProfileSnapshot.Matchings) -> [String] {
    guard let bias = part.bias, let spread = part.spread else { return [] }
    let (size, width) = (CentsText.plain(bias.magnitude), CentsText.plain(spread.rawValue))
    return [
      bias.rawValue < 0
        ? localized(
          """
          On average you tune %@ cents flat, and two of three pitches lie within %@ cents of that.
          """, size, width)
        : localized(
          """
          On average you tune %@ cents sharp, and two of three pitches lie within %@ cents of that.
          """, size, width),
      "Accuracy: \(TrendText.cents(part.accuracy)).",
      "Precision: \(TrendText.share(part.precision)).",
    ]
  }
}
