import Foundation

extension Date {
  /// This moment rounded down to whole milliseconds since 1970, the resolution of the records.
  nonisolated var inWholeMilliseconds: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded(.down) / 1000)
  }
}
