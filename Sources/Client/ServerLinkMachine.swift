import MainThread
import Program

/// Decides how Peach connects to a JACK server, what happens when the server changes or goes away,
/// and when training may continue. ``ServerLink`` carries out the decisions. The machine knows
/// nothing about training.
///
/// Each input returns the action to perform, or `nil` if the input does not fit the state and
/// changed nothing.
nonisolated struct ServerLinkMachine {
  private(set) var state: State = .closed
  private var step = Step()

  // MARK: Launch

  /// Opens the first client.
  mutating func launch() -> Action? {
    guard state == .closed else { return nil }
    enter(.launching)
    return .open(step)
  }

  /// Begins the training, which only the first client does automatically.
  mutating func begin() -> Action? {
    guard state == .launched else { return nil }
    enter(.training)
    return .announceAndTrain
  }

  // MARK: Opening

  /// Handles a client of this step that is active and has its connections.
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

  /// Handles a failure to open a client.
  ///
  /// - Parameter isLasting: true if another attempt would not help.
  mutating func openingFailed(_ step: Step, _ fault: Fault, isLasting: Bool) -> Action? {
    guard step == self.step else { return nil }
    switch state {
    case .reopening(var search) where !isLasting:
      let isNews = search.record(fault)
      return pause(search, reporting: isNews ? fault : nil)
    case .launching, .reopening:
      enter(.closed)
      return .giveUp(fault)
    default: return nil
    }
  }

  /// True if a client of this step is still wanted.
  func isOpening(_ step: Step) -> Bool {
    switch state {
    case .launching, .reopening: step == self.step
    default: false
    }
  }

  /// Handles an opening that takes too long, because the server hangs.
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

  // MARK: Changes to the client

  /// Handles the loss of the client.
  mutating func lost(_ fault: Fault) -> Action? {
    switch state {
    case .launched, .training, .waitingForStart, .freewheeling:
      enter(.leaving)
      return .leave(fault, step)
    case .closed, .suspended, .launching, .leaving, .pausing, .reopening: return nil
    }
  }

  /// Continues when the lost client has been closed, or its closing was left to libjack.
  mutating func hasLeft(_ step: Step) -> Action? {
    guard step == self.step, state == .leaving else { return nil }
    return pause(Search(), reporting: nil)
  }

  /// Makes the next attempt, after the wait before it.
  mutating func waited(_ step: Step) -> Action? {
    guard step == self.step, case .pausing(let search) = state else { return nil }
    enter(.reopening(search))
    return .open(self.step)
  }

  /// Handles the beginning or the end of freewheeling.
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

  // MARK: Requests of the user

  /// Continues training.
  mutating func start() -> Action? {
    guard state == .waitingForStart else { return nil }
    enter(.training)
    return .train
  }

  /// Closes the client, as the process is about to be stopped for a while.
  mutating func suspend() -> Action? {
    switch state {
    case .closed, .launching, .suspended: return nil
    case .launched, .training, .waitingForStart, .freewheeling, .leaving, .pausing, .reopening:
      enter(.suspended)
      return .close
    }
  }

  /// Looks for a server, as the process continues.
  mutating func resume() -> Action? {
    guard state == .suspended else { return nil }
    enter(.reopening(Search()))
    return .open(step)
  }

  /// Ends the run.
  mutating func end() { enter(.closed) }

  private mutating func pause(_ search: Search, reporting fault: Fault?) -> Action {
    var search = search
    let wait = search.schedule.next()
    enter(.pausing(search))
    return .retry(after: wait, because: fault, step)
  }

  /// Changes the state, and ends the step, so that no late result can reach the new state.
  private mutating func enter(_ state: State) {
    invariant(
      self.state != .closed || state == .closed || state == .launching,
      "a link that is closed is only launched")
    self.state = state
    step.advance()
  }
}

extension ServerLinkMachine {
  /// The state of the connection to the server.
  nonisolated enum State: Hashable {
    /// No client is wanted.
    case closed
    /// No client is wanted while the process is stopped.
    case suspended
    /// The first client is being opened. A failure ends the run.
    case launching
    /// The first client is open. The user has not been informed yet.
    case launched
    /// Training uses the client.
    case training
    /// The client is ready. Training waits for the user to start it.
    case waitingForStart
    /// The client is open, but the server does not run in real time, so nothing can be trained.
    case freewheeling
    /// The client is being closed, because its server has gone away or changed.
    case leaving
    /// There is no client until the next attempt.
    case pausing(Search)
    /// Another client is being opened.
    case reopening(Search)

    /// True if a client is wanted but missing.
    var isAway: Bool {
      switch self {
      case .leaving, .pausing, .reopening: true
      case .closed, .suspended, .launching, .launched, .training, .waitingForStart, .freewheeling:
        false
      }
    }
  }

  /// The attempts to find a server again.
  nonisolated struct Search: Hashable {
    var schedule = ReconnectionSchedule()
    private var last: Fault?
    private var reported: Fault?
    private var hasLookedAgain = false

    /// Records why an attempt failed. Returns true if the fault should be reported: it is not a
    /// missing server, has occurred twice in a row (a server that is starting or stopping causes
    /// all kinds of errors), and has not been reported before.
    mutating func record(_ fault: Fault) -> Bool {
      defer { last = fault }
      if case .noServer = fault { return false }
      if !hasLookedAgain {
        // A server exists. It will soon be clear whether it stays.
        hasLookedAgain = true
        schedule = ReconnectionSchedule()
      }
      guard fault == last, fault != reported else { return false }
      reported = fault
      return true
    }
  }

  /// An instruction to the driver after a change of state.
  nonisolated enum Action: Hashable {
    /// Open a client. Then call `opened(step)` or `openingFailed(step)`, and `openingIsSlow(step)`
    /// if the opening takes long.
    case open(Step)

    /// The launch succeeded. Call `begin()` when the user can be informed.
    case launched

    /// Report that Peach is ready, and train.
    case announceAndTrain

    /// Report that Peach is ready and waits for `start()`.
    case announceAndOfferStart

    case train

    /// Report the reason and stop the training. The client stays open.
    case interrupt(Fault)

    /// Report the reason, stop the training and close the client. Then call `hasLeft(step)`.
    case leave(Fault, Step)

    /// Report the wait, and the fault if there is one. Then call `waited(step)`.
    case retry(after: Duration, because: Fault?, Step)

    /// Report that something takes long.
    case complain(Fault)

    /// End the launch, or the run, with the reason.
    case giveUp(Fault)

    /// Close the client if there is one.
    case close
  }

  /// Identifies a wait of the driver. A result that belongs to an earlier step is too late and
  /// changes nothing.
  nonisolated struct Step: Hashable {
    private var number = 0

    mutating func advance() { number += 1 }
  }
}

/// The waits before the attempts to find the JACK server again. The first attempts follow quickly,
/// because most servers that go away are restarted. Later ones are less frequent, but never more
/// than 5 seconds apart.
nonisolated struct ReconnectionSchedule: Hashable {
  private static let intervals: [Duration] = [
    .milliseconds(100), .milliseconds(200), .milliseconds(500), .seconds(1), .seconds(2),
    .seconds(5),
  ]

  private(set) var tries = 0

  /// Counts an attempt, and returns the wait before it.
  mutating func next() -> Duration {
    let interval = Self.intervals[min(tries, Self.intervals.count - 1)]
    tries += 1
    return interval
  }
}
