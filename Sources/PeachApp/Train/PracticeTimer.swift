import Language
import MainThread

/// For how long there has been training without a rest.
struct PracticeTimer {
  /// What counts as a rest.
  private static let rest = Duration.seconds(180)

  private var span: ClosedRange<ProgramClock.Instant>?

  /// A trial begins, or has been answered.
  mutating func train(at now: ProgramClock.Instant) {
    let isRested = span.map { now - $0.upperBound >= Self.rest } ?? true
    span = isRested ? now...now : (span?.lowerBound ?? now)...now
  }

  /// Whether there has been training for so long without a rest.
  func hasLasted(_ limit: Duration) -> Bool {
    span.map { $0.upperBound - $0.lowerBound >= limit } ?? false
  }
}

/// The words that suggest a break.
enum BreakText {
  static func suggestion(after limit: Duration) -> String {
    let minutes = Int(limit.components.seconds / 60)
    return localized(
      one: "You have trained for %d minute. Take a break.",
      other: "You have trained for %d minutes. Take a break.", minutes)
  }
}
