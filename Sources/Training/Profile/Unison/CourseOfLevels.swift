import Foundation

nonisolated extension UnisonHearing {
  /// The days of ``course``, each with what could be said of its level at its end, by the same table
  /// as of the present one.
  public var courseWithStates: [(day: LevelOfDay, state: FigureState)] {
    let probability = probabilityOfGuessing
    var answers = 0
    return course.map { day in
      answers += day.answers
      let state = VerdictTable.state(
        answers: answers, probabilityOfGuessing: probability, day.level)
      return (day, state)
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
