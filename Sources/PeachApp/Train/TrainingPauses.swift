import Program
import Training

/// Why a training waits at present, and when a trial is void because its sound broke off: lets the session wait and go
/// on as the sound and the user demand. Main thread.
final class TrainingPauses {
  private weak var session: TrainingDriver?
  private let recording: RunRecording
  private let discardsOnXrun: () -> Bool
  private let notify: (Notice) -> Void

  /// Whether the training waits until something is connected, as it does on a terminal.
  private let waitsForConnection: Bool

  /// Whether the server does not run.
  private var isStalled = false

  /// Whether something is connected to the outputs.
  private var isConnected = true { didSet { if isConnected { isInsisting = false } } }

  /// Whether the user goes on although nothing is connected.
  private var isInsisting = false

  /// Whether the user wants a pause.
  private var isAsked = false

  /// Whether everything was silenced, and the user has not gone on since.
  private var isSilenced = false

  /// Why the session has paused by itself: it waits for a key, or nobody has tuned. `nil` if it has not.
  private var ownPause: PauseReason?

  /// Whether the training waited already when the user turned to something else.
  private var hadToWait = false

  /// The numbers of the last trials that were void. A machine with many xruns would never come to an answer if each
  /// of them were posed again.
  private var voidTrials: [Int] = []

  /// This many void trials among ``voidSpan`` trials in a row are too many.
  private static var mostVoid: Int { 3 }
  private static var voidSpan: Int { 10 }

  /// Whether there were too many. It stays so until the run ends.
  private var hasDiscardedTooOften = false

  /// - Parameters:
  ///   - recording: stores no answers while nobody hears what is asked.
  ///   - discardsOnXrun: whether a trial in which the sound breaks off is void.
  init(
    waitsForConnection: Bool, recording: RunRecording, discardsOnXrun: @escaping () -> Bool,
    notify: @escaping (Notice) -> Void
  ) {
    self.waitsForConnection = waitsForConnection
    self.recording = recording
    self.discardsOnXrun = discardsOnXrun
    self.notify = notify
  }

  /// Why the training waits; `nil` if it does not.
  var reason: PauseReason? {
    if isStalled { return .stalled }
    if isSilenced { return .panic }
    if isAsked { return .asked }
    return isSilent && !isInsisting ? .unconnected : ownPause
  }

  /// Whether only the user is waited for, and any answering pad goes on.
  var waitsForUser: Bool {
    switch reason {
    case .asked, .key, .idleHand, .panic: true
    case .unconnected, .stalled, .history, nil: false
    }
  }

  private var isSilent: Bool { waitsForConnection && !isConnected }

  /// Starts the session; it waits before its first trial if there is a reason to.
  func start(_ session: TrainingDriver, isStalled: Bool, isConnected: Bool) {
    self.session = session
    forgetWishes()
    self.isStalled = isStalled
    self.isConnected = isConnected
    recording.isOpen = !isSilent
    if let reason { session.start(paused: reason) } else { session.start() }
  }

  /// The session has stopped: nothing waits any more.
  func end() {
    session = nil
    hadToWait = false
    isStalled = false
    forgetWishes()
  }

  private func forgetWishes() {
    (isAsked, isSilenced, isInsisting, ownPause) = (false, false, false, nil)
  }

  // MARK: The sound

  /// Something was connected to the outputs, or nothing is any more. A trial that the user insisted on is
  /// posed anew when it can be heard.
  func connectionChanged(isConnected: Bool) {
    let wasInsisting = isInsisting
    self.isConnected = isConnected
    if wasInsisting, isConnected { session?.pause(.unconnected) }
    update()
  }

  func serverStalled(_ isStalled: Bool) {
    self.isStalled = isStalled
    update()
  }

  /// The sound broke off in the trial of that number, if one sounds. The trial is void, but only once, and not if that
  /// has happened too often.
  func soundBrokeOff(in index: Int) {
    guard discardsOnXrun(), !hasDiscardedTooOften, voidTrials.last != index,
      session?.discard(.xrun) == true
    else { return }
    voidTrials = voidTrials.filter { $0 > index - Self.voidSpan } + [index]
    hasDiscardedTooOften = voidTrials.count >= Self.mostVoid
    if hasDiscardedTooOften { notify(.xrunOften) }
  }

  // MARK: The user

  /// The session has paused.
  func paused(_ reason: PauseReason) {
    switch reason {
    case .key, .idleHand: ownPause = reason
    case .asked, .panic, .unconnected, .stalled, .history: break
    }
  }

  /// Lets the training wait, or go on if only the user is waited for; `false` without a training.
  func togglePause() -> Bool {
    guard session != nil else { return false }
    if waitsForUser { return resume() }
    isAsked.toggle()
    update()
    return true
  }

  /// Fades the training out and lets it wait until the user goes on.
  func silence() {
    guard session != nil else { return }
    isSilenced = true
    update()
  }

  /// Lets the training wait while the user does something else, whatever else it waits for.
  func holdForUser() {
    guard session != nil, !isAsked else { return }
    hadToWait = reason != nil
    isAsked = true
    update()
  }

  /// The user is back. A training that ran before waits for a key; another one goes on when it can.
  func endHoldForUser() {
    guard hadToWait else { return }
    hadToWait = false
    isAsked = false
    update()
  }

  /// The user wants to go on after a pause; `false` if the training does not wait, or has to.
  func resume() -> Bool {
    guard session != nil else { return false }
    switch reason {
    case .asked, .key, .idleHand, .panic: (isAsked, isSilenced, ownPause) = (false, false, nil)
    case .unconnected: isInsisting = true
    case .stalled, .history, nil: return false
    }
    if isInsisting { notify(.notStored) }
    update()
    return true
  }

  private func update() {
    guard let session else { return }
    recording.isOpen = !isSilent
    // A replay during a pause ends with it, too.
    if let reason { session.pause(reason) } else { session.resume() }
  }
}
