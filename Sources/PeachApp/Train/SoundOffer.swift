import Console
import Language
import Music
import Settings
import Training

/// Offers another sound if the chosen one cannot show what a training asks for: pure intervals are
/// heard by the beats of their overtones, and a sine has none. Main thread.
final class SoundOffer {
  /// The offered sound, if the user has accepted it.
  private var taken: SoundSourceID?
  private var wasMade = false

  static var question: String {
    localized(
      "A sine has no overtones, so intervals do not beat. Enter takes a reed, Esc keeps the sine.")
  }

  /// Returns true if it is time to offer another sound: once, before purity of intervals.
  func isDue(before training: TrainingName, _ settings: FileUserSettings) -> Bool {
    !wasMade && Self.applies(to: training, settings)
  }

  func answer(takes: Bool) {
    wasMade = true
    taken = takes ? BuiltInSound.reed.source : nil
  }

  /// The sound for a run; `nil` for the one in the settings.
  func sound(for training: TrainingName, _ settings: FileUserSettings) -> SoundSourceID? {
    Self.applies(to: training, settings) ? taken : nil
  }

  private static func applies(to training: TrainingName, _ settings: FileUserSettings) -> Bool {
    training == .purity && settings.soundSource == BuiltInSound.sine.source
      && settings.intervals.contains { $0 != .prime }
  }

  /// The answer of a key; `nil` for a key without a meaning.
  static func answer(of key: Key) -> Bool? {
    switch key {
    case .enter: true
    case .escape, .character("q"): false
    default: nil
    }
  }
}
