import Realtime

/// The questions whether the process callback runs that it has not answered yet.
struct OpenConfirmations {
  /// The greatest number of them.
  private static let limit = 8

  private var answers: [ConfirmationID: () -> Void] = [:]
  private var last = ConfirmationID(0)

  /// The number of the next question; `nil` if too many are open.
  var next: ConfirmationID? {
    answers.count < Self.limit ? ConfirmationID(last.rawValue &+ 1) : nil
  }

  /// The question has been asked.
  mutating func add(_ id: ConfirmationID, _ onAnswer: @escaping () -> Void) {
    last = id
    answers[id] = onAnswer
  }

  /// The callback has answered: returns what is to be called.
  mutating func remove(_ id: ConfirmationID) -> (() -> Void)? { answers.removeValue(forKey: id) }

  /// No answer will come.
  mutating func removeAll() { answers = [:] }
}
