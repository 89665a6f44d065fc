/// The history, as `peach data check` sees it.
public struct HistoryCheckFacts {
  public enum State {
    /// There is none yet; results may wait for it.
    case absent(waiting: [HistoryFacts.Finding])
    case examined(HistoryFacts)
    case unexamined(Fault)
  }

  public let path: String
  public let state: State

  public init(path: String, state: State) {
    self.path = path
    self.state = state
  }
}
