import Foundation

extension Date {
  /// The nearest whole millisecond since 1970, UTC; out of every range for a date that has none.
  var millisecondsSince1970: Int64 {
    Int64(exactly: (timeIntervalSince1970 * 1000).rounded()) ?? .max
  }

  init(millisecondsSince1970 milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
