import Foundation
import MainThread
import Music

/// Pitch matching that runs.
public typealias PitchMatchingSession = TrainingDriver<PitchMatchingMachine>

extension PitchMatchingSession {
  public convenience init(
    player: any NotePlayer, settings: any UserSettings,
    hearing: @escaping () -> HearingModel = { HearingModel() },
    resultObservers: [any ResultObserver] = [],
    observers: [any TrainingObserver<PitchMatchingMachine>] = [], firstIndex: Int = 1,
    clock: any TrialClock = ProgramClock(), now: @escaping () -> Date = { Scheduling.date },
    makeID: @escaping () -> UUID = { UUID() },
    random: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) {
    self.init(
      player: player, settings: settings, chooser: PitchMatchingChooser(hearing: hearing),
      resultObservers: resultObservers, observers: observers, firstIndex: firstIndex, clock: clock,
      now: now, makeID: makeID, random: random)
  }

  /// Moves the slider of the tunable note to `value`, −1…+1 for ±100 cents about the target; beyond
  /// its ends it stands at the end. The sound glides there.
  ///
  /// - Returns: whether it was moved; `false` if there is no note to tune, or if more movements came
  ///   at once than the sound can follow. Then it stays where it was.
  @discardableResult
  public func adjustPitch(_ value: Double) -> Bool { handle(.slider(value)) }

  /// Moves the slider by this many cents from its position, up to its ends; otherwise as
  /// ``adjustPitch(_:)``.
  @discardableResult
  public func nudge(_ cents: Cents) -> Bool { handle(.nudge(cents)) }

  /// Ends the tunable note and records the pitch at `value`, the one that sounded when the user was
  /// content with it.
  ///
  /// - Returns: whether it counted; `false` if there is no note to tune.
  @discardableResult
  public func commitPitch(_ value: Double) -> Bool { handle(.commitAt(value)) }

  /// Commits the pitch that sounds now, whatever moved it there.
  @discardableResult
  public func commitPitch() -> Bool { handle(.commit) }

  /// Where the slider stands, whatever moved it last; `nil` if there is no note to tune. Not to be
  /// shown to the person who tunes: it tells how far the target is.
  public var currentValue: Double? { machine.value }

  /// `nil` until something was committed in this session.
  public var lastResult: CompletedPitchMatching? { run?.last }
}

/// Draws each pitch matching, whatever was asked before.
public struct PitchMatchingChooser: TrialChooser {
  /// How far from the target a tunable note may start, in cents.
  private static let initialCentOffsets: ClosedRange<Double> = -100...100

  private let hearing: () -> HearingModel

  /// - Parameter hearing: what is believed at present, asked for before each new challenge.
  public init(hearing: @escaping () -> HearingModel = { HearingModel() }) {
    self.hearing = hearing
  }

  /// The reference note is uniform among the notes, the offset uniform within ±100 cents.
  public func trial(
    _ index: Int, in run: PitchMatchingMachine.Run, among notes: UsableNotes,
    _ settings: any UserSettings, using random: inout RandomSource
  ) -> PosedPitchMatching {
    let interval = notes.drawInterval(using: &random)
    let challenge = PitchMatchingChallenge(
      referenceNote: notes.drawReference(for: interval, using: &random),
      interval: interval,
      initialCentOffset: Cents(Double.random(in: Self.initialCentOffsets, using: &random)))
    let amplitude = LoudnessRoving.amplitude(share: settings.varyLoudness, using: &random)
    return PosedPitchMatching(
      challenge,
      TrialConditions(
        index, in: run, settings, amplitudeDB: amplitude, voicing: Voicing(settings, using: &random)
      ),
      spread: hearing().matchings[TrainingKind(interval)][settings.presentation].usualSpread)
  }
}
