import Training

/// Decides what a hand on keys, pads or a tablet means at the moment, and drops what nobody can have
/// meant: an answer to what has hardly begun. A value.
///
/// Lines on standard input do not pass through it: a script means what it says.
struct HandInput {
  private var state: (deafTime: Double, isReplay: Bool, start: SoundTime?) = (0, false, nil)

  /// Whether the truth is heard, and an answer would end that.
  var isReplay: Bool { state.isReplay }

  /// A state has begun at that moment; `nil` if it is not known.
  mutating func begin(_ shown: ShownState, at time: SoundTime?) {
    state = (shown.deafTime, shown.isReplay, time)
  }

  /// What an intent means at that moment; `nil` if nobody can have meant it.
  func meaning(of intent: TrainingIntent, at time: SoundTime?) -> TrainingIntent? {
    switch intent {
    case .answer, .choose, .commit: return isDeaf(at: time) ? nil : state.isReplay ? .skip : intent
    case .commitAt(let value):
      // The callback has let go of the note.
      return isDeaf(at: time) ? .tuneOn(from: value) : intent
    case .nudge where state.isReplay: return isDeaf(at: time) ? nil : .skip
    case .skip: return isDeaf(at: time) ? nil : intent
    case .slider, .sliderFromStart, .nudge, .tuneOn, .again, .last: return intent
    }
  }

  private func isDeaf(at time: SoundTime?) -> Bool {
    guard let time, let start = state.start, time.rate == start.rate else { return false }
    // A period is rendered before it is heard: the beginning may lie ahead.
    return max(0, time.seconds(since: start)) < state.deafTime
  }
}
