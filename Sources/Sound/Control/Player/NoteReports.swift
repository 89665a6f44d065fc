import MainThread
import Training

/// What is reported of a note, and to whom. Main thread.
///
/// The note and its handle share it; what it refers to is released when the note has ended.
@MainActor
final class NoteReports {
  /// When its first frame sounded, once it has.
  private(set) var startTime: SoundTime?

  /// Whether the note is over, and with which error.
  private var result: Result?

  private struct Result {
    let error: AudioError?
  }

  /// Called when its first frame sounds.
  var onStart: (() -> Void)?

  /// Called with the slider's value when a MIDI control has moved it.
  var onSliderMove: ((Double) -> Void)?

  /// Called with the slider's value that sounds, after it was asked for.
  var onConfirm: ((Double) -> Void)?

  /// Called when the note is over; at once if it is.
  var onEnd: ((AudioError?) -> Void)? {
    didSet {
      guard let result, let report = onEnd else { return }
      onEnd = nil
      report(result.error)
    }
  }

  func started(at time: SoundTime?) {
    invariant(startTime == nil, "a note begins once")
    startTime = time
    onStart?()
  }

  /// The note is over, or could not begin; only the first call counts.
  func ended(_ error: AudioError?) { end(error)?() }

  /// Does the same, but leaves the report to the caller, who gets it.
  func end(_ error: AudioError?) -> (() -> Void)? {
    guard result == nil else { return nil }
    result = Result(error: error)
    let report = onEnd
    (onStart, onSliderMove, onConfirm, onEnd) = (nil, nil, nil, nil)
    return report.map { report in { report(error) } }
  }
}
