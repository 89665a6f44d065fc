/// A line that is typed into a training.
nonisolated struct Keystroke: Hashable {
  enum Kind: Hashable {
    /// It asks for a result, where it fits.
    case answer
    /// It asks for none.
    case move
  }

  let kind: Kind
  let line: String

  /// How long after the event that it is typed, in seconds.
  var delay = 0.0
}
