/// What the audio outputs are to be connected with by themselves.
public enum OutputTarget: Hashable, Sendable {
  /// Nothing: somebody else connects them.
  case nothing

  /// The first two outputs of the machine, both of one client.
  case physical

  /// The first two that fit.
  case matching(PortPattern)

  /// Those that may be taken, in the server's order.
  func fitting(_ destinations: [ServerPort]) -> [ServerPort] {
    switch self {
    case .nothing: []
    case .physical: destinations.filter(\.isPhysical)
    case .matching(let pattern): pattern.fitting(destinations)
    }
  }
}
