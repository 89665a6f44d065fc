import Music
import Training

/// The words of the profile screen.
enum ProfileScreenText {
  static func keys(_ glyphs: Glyphs) -> String {
    "\(glyphs.left) \(glyphs.right) other trainings   q goes back"
  }

  static func zoomKeys(_ glyphs: Glyphs) -> String {
    "   + - zoom   \(glyphs.up) \(glyphs.down) octave"
  }

  static func flat(_ cents: Double) -> String { "\(CentsText.plain(cents)) cents flat" }
  static func sharp(_ cents: Double) -> String { "\(CentsText.plain(cents)) cents sharp" }

  /// What the thresholds mean.
  static func sentences(_ part: ProfileSnapshot.Comparisons) -> [String] {
    let known = part.notes.compactMap { note in note.estimate.map { (note.note, $0) } }
    guard let best = known.min(by: { $0.1.threshold < $1.1.threshold }),
      let worst = known.max(by: { $0.1.threshold < $1.1.threshold })
    else { return [] }
    return [
      """
      Three times in four you tell \(CentsText.plain(best.1.threshold.rawValue)) cents at \
      \(NoteName.text(best.0)), where you hear most finely, and \
      \(CentsText.plain(worst.1.threshold.rawValue)) cents at \(NoteName.text(worst.0)).
      """,
      "Trend: \(TrendText.share(part.change)).",
    ]
  }

  /// What bias and spread mean.
  static func sentences(_ part: ProfileSnapshot.Matchings) -> [String] {
    guard let bias = part.bias, let spread = part.spread else { return [] }
    let side = bias.rawValue < 0 ? "flat" : "sharp"
    return [
      """
      On average you tune \(CentsText.plain(bias.magnitude)) cents \(side), and two of three pitches \
      lie within \(CentsText.plain(spread.rawValue)) cents of that.
      """,
      "Accuracy: \(TrendText.cents(part.accuracy)).",
      "Precision: \(TrendText.share(part.precision)).",
    ]
  }
}
