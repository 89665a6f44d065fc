/// Whether Peach's sound can run in real time.
struct RealtimeFacts {
  /// What the server asks for.
  enum Need: Hashable {
    case required, notRequired, unknown
    /// PipeWire gets its clients real time by other ways.
    case byPipeWire
  }

  /// Whether a thread of this process was let run in real time when it tried.
  let isAllowed: Bool

  /// The priority that was tried.
  let priority: Int

  /// RLIMIT_RTPRIO, the highest that may be had.
  let limit: Int
  let need: Need
  let limits: LimitFacts

  init(isAllowed: Bool, priority: Int, limit: Int, need: Need, limits: LimitFacts) {
    self.isAllowed = isAllowed
    self.priority = priority
    self.limit = limit
    self.need = need
    self.limits = limits
  }
}
