import Console
import MainThread
import Music
import Realtime
import Settings
import Sound
import Training

/// Decides what a key, a pad or a tablet means at the moment, and drops what nobody can have meant:
/// an answer to a sound that has hardly begun. A value.
///
/// Lines on standard input do not pass through it, as a script means what it sends.
struct HandInput {
  private var phase = TrialPhase.idle
  private var start: SoundTime?

  /// True while the truth is heard, which an answer would end.
  var isReplay: Bool { phase == .replaying }

  /// Begins a phase at that moment; `nil` if the moment is not known.
  mutating func begin(_ phase: TrialPhase, at time: SoundTime?) {
    (self.phase, start) = (phase, time)
  }

  /// Returns the meaning of an intent at that moment; `nil` if nobody can have meant it.
  func meaning(of intent: Intent, at time: SoundTime?) -> Intent? {
    switch intent {
    case .answer, .choose, .commit: return isLocked(at: time) ? nil : isReplay ? .skip : intent
    case .commitAt(let value):
      // The callback has let go of the note.
      return isLocked(at: time) ? .tuneOn(from: value) : intent
    case .nudge where isReplay: return isLocked(at: time) ? nil : .skip
    case .skip: return isLocked(at: time) ? nil : intent
    default: return intent
    }
  }

  private func isLocked(at time: SoundTime?) -> Bool {
    guard let time, let start, time.rate == start.rate else { return false }
    // A period is rendered before it is heard: the beginning may lie ahead.
    return max(0, time.seconds(since: start)) < AnswerLockout.seconds(in: phase)
  }
}

/// The time after a beginning during which an input is ignored, as it was meant for something else.
private enum AnswerLockout {
  /// The time from the beginning of a phase, in seconds.
  static func seconds(in phase: TrialPhase) -> Double {
    switch phase {
    case .playingNote2, .playingSecond, .playingThird, .replaying: 0.15
    case .playingTunable, .listening: 0.3
    case .idle, .paused, .playingNote1, .playingTogether, .playingFirst, .playingReference,
      .awaitingAnswer, .judging, .showingFeedback:
      0
    }
  }

  /// The time from the beginning of a screen. A pad that was meant for the training may be pressed
  /// when that has ended.
  static let ofScreen = Duration.milliseconds(500)
}

extension Intent {
  /// True if a held key repeats it.
  var repeats: Bool {
    switch self {
    case .nudge, .level: true
    default: false
    }
  }
}

extension ControlIntent {
  /// The intent of a key, a pad or a pedal in a training.
  ///
  /// - Parameter value: the position of the slider.
  func intent(sliderAt value: Double) -> Intent {
    switch self {
    case .higher: .answer(higher: true)
    case .lower: .answer(higher: false)
    case .first: .choose(1)
    case .second: .choose(2)
    case .third: .choose(3)
    case .commit: .commitAt(value)
    case .done: .commit
    case .again: .again
    case .pause: .pause
    case .undo: .undo
    case .stop: .quit
    }
  }
}

/// Lets a controller operate the start screen and the closing page. Main thread.
final class ScreenControls {
  /// Called with the key that does the same.
  var onKey: ((Key) -> Void)?

  /// Called with the level that its control asks for.
  var onLevel: ((AmplitudeDB) -> Void)?

  /// The settings to which the controls of a client are bound.
  private struct Bound: Equatable {
    let settings: MIDISettings
    let use: ControlUse?
  }

  private let now: () -> ProgramClock.Instant
  private weak var player: SoundFontNotePlayer?
  private var bound: Bound?
  private var beginning: ProgramClock.Instant

  init(now: @escaping () -> ProgramClock.Instant = { ProgramClock.now }) {
    self.now = now
    beginning = now()
  }

  /// Begins a screen that uses controls.
  func begin() { beginning = now() }

  /// Listens to the controls of a client, as they are set now. Without a client there are none.
  ///
  /// - Parameter use: their use for a question; `nil` on a screen where something is chosen.
  func listen(
    on player: SoundFontNotePlayer?, _ settings: MIDISettings, for use: ControlUse? = nil
  ) {
    guard let player else { return release() }
    let wanted = Bound(settings: settings, use: use)
    guard self.player !== player || bound != wanted else { return }
    let bindings =
      use.map { ControlBindings(settings, for: $0) } ?? ControlBindings(choosingWith: settings)
    // If the ring is full, the next change tries again.
    guard (try? player.bind(bindings)) != nil else { return }
    self.player = player
    bound = wanted
    player.onIntent = { [weak self] intent, _ in self?.handle(intent) }
    player.onLevel = { [weak self] in self?.onLevel?(AmplitudeDB(levelPosition: $0)) }
  }

  /// Stops listening, so that others can bind the controls.
  func release() {
    player?.onIntent = nil
    player?.onLevel = nil
    player = nil
    bound = nil
  }

  func handle(_ intent: ControlIntent) {
    guard now() - beginning >= AnswerLockout.ofScreen, let key = Self.key(for: intent) else {
      return
    }
    onKey?(key)
  }

  /// Returns the key that does on these screens what a control asks for; `nil` if there is none.
  static func key(for intent: ControlIntent) -> Key? {
    switch intent {
    case .higher: .up
    case .lower: .down
    case .commit, .done, .pause: .enter
    case .again: .character(" ")
    case .stop: .escape
    case .first: .character("1")
    case .second: .character("2")
    case .third: .character("3")
    case .undo: nil
    }
  }
}

// MARK: The level

extension LevelChange {
  /// The level after the change, within the range of the setting.
  func level(from level: AmplitudeDB) -> AmplitudeDB {
    let range = SettingValues.outputLevels
    let wanted =
      switch self {
      case .to(let decibels): decibels
      case .by(let decibels): level.decibels + decibels
      }
    return AmplitudeDB(min(max(wanted, range.lowerBound), range.upperBound))
  }
}

extension FileUserSettings {
  /// Changes the level of everything that sounds, until Peach ends.
  func changeLevel(_ change: LevelChange) {
    levelOfRun = change.level(from: outputLevel)
    onLevelChange?()
  }
}

nonisolated extension AmplitudeDB {
  /// The output level at a position of its control.
  ///
  /// - Parameter position: 0…1; a position beyond an end counts as the end.
  init(levelPosition position: Double) {
    let range = SettingValues.outputLevels
    let share = min(max(position, 0), 1)
    self.init(range.lowerBound + share * (range.upperBound - range.lowerBound))
  }
}
