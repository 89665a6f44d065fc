/// A source of chance that goes on where it was, across the sessions of one run.
final nonisolated class SharedRandom: RandomNumberGenerator {
  private var generator: any RandomNumberGenerator

  init(_ generator: any RandomNumberGenerator) { self.generator = generator }

  func next() -> UInt64 { generator.next() }
}
