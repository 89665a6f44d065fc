import Console
import Language
import Music
import Settings
import Training

/// A sound that is offered where the one that is set cannot show what a training asks for: which of two intervals is
/// pure is heard by the beats of their overtones, and a sine has none. Main thread.
final class SoundOffer {
  /// The sound that was taken; `nil` if the one that is set is to stay, or if nothing was offered yet.
  private var taken: SoundSourceID?
  private var wasMade = false

  static var question: String {
    localized(
      "A sine has no overtones, so intervals do not beat. Enter takes a reed, Esc keeps the sine.")
  }

  /// Whether it is time to offer another sound: once, before purity of intervals.
  func isDue(before training: TrainingName, _ settings: FileUserSettings) -> Bool {
    !wasMade && Self.applies(to: training, settings)
  }

  func answer(takes: Bool) {
    wasMade = true
    taken = takes ? BuiltInSound.reed.source : nil
  }

  /// The sound for a run, if another one was taken.
  func sound(for training: TrainingName, _ settings: FileUserSettings) -> SoundSourceID? {
    Self.applies(to: training, settings) ? taken : nil
  }

  private static func applies(to training: TrainingName, _ settings: FileUserSettings) -> Bool {
    training == .purity && settings.soundSource == BuiltInSound.sine.source
      && settings.intervals.contains { $0 != .prime }
  }

  /// What a key answers; `nil` for a key that answers nothing.
  static func answer(of key: Key) -> Bool? {
    switch key {
    case .enter: true
    case .escape, .character("q"): false
    default: nil
    }
  }
}
