/// Why a line of JSON is no record of training.
public enum RecordLineError: Error, Hashable, Sendable {
  /// The line is not one JSON object.
  case notAnObject

  case missing(RecordMember)

  /// The member's value is of a wrong type or out of range; `value` is what stands there, cut short
  /// where it is long.
  case notAllowed(RecordMember, value: String)

  /// The target note is not at the interval from the reference note.
  case targetDisagrees(interval: String, expected: Int?, found: Int)
}
