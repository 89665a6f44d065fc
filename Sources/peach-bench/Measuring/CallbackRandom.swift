/// xorshift64 (Marsaglia 2003): chance that a process callback can afford.
nonisolated struct CallbackRandom {
  private var state: UInt64

  /// - Parameter seed: the same number, the same choices.
  init(seed: UInt64) { state = seed | 1 }

  mutating func next(below limit: UInt64) -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state % limit
  }
}
