import Music

/// What a hand wants, whichever way it came in.
public enum Intent: Hashable {
  case answer(higher: Bool)

  /// Goes on after an interruption.
  case start

  case quit
  case help
}
