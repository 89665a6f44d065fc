import Foundation

/// A record's time in a line of JSON: ISO 8601 in UTC, with milliseconds.
enum RecordTimestamp {
  static func text(_ date: Date) -> String {
    // Half a millisecond more, so that a double a hair below its millisecond is not cut to the one
    // before.
    date.addingTimeInterval(0.0005).formatted(
      Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// Reads `2026-11-21T10:00:00Z`, with or without a fraction of a second; `nil` for anything else.
  static func date(_ text: String) -> Date? {
    guard let end = text.utf8.last, end == UInt8(ascii: "Z"), text.utf8.count >= wholeSeconds + 1,
      let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)
    else { return nil }
    let fraction = text.utf8.dropFirst(wholeSeconds).dropLast()
    guard fraction.isEmpty || fraction.count > 1 && fraction.first == UInt8(ascii: "."),
      fraction.dropFirst().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    // Foundation takes the 30th of February for the 2nd of March, and a leap second for the next.
    let seconds = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    guard seconds.formatted(.iso8601).utf8.dropLast().elementsEqual(text.utf8.prefix(wholeSeconds))
    else { return nil }
    return date
  }

  /// `2026-11-21T10:00:00`
  private static let wholeSeconds = 19
}
