import Music
import Testing
import Training

extension TrainingSettings {
  /// Four octaves, C2 to C6.
  static func simulated() throws -> TrainingSettings {
    TrainingSettings(
      noteRange: try #require(NoteRange(lowest: 36, highest: 84)),
      noteDuration: NoteDuration(seconds: 1), referencePitch: Frequency(hertz: 440),
      varyLoudness: UnitInterval(0))
  }
}
