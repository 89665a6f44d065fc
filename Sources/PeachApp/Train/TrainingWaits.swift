import Training

/// Lets the session wait and go on, and declares trials void, as the sound and the user demand. Main
/// thread.
final class TrainingWaits<Machine: TrainingMachine> {
  private weak var session: TrainingDriver<Machine>?
  private var holds: TrainingHolds
  private var discardLimit = DiscardLimit()
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

  /// Something was connected to the outputs, or nothing is any more.
  func connectionChanged(isConnected: Bool) {
    holds.isConnected = isConnected
    update()
  }

  func serverStalled(_ isStalled: Bool) {
    holds.isStalled = isStalled
    update()
  }

  /// Lets the training wait, or go on if it waits because the user wanted that; `false` without a
  /// training.
  func togglePause() -> Bool {
    guard session != nil else { return false }
    holds.isAsked.toggle()
    update()
    return true
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
    if let reason {
      session.pause(reason)
    } else if session.isPaused {
      session.resume()
    }
  }
}
