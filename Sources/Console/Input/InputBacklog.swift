/// What was read and is still to be delivered, in order, with the pauses in it. A value; the times are those of the
/// reader.
///
/// A pause completes a lone Escape, which could be the beginning of a key's sequence. So it must come in any case,
/// and stand where it was: also if a signal interrupts the wait for it, and if the receiver is late.
nonisolated struct InputBacklog {
  /// The longest time that a key's sequence may take to arrive.
  static let pause = Duration.milliseconds(30)

  private var chunks: [StandardInput.Chunk] = []

  /// When the last bytes were read; `nil` if the pause after them is known.
  private var lastRead: ContinuousClock.Instant?

  /// How many bytes are to be delivered.
  private(set) var count = 0

  /// Bytes were read at that time.
  mutating func append(_ bytes: [UInt8], at time: ContinuousClock.Instant) {
    if case .bytes(let before)? = chunks.last {
      chunks[chunks.count - 1] = .bytes(before + bytes)
    } else {
      chunks.append(.bytes(bytes))
    }
    count += bytes.count
    lastRead = time
  }

  /// There was nothing to read after that time.
  mutating func findNothing(at time: ContinuousClock.Instant) {
    guard let lastRead, time - lastRead >= Self.pause else { return }
    self.lastRead = nil
    chunks.append(.pause)
  }

  /// How long it takes until nothing to read is a pause, in milliseconds, rounded up; `nil` if none is to come.
  func timeUntilPause(at time: ContinuousClock.Instant) -> Int32? {
    guard let lastRead else { return nil }
    let left = Self.pause - (time - lastRead)
    return Int32(max(0, (left / .milliseconds(1)).rounded(.up)))
  }

  /// What is to be delivered next.
  mutating func next() -> StandardInput.Chunk? {
    guard !chunks.isEmpty else { return nil }
    let chunk = chunks.removeFirst()
    if case .bytes(let bytes) = chunk { count -= bytes.count }
    return chunk
  }
}
