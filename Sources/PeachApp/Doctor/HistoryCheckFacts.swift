/// The history, as `peach data check` sees it.
struct HistoryCheckFacts {
  enum State {
    /// There is none yet; results may wait for it.
    case absent(waiting: [HistoryFacts.Finding])
    case examined(HistoryFacts)
    case unexamined(Fault)
  }

  let path: String
  let state: State

  init(path: String, state: State) {
    self.path = path
    self.state = state
  }
}
