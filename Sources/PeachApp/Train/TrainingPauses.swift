import Program
import Training

/// The reasons for which a training waits: pauses and resumes the session as the sound and the user
/// demand, and makes a trial void if its sound breaks off. Main thread.
final class TrainingPauses {
  private weak var session: TrainingDriver?
  private let recording: RunRecording
  private let discardsOnXrun: () -> Bool
  private let notify: (Notice) -> Void

  /// True if the training waits until something is connected, as on a terminal.
  private let waitsForConnection: Bool

  private var isStalled = false

  /// True if something is connected to the outputs.
  private var isConnected = true { didSet { if isConnected { isInsisting = false } } }

  /// True if the user continues although nothing is connected.
  private var isInsisting = false

  /// True if the user wants a pause.
  private var isAsked = false

  /// True if everything was silenced, and the user has not continued since.
  private var isSilenced = false

  /// The reason for which the session has paused by itself: it waits for a key, or the user has not
  /// tuned. `nil` if it has not.
  private var ownPause: PauseReason?

  /// True if the training waited already when the user turned to something else.
  private var hadToWait = false

  /// The numbers of the last trials that were void. If each of them were posed again, a machine
  /// with many xruns would never reach an answer.
  private var voidTrials: [Int] = []

  /// The number of void trials among ``voidSpan`` trials in a row that is too many.
  private static var mostVoid: Int { 3 }
  private static var voidSpan: Int { 10 }

  /// True from the moment at which there were too many until the run ends.
  private var hasDiscardedTooOften = false

  /// - Parameters:
  ///   - recording: stores no answers while nobody hears the trials.
  ///   - discardsOnXrun: whether a trial is void if its sound breaks off.
  init(
    waitsForConnection: Bool, recording: RunRecording, discardsOnXrun: @escaping () -> Bool,
    notify: @escaping (Notice) -> Void
  ) {
    self.waitsForConnection = waitsForConnection
    self.recording = recording
    self.discardsOnXrun = discardsOnXrun
    self.notify = notify
  }

  /// The reason for which the training waits; `nil` if it does not.
  var reason: PauseReason? {
    if isStalled { return .stalled }
    if isSilenced { return .panic }
    if isAsked { return .asked }
    return isSilent && !isInsisting ? .unconnected : ownPause
  }

  /// True if the training waits only for the user, so that any answering pad continues it.
  var waitsForUser: Bool {
    switch reason {
    case .asked, .key, .idleHand, .panic: true
    case .unconnected, .stalled, .history, nil: false
    }
  }

  private var isSilent: Bool { waitsForConnection && !isConnected }

  /// Starts the session, with a pause before its first trial if there is a reason.
  func start(_ session: TrainingDriver, isStalled: Bool, isConnected: Bool) {
    self.session = session
    forgetWishes()
    self.isStalled = isStalled
    self.isConnected = isConnected
    recording.isOpen = !isSilent
    if let reason { session.start(paused: reason) } else { session.start() }
  }

  /// Forgets the session, which has stopped.
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

  /// Pauses or resumes after a change of the connections. A trial on which the user insisted is
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

  /// Makes the trial of that number void, if it sounds, as its sound broke off. A trial is void
  /// only once, and none is void if that has happened too often.
  func soundBrokeOff(in index: Int) {
    guard discardsOnXrun(), !hasDiscardedTooOften, voidTrials.last != index,
      session?.discard(.xrun) == true
    else { return }
    voidTrials = voidTrials.filter { $0 > index - Self.voidSpan } + [index]
    hasDiscardedTooOften = voidTrials.count >= Self.mostVoid
    if hasDiscardedTooOften { notify(.xrunOften) }
  }

  // MARK: The user

  /// Notes a pause of the session.
  func paused(_ reason: PauseReason) {
    switch reason {
    case .key, .idleHand: ownPause = reason
    case .asked, .panic, .unconnected, .stalled, .history: break
    }
  }

  /// Pauses the training, or continues it if it waits only for the user. Returns false if idle.
  func togglePause() -> Bool {
    guard session != nil else { return false }
    if waitsForUser { return resume() }
    isAsked.toggle()
    update()
    return true
  }

  /// Fades the training out, and pauses it until the user continues.
  func silence() {
    guard session != nil else { return }
    isSilenced = true
    update()
  }

  /// Pauses the training while the user does something else.
  func holdForUser() {
    guard session != nil, !isAsked else { return }
    hadToWait = reason != nil
    isAsked = true
    update()
  }

  /// Ends ``holdForUser()``. A training that ran before still waits for a key; another one
  /// continues when it can.
  func endHoldForUser() {
    guard hadToWait else { return }
    hadToWait = false
    isAsked = false
    update()
  }

  /// Continues after a pause, as the user wants. Returns false if there is none, or if it has to
  /// last.
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
