/// Names one stretch of time that a session waits for. What ends under the name of an earlier step comes
/// too late and changes nothing.
nonisolated struct Step: Hashable {
  private var number = 0

  mutating func advance() { number += 1 }
}
