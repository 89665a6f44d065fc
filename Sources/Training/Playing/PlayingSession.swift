import Foundation
import Music

/// The training of the player's own note that runs.
public typealias PlayingSession = TrainingDriver<PlayingMachine>

extension PlayingSession {
  /// - Parameter listener: hears what is played.
  public convenience init(
    player: any NotePlayer, listener: any NoteListener, settings: any UserSettings,
    hearing: @escaping () -> HearingModel = { HearingModel() },
    resultObservers: [any ResultObserver] = [],
    observers: [any TrainingObserver<PlayingMachine>] = [], firstIndex: Int = 1,
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping () -> Date = { Date() },
    makeID: @escaping () -> UUID = { UUID() },
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.init(
      player: player, settings: settings, chooser: PlayingChooser(hearing: hearing),
      listener: listener, resultObservers: resultObservers, observers: observers,
      firstIndex: firstIndex, clock: clock, now: now, makeID: makeID, random: random)
  }

  /// Lets what was heard so far be judged, without waiting until it has been held for long enough.
  ///
  /// - Returns: `false` if nothing is listened for.
  @discardableResult
  public func commitNote() -> Bool { handle(.commit) }

  public var currentInterval: DirectedInterval? { currentChallenge?.challenge.interval }

  /// `nil` until something was judged in this session.
  public var lastResult: CompletedPlaying? { run?.last }

  /// Whether the session asks for anything but the prime.
  public var isIntervalMode: Bool { run?.rotation.isIntervalMode ?? false }
}

/// Draws each note that is to be played, whatever was asked before.
public struct PlayingChooser: TrialChooser {
  private let hearing: () -> HearingModel

  /// - Parameter hearing: what is believed at present, asked for before each new challenge.
  public init(hearing: @escaping () -> HearingModel = { HearingModel() }) {
    self.hearing = hearing
  }

  public func makeRun(_ settings: any UserSettings) -> PlayingMachine.Run {
    PlayingMachine.Run(intervals: settings.intervals, tuningSystem: settings.tuningSystem)
  }

  public func notes(
    in run: PlayingMachine.Run, _ settings: any UserSettings, canSound: (Frequency) -> Bool
  ) -> UsableNotes {
    UsableNotes(
      for: run.rotation.intervals, settings, tuningSystem: run.tuningSystem, canSound: canSound)
  }

  /// The reference note is uniform among the notes.
  public func trial(
    _ index: Int, in run: PlayingMachine.Run, among notes: UsableNotes,
    _ settings: any UserSettings, using random: inout RandomSource
  ) -> PosedPlaying {
    let current = TrainingSettings(settings)
    let interval = notes.drawInterval(using: &random)
    let challenge = PlayingChallenge(
      referenceNote: notes.drawReference(for: interval, using: &random), interval: interval)
    // A drone would have to be one before the first trial; here the voices of each trial go on.
    let voicing = Voicing(
      settings.presentation, accompaniment: settings.accompaniment,
      level: settings.accompanimentLevel)
    return PosedPlaying(
      index: index, challenge: challenge, tuningSystem: run.tuningSystem,
      referencePitch: current.referencePitch, noteDuration: current.noteDuration,
      voicing: voicing, flow: TrialFlow(settings),
      spread: spread(at: interval, settings.presentation) ?? PosedPlaying.unknownSpread)
  }

  /// How far off the player usually is; `nil` if too little is known.
  private func spread(at interval: DirectedInterval, _ presentation: Presentation) -> Cents? {
    hearing().playings[TrainingKind(interval)][presentation].fit?.spread.value
  }
}
