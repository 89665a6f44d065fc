/// How the processors choose their clock: the governors, one for each processor that has one.
public struct ProcessorFacts {
  public let governors: [String]

  public init(governors: [String]) { self.governors = governors }
}
