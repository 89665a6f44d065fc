/// A member of the JSON object of a record; its raw value is its name.
public enum RecordMember: String, CaseIterable, CodingKey, Sendable {
  case training, id, timestamp, referenceNote, targetNote, interval, tuningSystem

  /// A comparison's own.
  case centOffset, isCorrect

  /// A pitch matching's own.
  case initialCentOffset, userCentError
}
