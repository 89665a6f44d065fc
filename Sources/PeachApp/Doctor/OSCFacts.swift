/// Where Peach listens for Open Sound Control.
public struct OSCFacts {
  public enum State: Hashable {
    case off

    /// The settings cannot be read; that is another check's fault.
    case unknown

    /// Peach can listen there.
    ///
    /// - Parameter isOpen: whether other machines can reach it.
    case free(address: String, isOpen: Bool)

    /// Somebody listens there.
    case taken(address: String)
    case impossible(Fault)
  }

  public let state: State

  public init(state: State) { self.state = state }
}
