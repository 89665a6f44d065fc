import Console
import Language
import Music
import Training

/// The words of the profile screen.
enum ProfileScreenText {
  static func flat(_ cents: Double) -> String { localized("%@ cents flat", CentsText.plain(cents)) }
  static func sharp(_ cents: Double) -> String {
    localized("%@ cents sharp", CentsText.plain(cents))
  }

  static func keyboard(from low: MIDINote, to high: MIDINote) -> String {
    localized("Threshold of every note, %@ to %@", NoteName.text(low), NoteName.text(high))
  }

  // Each list has the longest form first.

  static func keyboardLegends(_ glyphs: Glyphs) -> [String] {
    [
      localized(
        "cents   %@ threshold   %@ where it lies (90 %%)", "\(glyphs.point)", "\(glyphs.whisker)"),
      cents,
    ]
  }

  static func tuningLegends(_ glyphs: Glyphs) -> [String] {
    [localized("%@ mean   %@ two of three pitches", "\(glyphs.point)", "\(glyphs.span)"), ""]
  }

  static func askedLegends(_ glyphs: Glyphs, isSparse: Bool) -> [String] {
    let (day, line) = (String(isSparse ? glyphs.point : glyphs.dot), glyphs.strokeSample)
    return [
      localized("cents   %@ asked on a day, on average   %@ mean of seven days", day, line),
      localized("cents   %@ day   %@ seven days", day, line), cents,
    ]
  }

  static func matchedLegends(_ glyphs: Glyphs) -> [String] {
    let (mean, spread) = ("\(glyphs.point)", "\(glyphs.whisker)")
    return [
      localized("cents, sharp is +   %@ mean of a day   %@ its spread", mean, spread),
      localized("cents   %@ mean   %@ spread", mean, spread), cents,
    ]
  }

  private static var cents: String { localized(context: "axis", "cents") }

  /// What the thresholds mean.
  static func sentences(_ part: ProfileSnapshot.Comparisons) -> [String] {
    guard let extremes = ThresholdExtremes(part) else { return [] }
    let (finest, coarsest) = (extremes.finest, extremes.coarsest)
    let low = CentsText.plain(finest.estimate.threshold.rawValue)
    let high = CentsText.plain(coarsest.estimate.threshold.rawValue)
    return [
      extremes.differ
        ? localized(
          """
          Three times in four you tell %@ cents at %@, where you hear most finely, and %@ cents at %@.
          """, low, NoteName.text(finest.note), high, NoteName.text(coarsest.note))
        : localized(
          """
          Three times in four you tell %@ to %@ cents, from note to note; none clearly stands out yet.
          """, low, high),
      TrendText.sentence(ofThresholds: part.change),
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
          """, size, width)
    ] + TrendText.sentences(ofSpread: part.precision, ofBias: part.accuracy)
  }
}
