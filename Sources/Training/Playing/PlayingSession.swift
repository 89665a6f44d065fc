import Foundation
import MainThread
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
    clock: any TrialClock = ProgramClock(), now: @escaping () -> Date = { Scheduling.date },
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

  /// `nil` until something was judged in this session.
  public var lastResult: CompletedPlaying? { run?.last }
}

/// Draws each note that is to be played, whatever was asked before.
public struct PlayingChooser: TrialChooser {
  private let hearing: () -> HearingModel

  /// - Parameter hearing: what is believed at present, asked for before each new challenge.
  public init(hearing: @escaping () -> HearingModel = { HearingModel() }) {
    self.hearing = hearing
  }

  /// The reference note is uniform among the notes.
  public func trial(
    _ index: Int, in run: PlayingMachine.Run, among notes: UsableNotes,
    _ settings: any UserSettings, using random: inout RandomSource
  ) -> PosedPlaying {
    let interval = notes.drawInterval(using: &random)
    let challenge = PlayingChallenge(
      referenceNote: notes.drawReference(for: interval, using: &random), interval: interval)
    return PosedPlaying(
      challenge, TrialConditions(index, in: run, settings, voicing: Voicing(settings)),
      spread: hearing().playings[TrainingKind(interval)][settings.presentation].usualSpread)
  }
}
