import Training

/// The notes of a trial or of a replay, as the sound tells a machine of them.
nonisolated extension TrialMachine {
  /// The first note sounds to its end, and the second one begins.
  @discardableResult
  mutating func beginSecondNote() -> Actions? {
    _ = noteStarted(0, step)
    _ = noteEnded(0, step)
    return noteStarted(1, step)
  }

  @discardableResult
  mutating func endSecondNote() -> Actions? { noteEnded(1, step) }

  /// The user wants a pause, and what sounds fades out; whether a pause fits.
  mutating func pauseAndFade() -> Bool {
    guard pause(.asked) != nil else { return false }
    _ = silenceConfirmed(step)
    return true
  }
}
