import Console
import Program
import Training

/// Why a run of training ends, and when it may end: an answer that was given before is waited for, and a last
/// result is shown to its end. Main thread.
final class RunEnding {
  /// Called when the run ends without a session that has to stop first.
  var onEnd: (() -> Void)?

  /// The session of the run, while there is one. Its last event comes when it has stopped.
  weak var session: TrainingDriver?

  /// Why the run ends, once it does; the first reason counts.
  private(set) var reason: Ending?

  /// Notes why the run ends, and lets the session be.
  func note(_ reason: Ending) { self.reason = self.reason ?? reason }

  /// Ends the run, unless it ends already. Its session stops at once, or with the confirmation of an answer
  /// if the reason leaves the time for it.
  func end(_ reason: Ending) {
    guard self.reason == nil else { return }
    self.reason = reason
    guard let session, !session.isIdle || session.isStoring else {
      onEnd?()
      return
    }
    // An answer was given before the end, and is about to be confirmed: it counts.
    if session.isConfirming, !reason.isImmediate { return }
    // The session's last event finishes.
    session.stop()
  }

  /// Ends the run with the result that is being shown. A person gets the time to read it; a script, which has no
  /// terminal, goes on at once.
  func end(_ reason: Ending, withLastResultFor terminal: Terminal?) {
    guard terminal != nil, let session, !session.isIdle else { return end(reason) }
    note(reason)
    session.stopAfterTrial()
  }

  /// A run that has ended waits for the confirmation of an answer only. If a pause has made that answer
  /// void, or has followed it, it waits for nothing.
  func endUnlessConfirming() {
    if reason != nil, session?.isPaused == true { session?.stop() }
  }

  /// The end is near: it comes at once, unless an answer is about to be confirmed.
  func silence() { if session?.isConfirming != true { session?.stop() } }
}

/// How a run of training ended.
struct TrainingEnd {
  let ending: Ending

  /// The exit status of a run that ends with this training.
  let status: Int32

  /// How far it came; `nil` if it was not begun.
  let progress: RunProgress?

  /// - Parameter status: `nil` for the usual one of the ending.
  init(_ ending: Ending, status: Int32? = nil, progress: RunProgress? = nil) {
    (self.ending, self.status, self.progress) = (ending, status ?? ending.status, progress)
  }
}
