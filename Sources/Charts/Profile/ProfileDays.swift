import Foundation
import Music
import Training

/// What was trained day by day, as it was at one moment.
public struct ProfileDays {
  /// The differences asked on a day.
  struct Asked: Hashable {
    let day: TrainingDay
    /// The mean of the daily means of the seven days that end with it.
    let rolling: Cents
  }

  /// The days with training, in order.
  let asked: ByTrainingKind<[Asked]>
  let matched: ByTrainingKind<[MatchingDay]>

  /// Gregorian, in the user's time zone.
  let calendar: Calendar

  public init(_ hearing: HearingModel, timeZone: TimeZone = .current) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
    let timeline = hearing.timeline
    asked = ByTrainingKind { kind in
      zip(timeline.days(of: kind), timeline.rolling(of: kind)).map { day, rolling in
        Asked(day: day, rolling: rolling.mean)
      }
    }
    matched = ByTrainingKind { hearing.diary.matchingDays(of: $0) }
  }

  /// From the first day of a training to the end of its last; `nil` where there is none.
  func span(of training: TrainingName, _ kind: TrainingKind) -> DateInterval? {
    let ends: (Date?, Date?) =
      switch training {
      case .comparison: (asked[kind].first?.day.start, asked[kind].last?.day.end)
      case .matching: (matched[kind].first?.start, matched[kind].last?.end)
      }
    guard let start = ends.0, let end = ends.1 else { return nil }
    return DateInterval(start: start, end: end)
  }
}
