import MainThread

/// The questions whether the process callback runs that it has not answered yet.
///
/// One is asked at a time. Those that come meanwhile wait for its answer, and are then asked as one.
struct OpenConfirmations {
  private var asked: [() -> Void] = []
  private var following: [() -> Void] = []

  /// Adds a question; whether the callback is to be asked now.
  mutating func add(_ onAnswer: @escaping () -> Void) -> Bool {
    guard asked.isEmpty else {
      following.append(onAnswer)
      return false
    }
    asked = [onAnswer]
    return true
  }

  /// The callback has answered: returns what is to be called, and whether to ask for those that follow.
  mutating func answer() -> (answers: [() -> Void], asksAgain: Bool) {
    invariant(!asked.isEmpty || following.isEmpty, "one question is asked at a time")
    let answers = asked
    asked = following
    following = []
    return (answers, !asked.isEmpty)
  }

  /// No answer will come.
  mutating func removeAll() { (asked, following) = ([], []) }
}
