import Foundation
import Training

/// How long a session takes: at the pace of the last answers, or as long as its notes sound while nothing is
/// known of the user.
struct TrainingPace: Hashable {
  /// The trials of a session; 0 for one without an end.
  let trials: Int

  /// How long one takes, in seconds; `nil` while it is not known.
  let seconds: Double?

  /// The length of the session in whole minutes, at least one; `nil` while it is not known.
  var minutes: Int? {
    seconds.map { max(Int((Double(trials) * $0 / 60).rounded()), 1) }
  }

  /// As many of the last answers tell the pace.
  nonisolated static let mostTimes = 41

  /// Fewer say little.
  private static let fewestGaps = 10

  /// After a longer time without an answer there was a rest.
  private static let longestGap = 60.0

  /// The usual time from one answer to the next, in seconds: the middle one of those without a rest. `nil` of
  /// too few.
  ///
  /// - Parameter times: when answers were given, the last one first.
  static func seconds(between times: [Date]) -> Double? {
    let gaps = zip(times, times.dropFirst()).map { $0.timeIntervalSince($1) }
      .filter { (0...longestGap).contains($0) }
    return gaps.count < fewestGaps ? nil : gaps.sorted()[gaps.count / 2]
  }
}
