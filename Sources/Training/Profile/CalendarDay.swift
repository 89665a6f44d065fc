import Foundation

/// Something that is kept for each local day.
nonisolated protocol CalendarDay {
  /// The first moment of the day, which is not midnight where clocks were put forward then.
  var start: Date { get }

  /// The first moment of the next day; 23 or 25 hours later where clocks changed.
  var end: Date { get }

  init(_ day: DateInterval)
}
