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
