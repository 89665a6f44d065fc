/// Decides whether a trial in which the sound broke off is posed again: once for each trial, and not
/// any more when that has happened too often. A machine with many xruns would otherwise never come to
/// an answer.
struct DiscardLimit: Hashable {
  /// This many void trials among ``span`` trials in a row are too many.
  static let most = 3
  static let span = 10

  private var indices: [Int] = []

  /// Whether there were too many. It stays so until the run ends.
  private(set) var isExhausted = false

  /// - Parameter index: the number of the trial in its run.
  func allowsDiscarding(_ index: Int) -> Bool { !isExhausted && indices.last != index }

  mutating func recordDiscard(of index: Int) {
    indices = indices.filter { $0 > index - Self.span } + [index]
    isExhausted = indices.count >= Self.most
  }
}
