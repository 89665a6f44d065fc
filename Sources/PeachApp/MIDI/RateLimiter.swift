/// Lets so many messages a second through and counts the others, so that a controller that floods fills
/// no terminal and keeps nobody from ending Peach. A value.
nonisolated struct RateLimiter {
  /// More than a hand sends, and still as fast as anybody can read a line a screenful.
  static let perSecond = 250

  private var second = 0
  private var shown = 0
  private var unshown = 0

  /// Whether a message may be shown, and how many of the second before were not, when that is over.
  mutating func admit(at seconds: Double) -> (isShown: Bool, unshown: Int) {
    var told = 0
    if Int(seconds) != second {
      told = takeUnshown()
      second = Int(seconds)
      shown = 0
    }
    guard shown < Self.perSecond else {
      unshown += 1
      return (false, told)
    }
    shown += 1
    return (true, told)
  }

  /// Messages that were lost before they came here.
  mutating func count(dropped: Int) { unshown += dropped }

  /// How many were not shown and have not been told.
  mutating func takeUnshown() -> Int {
    defer { unshown = 0 }
    return unshown
  }
}
