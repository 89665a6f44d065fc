import MainThread
import Music

/// Where the trials of a training come from: the settings, the notes that the player can play, and
/// chance. Main thread.
final class TrialSource {
  /// What was chosen.
  enum Choice {
    /// - Parameter few: the notes that it was drawn from, if they are few and the user does not know
    ///   it yet.
    case trial(PosedTrial, few: UsableNotes?)

    /// The sound leaves no note to draw a trial from.
    case nothing
  }

  private let chooser: TrainingChooser
  private let settings: any UserSettings
  private var random: RandomSource

  /// The number of notes from which the trial before was drawn.
  private var lastCount: Int?

  init(
    _ chooser: TrainingChooser, _ settings: any UserSettings,
    random: any RandomNumberGenerator
  ) {
    self.chooser = chooser
    self.settings = settings
    self.random = RandomSource(random)
  }

  /// Whether the user begins each trial.
  var waitsForKey: Bool { settings.nextTrial == .key }

  /// Loads changed settings. To be called before each trial.
  func refresh() { settings.refresh() }

  func makeRun() -> TrialRun { chooser.makeRun(settings) }

  /// What sounds through the whole session, as it is set now; empty for nothing.
  func drone(in run: TrialRun) -> [NoteRequest] { chooser.drone(in: run, settings) }

  /// Chooses the trial of that number.
  ///
  /// - Parameter canSound: whether the player can play a note at this frequency, in tune.
  func choose(_ index: Int, in run: TrialRun, canSound: (Frequency) -> Bool) -> Choice {
    let notes = chooser.notes(in: run, settings, canSound: canSound)
    guard !notes.isEmpty else { return .nothing }
    let isNews = notes.areFew && notes.count != lastCount
    lastCount = notes.count
    let trial = chooser.trial(index, in: run, among: notes, settings, using: &random)
    invariant(
      trial.index == index && run.intervals.contains(trial.interval), "a trial is one of its run")
    return .trial(trial, few: isNews ? notes : nil)
  }
}
