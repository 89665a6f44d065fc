/// The columns of Peach's own table, in their order.
enum TableColumn: String, CaseIterable, Sendable {
  case id, training, timestamp, referenceNote, referenceNoteName, targetNote, targetNoteName
  case interval, tuningSystem, centOffset, isCorrect, initialCentOffset, userCentError

  static let header = allCases.map(\.rawValue).joined(separator: ",")

  /// Those without which a table cannot be read.
  static let needed: [TableColumn] = allCases.filter {
    ![.id, .referenceNoteName, .targetNoteName].contains($0)
  }
}
