import Console
import Foundation
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

  // Each list begins with the longest form.

  static func keyboardLegends(_ glyphs: Glyphs) -> [String] {
    [
      localized(
        "cents   %@ threshold   %@ 90 %% interval", "\(glyphs.point)", "\(glyphs.whisker)"),
      cents,
    ]
  }

  static func tuningLegends(_ glyphs: Glyphs) -> [String] {
    [localized("%@ mean   %@ two of three notes", "\(glyphs.point)", "\(glyphs.span)"), ""]
  }

  static func askedLegends(_ glyphs: Glyphs, isSparse: Bool) -> [String] {
    let (day, line) = (String(isSparse ? glyphs.point : glyphs.dot), glyphs.strokeSample)
    return [
      localized("cents   %@ mean difference asked that day   %@ mean of seven days", day, line),
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

  /// The meaning of the thresholds.
  static func sentences(_ part: ProfileSnapshot.Comparisons) -> [String] {
    guard let extremes = ThresholdExtremes(part) else { return [] }
    let (finest, coarsest) = (extremes.finest, extremes.coarsest)
    let low = CentsText.plain(finest.estimate.threshold.rawValue)
    let high = CentsText.plain(coarsest.estimate.threshold.rawValue)
    return [
      extremes.differ
        ? localized(
          "Your threshold is lowest at %2$@ (%1$@ cents) and highest at %4$@ (%3$@ cents).", low,
          NoteName.text(finest.note), high, NoteName.text(coarsest.note))
        : localized(
          "Your thresholds range from %@ to %@ cents; no note clearly stands out yet.", low, high),
      TrendText.sentence(ofThresholds: part.change),
    ]
  }

  /// The meaning of bias and spread.
  static func sentences(_ part: ProfileSnapshot.Matchings) -> [String] {
    guard let bias = part.errors.bias, let spread = part.errors.spread else { return [] }
    let (size, width) = (CentsText.plain(bias.magnitude), CentsText.plain(spread.rawValue))
    return [
      bias.rawValue < 0
        ? localized(
          """
          On average you tune %@ cents flat. Two out of three notes are within %@ cents of that.
          """, size, width)
        : localized(
          """
          On average you tune %@ cents sharp. Two out of three notes are within %@ cents of that.
          """, size, width)
    ] + TrendText.sentences(ofSpread: part.precision, ofBias: part.accuracy)
  }
}

// MARK: A training by day

extension ProfileScreenText {
  /// The period in view.
  static func period(
    _ period: TimelinePeriod, _ view: DateInterval, in calendar: Calendar
  ) -> String {
    let first = DateText.short(view.start, in: calendar)
    // The end is the first moment that is no longer in view.
    let last = DateText.short(view.end.addingTimeInterval(-1), in: calendar)
    return switch period {
    case .all:
      first == last
        ? localized("By day, all: %@", first) : localized("By day, all: %@ to %@", first, last)
    case .year: localized("By day, a year: %@ to %@", first, last)
    case .quarter: localized("By day, three months: %@ to %@", first, last)
    case .month: localized("By day, a month: %@ to %@", first, last)
    case .week: localized("By day, a week: %@ to %@", first, last)
    }
  }

  /// The sentence for a period without training.
  ///
  /// - Parameter date: the last day with this training before the period.
  static func nothing(lastBefore date: Date?, in calendar: Calendar) -> String {
    guard let date else { return localized("No training of this kind in this period.") }
    return localized(
      "No training of this kind in this period; the last before it was on %@.",
      DateText.full(date, in: calendar))
  }

  static func asked(_ whole: TrainingDay, days: Int) -> String {
    localized(
      "%@ on %@; the mean difference asked was %@.", comparisons(whole.comparisons),
      ReportText.days(days),
      ReportText.centsOf(whole.mean))
  }

  static func matched(_ whole: MatchingDay, days: Int) -> String {
    let (pitches, days) = (pitches(whole.count), ReportText.days(days))
    let bias = ReportText.centsOf(Cents(whole.bias.magnitude))
    let isFlat = whole.bias.rawValue < 0
    guard let spread = whole.spread.map({ CentsText.plain($0.rawValue) }) else {
      return isFlat
        ? localized("%@ on %@: %@ flat.", pitches, days, bias)
        : localized("%@ on %@: %@ sharp.", pitches, days, bias)
    }
    return isFlat
      ? localized("%@ on %@: %@ flat on average, spread %@.", pitches, days, bias, spread)
      : localized("%@ on %@: %@ sharp on average, spread %@.", pitches, days, bias, spread)
  }

  /// One line for a day or a longer period.
  static func figure(_ day: TrainingDay, _ period: ReportPeriod, in calendar: Calendar) -> String {
    localized(
      "%@: mean difference asked %@, %@", date(day.start, period, in: calendar),
      ReportText.centsOf(day.mean), comparisons(day.comparisons))
  }

  static func figure(_ day: MatchingDay, _ period: ReportPeriod, in calendar: Calendar) -> String {
    let date = date(day.start, period, in: calendar)
    let bias = ReportText.signedCents(day.bias)
    guard let spread = day.spread else {
      return localized("%@: %@ cents, %@", date, bias, pitches(day.count))
    }
    return localized(
      "%@: %@ cents on average, spread %@, %@", date, bias, CentsText.plain(spread.rawValue),
      pitches(day.count))
  }

  private static func date(
    _ date: Date, _ period: ReportPeriod, in calendar: Calendar
  ) -> String {
    guard period == .week else { return ReportText.date(date, period, in: calendar) }
    return localized(
      "Week from %@", DateText.full(ReportPeriod.monday(before: date, in: calendar), in: calendar))
  }

  private static func comparisons(_ count: Int) -> String {
    localized(one: "%d comparison", other: "%d comparisons", count)
  }

  private static func pitches(_ count: Int) -> String {
    localized(one: "%d note", other: "%d notes", count)
  }
}

// MARK: Keys

extension ProfileScreenText {
  static func keyboardKeys(_ glyphs: Glyphs) -> [String] {
    shared(glyphs, other: localized("t by day")) + [
      zoom, localized("%@ %@ octave", glyphs.up, glyphs.down),
    ]
  }

  static func tuningKeys(_ glyphs: Glyphs) -> [String] {
    shared(glyphs, other: localized("t by day"))
  }

  static func timelineKeys(_ training: TrainingName, _ glyphs: Glyphs) -> [String] {
    let other =
      switch training {
      case .comparison: localized("t keyboard")
      case .matching: localized("t overall")
      }
    return shared(glyphs, other: other) + [
      zoom, localized("%@ %@ earlier, later", glyphs.up, glyphs.down),
    ]
  }

  private static var zoom: String { localized("+ - zoom") }

  private static func shared(_ glyphs: Glyphs, other: String) -> [String] {
    [
      ScreenText.backKey, ScreenText.helpKey, other,
      localized("%@ %@ training", glyphs.left, glyphs.right),
    ]
  }

  static func help(_ glyphs: Glyphs) -> [String] {
    [localized("The profile: what Peach knows about your hearing"), ""]
      + ScreenText.table([
        ("\(glyphs.left) \(glyphs.right)", localized("the other trainings")),
        ("t", localized("switch between all results and results by day")),
        ("+ -", localized("on the keyboard: zoom in and out")),
        ("", localized("by day: show all, a year, three months, a month or a week")),
        (
          "\(glyphs.up) \(glyphs.down)",
          localized("on the keyboard: an octave up and down")
        ),
        ("", localized("by day: to the period before or after")),
        ("q", localized("back to the start screen")),
      ]) + [
        "",
        localized(
          """
          Comparison: above each key is the threshold of its note, the difference that you get \
          right three times out of four, with the interval that contains it with a probability \
          of 90 %%. The scale is logarithmic.
          """
        ),
        localized(
          """
          By day, the page shows the differences asked, and for each day the mean of the last \
          seven days. These are the questions, not your hearing; the trend below them is the \
          trend of your thresholds.
          """
        ),
        localized(
          """
          Pitch matching: the mean error (flat is -, sharp is +) and the spread around it, \
          which contains two out of three notes.
          """
        ),
      ]
  }
}
