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

extension ServerLinkMachine {
  /// Where Peach stands with the server.
  nonisolated enum State: Hashable {
    /// There is no client, and none is wanted.
    case closed
    /// There is none while the process is stopped.
    case suspended
    /// The first client is being opened; a failure ends the run.
    case launching
    /// The first client is open; the user has not been told yet.
    case launched
    /// The training has the client.
    case training
    /// The client is there for the training when the user says so.
    case waitingForStart
    /// The client is there, but time on the server is not that of the ear.
    case freewheeling
    /// The client is being closed, as its server has gone or has changed.
    case leaving
    /// There is no client until the next try.
    case pausing(Search)
    /// Another client is being opened.
    case reopening(Search)

    /// Whether there should be a client, and there is none.
    var isAway: Bool {
      switch self {
      case .leaving, .pausing, .reopening: true
      case .closed, .suspended, .launching, .launched, .training, .waitingForStart, .freewheeling:
        false
      }
    }
  }

  /// The tries to find a server again.
  nonisolated struct Search: Hashable {
    var schedule = ReconnectionSchedule()
    private var last: Fault?
    private var told: Fault?
    private var hasLookedAgain = false

    /// Takes down why a try failed; true where that is worth telling: something else than that there is
    /// no server, for the second time in a row (a server that is just coming or going says all sorts of
    /// things), and not told before.
    mutating func note(_ fault: Fault) -> Bool {
      defer { last = fault }
      if case .noServer = fault { return false }
      if !hasLookedAgain {
        // A server is there; whether it stays so is soon known.
        hasLookedAgain = true
        schedule = ReconnectionSchedule()
      }
      guard fault == last, fault != told else { return false }
      told = fault
      return true
    }
  }

  /// What the driver has to do after a change of state.
  nonisolated enum Action: Hashable {
    /// Open a client; then `opened(step)` or `openingFailed(step)`, and `openingIsSlow(step)` if that
    /// takes long.
    case open(Step)

    /// The launch has succeeded; `begin()` when the user can be told.
    case launched

    /// Tell the user that Peach is ready, and train.
    case announceAndTrain

    /// Tell the user that Peach is ready, and that it waits for `start()`.
    case announceAndOfferStart

    case train

    /// Tell why, and stop the training; the client stays.
    case interrupt(Fault)

    /// Tell why, stop the training, close the client; then `hasLeft(step)`.
    case leave(Fault, Step)

    /// Tell of the wait, and of a fault if there is one to tell; then `waited(step)`.
    case retry(after: Duration, because: Fault?, Step)

    /// Tell that something takes long.
    case complain(Fault)

    /// There will be no client.
    case giveUp(Fault)

    /// Close the client if there is one.
    case close
  }

  /// Names one stretch of time that the driver waits for. What ends under the name of an earlier step
  /// comes too late and changes nothing.
  nonisolated struct Step: Hashable {
    private var number = 0

    mutating func advance() { number += 1 }
  }
}

/// How long to wait before each try to find the JACK server again: at once at first, as most servers
/// that go are restarted; then less and less often, never more than 5 seconds apart.
nonisolated struct ReconnectionSchedule: Hashable {
  private static let intervals: [Duration] = [
    .milliseconds(100), .milliseconds(200), .milliseconds(500), .seconds(1), .seconds(2),
    .seconds(5),
  ]

  /// How many tries have been made.
  private(set) var tries = 0

  /// The wait before the next try, which counts as made.
  mutating func next() -> Duration {
    let interval = Self.intervals[min(tries, Self.intervals.count - 1)]
    tries += 1
    return interval
  }
}
