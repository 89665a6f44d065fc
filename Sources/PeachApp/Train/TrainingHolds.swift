import Training

/// Decides whether a training has to wait, from what is known of the sound and from what the user
/// wants.
struct TrainingHolds {
  /// Whether the training waits until something is connected, as it does on a terminal.
  let waitsForConnection: Bool

  /// Whether the server does not run.
  var isStalled = false

  /// Whether the user wants a pause.
  var isAsked = false

  /// Whether everything was silenced, and the user has not gone on since.
  var isSilenced = false

  /// Why the training has paused by itself: it waits for a key, or nobody has tuned. `nil` if it has
  /// not.
  var ownPause: PauseReason?

  /// Whether something is connected to the outputs.
  var isConnected = true { didSet { if isConnected { isInsisting = false } } }

  /// Whether the user goes on although nothing is connected.
  private(set) var isInsisting = false

  init(waitsForConnection: Bool) { self.waitsForConnection = waitsForConnection }

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

  /// Whether answers say something about hearing: nobody hears what is connected with nothing.
  var storesAnswers: Bool { !isSilent }

  private var isSilent: Bool { waitsForConnection && !isConnected }

  /// The user wants to go on. Returns `false` if the training does not wait, or has to.
  mutating func goOn() -> Bool {
    switch reason {
    case .asked, .key, .idleHand, .panic: (isAsked, isSilenced, ownPause) = (false, false, nil)
    case .unconnected: isInsisting = true
    case .stalled, .history, nil: return false
    }
    return true
  }

  /// Another training begins: wishes about the one before no longer count.
  mutating func begin() {
    (isAsked, isSilenced, isInsisting, ownPause) = (false, false, false, nil)
  }
}
