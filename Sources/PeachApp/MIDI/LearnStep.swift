import Language

/// What `peach midi learn` asks the user to move.
nonisolated enum LearnStep: String, Hashable, Sendable {
  case slider, commit, higher, lower

  var request: String {
    switch self {
    case .slider:
      localized(
        "Turn the knob or the wheel that shall tune slowly to the left, then to the right, some steps each."
      )
    case .commit: localized("Press the key, pad or pedal that shall commit a tuned note.")
    case .higher: localized("Press the key, pad or pedal that shall answer: higher.")
    case .lower: localized("Press the key, pad or pedal that shall answer: lower.")
    }
  }
}
