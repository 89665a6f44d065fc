import Realtime
import Training

/// Decides what a hand on keys, pads or a tablet means at the moment, and drops what nobody can have
/// meant: an answer to what has hardly begun. A value.
///
/// Lines on standard input do not pass through it: a script means what it says.
struct HandInput {
  private var state: (answerLockout: Double, isReplay: Bool, start: SoundTime?) = (0, false, nil)

  /// Whether the truth is heard, and an answer would end that.
  var isReplay: Bool { state.isReplay }

  /// A state has begun at that moment; `nil` if it is not known.
  mutating func begin(_ shown: ShownState, at time: SoundTime?) {
    state = (shown.answerLockout, shown.isReplay, time)
  }

  /// What an intent means at that moment; `nil` if nobody can have meant it.
  func meaning(of intent: Intent, at time: SoundTime?) -> Intent? {
    switch intent {
    case .answer, .choose, .commit: return isDeaf(at: time) ? nil : state.isReplay ? .skip : intent
    case .commitAt(let value):
      // The callback has let go of the note.
      return isDeaf(at: time) ? .tuneOn(from: value) : intent
    case .nudge where state.isReplay: return isDeaf(at: time) ? nil : .skip
    case .skip: return isDeaf(at: time) ? nil : intent
    default: return intent
    }
  }

  private func isDeaf(at time: SoundTime?) -> Bool {
    guard let time, let start = state.start, time.rate == start.rate else { return false }
    // A period is rendered before it is heard: the beginning may lie ahead.
    return max(0, time.seconds(since: start)) < state.answerLockout
  }
}

extension Intent {
  /// Whether a held key goes on doing it.
  var repeats: Bool {
    switch self {
    case .nudge, .level: true
    default: false
    }
  }
}

extension ControlIntent {
  /// What a key, a pad or a pedal asks for.
  ///
  /// - Parameter value: where the slider stands.
  func intent(sliderAt value: Double) -> Intent {
    switch self {
    case .higher: .answer(higher: true)
    case .lower: .answer(higher: false)
    case .first: .choose(1)
    case .second: .choose(2)
    case .third: .choose(3)
    case .commit: .commitAt(value)
    case .done: .commit
    case .again: .again
    case .pause: .pause
    case .undo: .undo
    case .stop: .quit
    }
  }
}
