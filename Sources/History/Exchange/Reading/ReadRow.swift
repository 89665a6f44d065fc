/// What a row of an imported file holds.
enum ReadRow: Hashable, Sendable {
  /// - Parameter hasID: whether the row had an id; else the result has one that was made up.
  case result(RecordedResult, hasID: Bool)

  /// A training that Peach does not have, by the file's name for it.
  case otherTraining(String)
}
