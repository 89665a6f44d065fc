import Foundation

/// What every record must fulfil that comes from outside, by an import or by a merge, besides what
/// every reader checks: types, ranges, and that the notes are the interval apart.
struct RecordGate {
  /// The last time that is believed.
  private let latest: Date

  /// Another machine's clock may be ahead, in whatever time zone it was set.
  private static let tolerance: TimeInterval = 24 * 60 * 60

  init(now: Date = Date()) { latest = now + Self.tolerance }

  /// The time of a record that is in the future, as files hold it; `nil` if the record may pass.
  func futureTime(of result: RecordedResult) -> String? {
    let time = result.record.timestamp
    return time > latest ? RecordTimestamp.text(time) : nil
  }
}
