/// Decides how Peach comes to a JACK server, what happens when that changes or goes, and when training
/// may go on; ``ServerLink`` acts. It knows no training.
///
/// Each input returns what is to be done, or `nil` where it does not fit the state and changed nothing.
nonisolated struct ServerLinkMachine {
  private(set) var state: State = .closed
  private var step = Step()

  // MARK: The beginning

  /// Opens the first client.
  mutating func launch() -> Action? {
    guard state == .closed else { return nil }
    enter(.launching)
    return .open(step)
  }

  /// Peach is ready for its user: training begins by itself, this once.
  mutating func begin() -> Action? {
    guard state == .launched else { return nil }
    enter(.training)
    return .announceAndTrain
  }

  // MARK: Opening

  /// The client of that step is active and its connections are restored.
  mutating func opened(_ step: Step) -> Action? {
    guard step == self.step else { return nil }
    switch state {
    case .launching:
      enter(.launched)
      return .launched
    case .reopening:
      enter(.waitingForStart)
      return .announceAndOfferStart
    default: return nil
    }
  }

  /// There is no client. `isLasting`: trying again would not help.
  mutating func openingFailed(_ step: Step, _ fault: Fault, isLasting: Bool) -> Action? {
    guard step == self.step else { return nil }
    switch state {
    case .reopening(var search) where !isLasting:
      let isNews = search.note(fault)
      return pause(search, telling: isNews ? fault : nil)
    case .launching, .reopening:
      enter(.closed)
      return .giveUp(fault)
    default: return nil
    }
  }

  /// Whether a client of that step is still wanted.
  func isOpening(_ step: Step) -> Bool {
    switch state {
    case .launching, .reopening: step == self.step
    default: false
    }
  }

  /// The opening has not come to an end for a while: a server that hangs.
  mutating func openingIsSlow(_ step: Step, server: String?) -> Action? {
    guard step == self.step else { return nil }
    switch state {
    case .launching:
      enter(.closed)
      return .giveUp(.serverSilent(name: server))
    case .reopening: return .complain(.serverSilent(name: server))
    default: return nil
    }
  }

  // MARK: What happens to the client

  /// The client can no longer play.
  mutating func lost(_ fault: Fault) -> Action? {
    switch state {
    case .launched, .training, .waitingForStart, .freewheeling:
      enter(.leaving)
      return .leave(fault, step)
    case .closed, .suspended, .launching, .leaving, .pausing, .reopening: return nil
    }
  }

  /// The lost client was closed, or libjack was left to itself with it.
  mutating func hasLeft(_ step: Step) -> Action? {
    guard step == self.step, state == .leaving else { return nil }
    return pause(Search(), telling: nil)
  }

  /// The wait before a try is over.
  mutating func waited(_ step: Step) -> Action? {
    guard step == self.step, case .pausing(let search) = state else { return nil }
    enter(.reopening(search))
    return .open(self.step)
  }

  /// The server began or ended to render faster or slower than real time.
  mutating func freewheels(_ isOn: Bool) -> Action? {
    switch state {
    case .launched, .training, .waitingForStart:
      guard isOn else { return nil }
      enter(.freewheeling)
      return .interrupt(.freewheeling)
    case .freewheeling:
      guard !isOn else { return nil }
      enter(.waitingForStart)
      return .announceAndOfferStart
    case .closed, .suspended, .launching, .leaving, .pausing, .reopening: return nil
    }
  }

  // MARK: What the user wants

  /// Training shall go on.
  mutating func start() -> Action? {
    guard state == .waitingForStart else { return nil }
    enter(.training)
    return .train
  }

  /// The process is to be stopped for a while, without a client.
  mutating func suspend() -> Action? {
    switch state {
    case .closed, .launching, .suspended: return nil
    case .launched, .training, .waitingForStart, .freewheeling, .leaving, .pausing, .reopening:
      enter(.suspended)
      return .close
    }
  }

  /// The process goes on.
  mutating func resume() -> Action? {
    guard state == .suspended else { return nil }
    enter(.reopening(Search()))
    return .open(step)
  }

  /// The run ends.
  mutating func end() { enter(.closed) }

  private mutating func pause(_ search: Search, telling fault: Fault?) -> Action {
    var search = search
    let wait = search.schedule.next()
    enter(.pausing(search))
    return .retry(after: wait, because: fault, step)
  }

  /// Every change ends the step before it, so that nothing late can reach the new state.
  private mutating func enter(_ state: State) {
    self.state = state
    step.advance()
  }
}
