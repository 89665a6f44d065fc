/// The columns of the app's table in its newest version, in their order.
///
/// The first twelve are those of version 1. Versions 2 and 3 add columns for trainings that are not
/// Peach's.
enum AppColumn: String, CaseIterable, Sendable {
  case trainingType, timestamp, referenceNote, referenceNoteName, targetNote, targetNoteName
  case interval, tuningSystem, centOffset, isCorrect, initialCentOffset, userCentError
  case tempoBPM, offsetMs, meanOffsetMs
  case meanOffsetMsPosition0, meanOffsetMsPosition1, meanOffsetMsPosition2, meanOffsetMsPosition3

  static let header = allCases.map(\.rawValue).joined(separator: ",")

  /// A column that version 2 alone has.
  static let ofVersion2 = "userOffsetMs"

  /// Those without which a table cannot be read, whatever its version.
  static let needed: [AppColumn] = [
    .trainingType, .timestamp, .referenceNote, .targetNote, .interval, .tuningSystem, .centOffset,
    .isCorrect, .initialCentOffset, .userCentError,
  ]
}
