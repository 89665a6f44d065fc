/// Where Peach listens for Open Sound Control.
struct OSCFacts {
  enum State: Hashable {
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

  let state: State

  init(state: State) { self.state = state }
}
