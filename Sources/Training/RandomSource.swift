/// The source of chance of a session: the system's, or a seeded one that repeats its choices.
public nonisolated struct RandomSource: RandomNumberGenerator {
  private var generator: any RandomNumberGenerator

  public init(_ generator: any RandomNumberGenerator = SystemRandomNumberGenerator()) {
    self.generator = generator
  }

  public mutating func next() -> UInt64 { generator.next() }
}
