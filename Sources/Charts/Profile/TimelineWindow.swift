import Foundation

/// The part of a timeline that is in view: how long it is, and where it ends.
struct TimelineWindow {
  private(set) var period = TimelinePeriod.all

  /// The first moment after it; `nil` for the end of the training, wherever that is.
  private var end: Date?

  mutating func enlarge() { change(by: 1) }
  mutating func reduce() { change(by: -1) }

  /// What is in view of a training.
  ///
  /// - Parameter span: from the training's first day to the end of its last.
  func view(of span: DateInterval, in calendar: Calendar) -> DateInterval {
    let end = min(end ?? span.end, span.end)
    guard let start = period.move(end, by: -1, in: calendar) else { return span }
    return DateInterval(start: start, end: end)
  }

  /// To the time before, as far as there was training.
  mutating func goBack(in span: DateInterval, _ calendar: Calendar) {
    let view = view(of: span, in: calendar)
    if view.start > span.start { end = view.start }
  }

  /// To the time after, up to the last day of training.
  mutating func goForth(in span: DateInterval, _ calendar: Calendar) {
    let view = view(of: span, in: calendar)
    guard let next = period.move(view.end, by: 1, in: calendar) else { return }
    end = next < span.end ? next : nil
  }

  private mutating func change(by step: Int) {
    let periods = TimelinePeriod.allCases
    guard let place = periods.firstIndex(of: period), periods.indices.contains(place + step) else {
      return
    }
    period = periods[place + step]
  }
}
