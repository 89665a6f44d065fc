import Foundation
import Language
import Music
import Training

/// What the profile screen says of a training by day.
extension ProfileScreenText {
  /// How much of the time is in view.
  static func period(
    _ period: TimelinePeriod, _ view: DateInterval, in calendar: Calendar
  ) -> String {
    let first = DateText.short(view.start, in: calendar)
    // The end is the first moment that is not in view any more.
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

  /// That a period is empty.
  ///
  /// - Parameter date: the last day with this training before it.
  static func nothing(lastBefore date: Date?, in calendar: Calendar) -> String {
    guard let date else { return localized("None of this was trained in this time.") }
    return localized(
      "None of this was trained in this time; the last before was on %@.",
      DateText.full(date, in: calendar))
  }

  static func asked(_ whole: TrainingDay, days: Int) -> String {
    localized(
      "%@ on %@, %@ asked on average.", comparisons(whole.comparisons), ReportText.days(days),
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

  /// A day, or a longer time, in a line.
  static func figure(_ day: TrainingDay, _ period: ReportPeriod, in calendar: Calendar) -> String {
    localized(
      "%@: %@ asked on average, %@", date(day.start, period, in: calendar),
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
    localized(one: "%d pitch", other: "%d pitches", count)
  }
}
