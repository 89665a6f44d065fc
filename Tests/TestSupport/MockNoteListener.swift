import Music
import Training

/// A listener that hears what a test says.
public final class MockNoteListener: NoteListener {
  public private(set) var requests: [PlayedNoteRules] = []
  public private(set) var commitCount = 0
  public private(set) var cancelCount = 0

  /// Whether a judged note sounds on until ``endTone()``.
  public var holdsTone = false

  private var onToneEnd: (() -> Void)?
  private var onOutcome: ((PlayedNoteOutcome, SoundTime?) -> Void)?

  public init() {}

  /// Whether something is listened for.
  public var isListening: Bool { onOutcome != nil }

  public func listen(
    _ request: PlayedNoteRules, onOutcome: @escaping (PlayedNoteOutcome, SoundTime?) -> Void
  ) {
    requests.append(request)
    self.onOutcome = onOutcome
  }

  public func commit() { commitCount += 1 }

  public func awaitToneEnd(_ onEnd: @escaping () -> Void) {
    if holdsTone { onToneEnd = onEnd } else { onEnd() }
  }

  /// The player lets the judged note go.
  public func endTone() {
    let onEnd = onToneEnd
    onToneEnd = nil
    onEnd?()
  }

  public func cancel() {
    cancelCount += 1
    onToneEnd = nil
    onOutcome = nil
  }

  /// What is listened for ends so; `false` if nothing is.
  @discardableResult
  public func hear(_ outcome: PlayedNoteOutcome, beganAt time: SoundTime? = nil) -> Bool {
    guard let report = onOutcome else { return false }
    onOutcome = nil
    report(outcome, time)
    return true
  }
}
