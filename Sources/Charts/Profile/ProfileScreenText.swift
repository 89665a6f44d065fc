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

  static func intervalLegends(_ glyphs: Glyphs) -> [String] {
    [
      localized(
        "cents   %@ what sounds true   %@ differences not told from it", "\(glyphs.point)",
        "\(glyphs.span)"), "",
    ]
  }

  static func lower(_ cents: Double) -> String {
    localized("%@ cents lower", CentsText.plain(cents))
  }
  static func higher(_ cents: Double) -> String {
    localized("%@ cents higher", CentsText.plain(cents))
  }

  static func tuningLegends(_ glyphs: Glyphs) -> [String] {
    [localized("%@ mean   %@ two of three notes", "\(glyphs.point)", "\(glyphs.span)"), ""]
  }

  static func levelLegends(_ glyphs: Glyphs) -> [String] {
    [
      localized(
        "cents   %@ threshold at the end of a day   %@ 90 %% interval", "\(glyphs.point)",
        "\(glyphs.whisker)"),
      localized(
        "cents   %@ threshold   %@ 90 %% interval", "\(glyphs.point)", "\(glyphs.whisker)"),
      cents,
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

  static func compared(_ whole: TrainingDay, days: Int) -> String {
    localized("%@ on %@.", comparisons(whole.comparisons), ReportText.days(days))
  }

  static func matched(_ whole: MatchingDay, days: Int) -> String {
    localized("%@ on %@.", pitches(whole.count), ReportText.days(days))
  }

  /// One line for a day or a longer period.
  static func figure(
    _ day: ProfileDays.Level, _ answers: Int, _ period: ReportPeriod, in calendar: Calendar
  ) -> String {
    localized(
      "%@: %@, %@", date(day.start, period, in: calendar), VerdictText.estimate(day.threshold),
      comparisons(answers))
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
          of 90 %%. The scale is logarithmic. A key without a threshold has too few answers.
          """
        ),
        localized(
          """
          Intervals: for each, the size that sounds true to you, as cents from the true one, and \
          the difference about it that you get right three times out of four.
          """
        ),
        localized(
          """
          By day, the page shows the threshold of unisons at the end of each day, as far as it was \
          known by then. It rests on all answers up to that day, so a single day moves it little.
          """
        ),
        localized(
          """
          Pitch matching: the mean error of the last 200 notes (flat is -, sharp is +) and the \
          spread around it, which contains two out of three notes.
          """
        ),
      ]
  }
}
