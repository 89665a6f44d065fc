/// What Peach makes of a MIDI message.
public nonisolated enum MIDIMeaning: Hashable, Sendable {
  /// The slider stands there, in cents from where it began.
  case slider(cents: Double)
  /// The slider moves until the wheel is at its centre.
  case sliding(centsPerSecond: Double)
  case higher, lower, commit, stop

  /// The word in JSON, never translated.
  public var code: String {
    switch self {
    case .slider: "slider"
    case .sliding: "sliding"
    case .higher: "higher"
    case .lower: "lower"
    case .commit: "commit"
    case .stop: "stop"
    }
  }

  var text: String {
    switch self {
    case .slider(let cents): "slider to \(CentsText.signed(.init(cents))) cents"
    case .sliding(let speed): "slider moves, \(CentsText.signed(.init(speed))) cents a second"
    case .higher, .lower, .commit, .stop: code
    }
  }
}
