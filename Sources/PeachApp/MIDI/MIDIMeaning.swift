import Charts
import Language

/// What Peach makes of a MIDI message.
nonisolated enum MIDIMeaning: Hashable, Sendable {
  /// The slider stands there, in cents from where it began.
  case slider(cents: Double)
  /// The slider moves until the wheel is at its centre.
  case sliding(centsPerSecond: Double)
  case higher, lower, commit, stop

  /// The word in JSON, never translated.
  var code: String {
    switch self {
    case .slider: "slider"
    case .sliding: "sliding"
    case .higher: "higher"
    case .lower: "lower"
    case .commit: "commit"
    case .stop: "stop"
    }
  }

  /// In the user's words.
  var text: String {
    switch self {
    case .slider(let cents): localized("slider to %@ cents", CentsText.signed(.init(cents)))
    case .sliding(let speed):
      localized("slider moves, %@ cents a second", CentsText.signed(.init(speed)))
    case .higher: localized(context: "answer", "higher")
    case .lower: localized(context: "answer", "lower")
    case .commit: localized(context: "control", "commit")
    case .stop: localized(context: "control", "stop")
    }
  }
}
