/// A key on a terminal.
public enum Key: Hashable {
  case character(Character)
  case up, down, left, right
  case enter, escape, backspace
  /// A sequence that means nothing here.
  case other
}
