/// A result in the course of a session.
public struct CoursePoint: Hashable {
  /// How large the difference or the error was, in cents.
  public let cents: Double

  /// What stands below it: a sign that says more, such as a wrong answer's.
  public let mark: Character

  public init(cents: Double, mark: Character) {
    self.cents = cents
    self.mark = mark
  }
}
