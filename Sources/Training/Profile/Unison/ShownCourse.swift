import Foundation

nonisolated extension UnisonHearing {
  /// The days of ``course`` at whose end the level could be shown, by the same table as the present
  /// one; none if the answers look like guesses.
  public var shownCourse: [LevelOfDay] {
    let probability = probabilityOfGuessing
    var answers = 0
    return course.filter { day in
      answers += day.answers
      return VerdictTable.state(
        answers: answers, probabilityOfGuessing: probability, day.level) == .shown
    }
  }
}

nonisolated extension LocalDays {
  /// The first moment of the local day with that number.
  public static func start(of number: Int, in calendar: Calendar) -> Date {
    var parts = DateComponents()
    (parts.year, parts.month, parts.day) = (2001, 1, 1)
    let first = calendar.date(from: parts) ?? Date(timeIntervalSinceReferenceDate: 0)
    let day = calendar.date(byAdding: .day, value: number, to: first) ?? first
    return calendar.startOfDay(for: day)
  }
}
