import Training

/// Lets the session wait and go on, and declares trials void, as the sound and the user demand. Main
/// thread.
final class TrainingWaits<Machine: TrainingMachine> {
  private weak var session: TrainingDriver<Machine>?
  private var holds: TrainingHolds
  private var discardLimit = DiscardLimit()

  /// Whether the training waited already when the user turned to something else.
  private var hadToWait = false
  private let recording: RunRecording
  private let discardsOnXrun: () -> Bool
  private let notify: (Notice) -> Void

  /// - Parameters:
  ///   - waitsForConnection: whether the training waits until something is connected.
  ///   - recording: stores no answers while nobody hears what is asked.
  ///   - discardsOnXrun: whether a trial in which the sound breaks off is void.
  init(
    waitsForConnection: Bool, recording: RunRecording, discardsOnXrun: @escaping () -> Bool,
    notify: @escaping (Notice) -> Void
  ) {
    holds = TrainingHolds(waitsForConnection: waitsForConnection)
    self.recording = recording
    self.discardsOnXrun = discardsOnXrun
    self.notify = notify
  }

  /// Why the training waits; `nil` if it does not.
  var reason: PauseReason? { holds.reason }

  /// Starts the session; it waits before its first trial if there is a reason to.
  func start(_ session: TrainingDriver<Machine>, isStalled: Bool, isConnected: Bool) {
    self.session = session
    holds.begin()
    holds.isStalled = isStalled
    holds.isConnected = isConnected
    recording.isOpen = holds.storesAnswers
    if let reason { session.start(paused: reason) } else { session.start() }
  }

  /// The session has stopped: nothing waits any more.
  func end() {
    session = nil
    hadToWait = false
    holds.isStalled = false
    holds.begin()
  }

  /// Something was connected to the outputs, or nothing is any more. A trial that the user insisted on is
  /// posed anew when it can be heard.
  func connectionChanged(isConnected: Bool) {
    let wasInsisting = holds.isInsisting
    holds.isConnected = isConnected
    if wasInsisting, isConnected { session?.pause(.unconnected) }
    update()
  }

  func serverStalled(_ isStalled: Bool) {
    holds.isStalled = isStalled
    update()
  }

  /// Whether only the user is waited for, and any answering pad goes on.
  var waitsForUser: Bool { holds.waitsForUser }

  /// The session has paused.
  func paused(_ reason: PauseReason) {
    switch reason {
    case .key, .idleHand: holds.ownPause = reason
    case .asked, .panic, .unconnected, .stalled, .history: break
    }
  }

  /// Lets the training wait, or go on if only the user is waited for; `false` without a training.
  func togglePause() -> Bool {
    guard session != nil else { return false }
    if holds.waitsForUser { return goOn() }
    holds.isAsked.toggle()
    update()
    return true
  }

  /// Fades the training out and lets it wait until the user goes on.
  func silence() {
    guard session != nil else { return }
    holds.isSilenced = true
    update()
  }

  /// Lets the training wait while the user does something else, whatever else it waits for.
  func holdForUser() {
    guard session != nil, !holds.isAsked else { return }
    hadToWait = reason != nil
    holds.isAsked = true
    update()
  }

  /// The user is back. A training that ran before waits for a key; another one goes on when it can.
  func endHoldForUser() {
    guard hadToWait else { return }
    hadToWait = false
    holds.isAsked = false
    update()
  }

  /// The user wants to go on after a pause; `false` if the training does not wait, or has to.
  func goOn() -> Bool {
    guard session != nil, holds.goOn() else { return false }
    if holds.isInsisting { notify(.notStored) }
    update()
    return true
  }

  /// The sound broke off in the trial of that number, if one sounds.
  func soundBrokeOff(in index: Int) {
    guard discardsOnXrun(), discardLimit.allowsDiscarding(index), session?.discard(.xrun) == true
    else { return }
    discardLimit.recordDiscard(of: index)
    if discardLimit.isExhausted { notify(.xrunOften) }
  }

  private func update() {
    guard let session else { return }
    recording.isOpen = holds.storesAnswers
    // A replay during a pause ends with it, too.
    if let reason { session.pause(reason) } else { session.resume() }
  }
}
