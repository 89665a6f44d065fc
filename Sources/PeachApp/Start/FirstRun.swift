import Console
import Settings

/// The first minute with Peach: the level is found by ear, the task is told, and the training begins.
///
/// A quiet note sounds once a second, a little louder each time, until the user says that it is comfortable.
/// A value that knows no clock: every input says how much time has passed since the beginning.
nonisolated struct FirstRun: Hashable, Sendable {
  enum Step: Hashable {
    /// The level is being found.
    case level
    /// The task is told.
    case task
  }

  /// What is to be done after an input.
  enum Action: Hashable {
    /// Play a note at that level, in dB.
    case play(level: Double)
    /// Store the level that was found, in dB.
    case keep(level: Double)
    case chooseOutput
    /// Compare notes.
    case train
    /// Show the start screen.
    case leave
  }

  private(set) var step = Step.level

  /// Whether the task waits for a key of its own. Otherwise the training follows, which waits for one.
  let tellsTask: Bool

  /// The level of the next note, in dB.
  private(set) var level = Self.softest

  /// When the next note is due; `nil` if none is. Call ``tick(at:)`` then.
  private(set) var nextNote: Duration?

  /// Whether notes can be heard: there is a client, and something is connected.
  private var hasSound = false

  /// Whether each note is louder than the one before.
  private var isRising = true

  /// The level of the last note; `nil` before the first.
  private var heard: Double?
  private var lastNote: Duration?

  /// How often notes have sounded since the last key.
  private var unanswered = 0

  /// The levels of the first note and of the loudest one that comes by itself, in dB.
  static let softest = -40.0
  static let loudest = -12.0

  /// How much louder each note is, in dB.
  static let rise = 3.0
  static let pause = Duration.seconds(1)

  /// A note ends before the next one begins.
  static let noteSeconds = 0.5

  /// The step of the keys once the level does not rise any more, in dB.
  private static let fineStep = 1.0

  /// Nobody listens to more notes without a key.
  private static let mostUnanswered = 40

  init(tellsTask: Bool = true) { self.tellsTask = tellsTask }

  /// Something can be heard now, or nothing can any more. The notes begin again with the soft ones: nobody
  /// knows how loud another output is.
  mutating func soundChanged(_ hasSound: Bool, at time: Duration) -> [Action] {
    guard hasSound != self.hasSound else { return [] }
    self.hasSound = hasSound
    guard hasSound, step == .level else {
      nextNote = nil
      return []
    }
    (level, heard, isRising, unanswered) = (Self.softest, nil, true, 0)
    nextNote = time
    return tick(at: time)
  }

  /// Time has passed.
  mutating func tick(at time: Duration) -> [Action] {
    guard let due = nextNote, time >= due, step == .level, hasSound else { return [] }
    if isRising, heard != nil {
      level = min(level + Self.rise, Self.loudest)
      isRising = level < Self.loudest
    }
    return play(at: time)
  }

  mutating func handle(_ key: Key, at time: Duration) -> [Action] {
    unanswered = 0
    switch key.command {
    case .escape, .character("q"):
      nextNote = nil
      return [.leave]
    case .character("o"):
      return [.chooseOutput]
    default: break
    }
    switch step {
    case .level: return handleInLevel(key, at: time)
    case .task: return key == .enter ? [.train] : []
    }
  }

  private mutating func handleInLevel(_ key: Key, at time: Duration) -> [Action] {
    guard hasSound else { return key == .enter ? [.leave] : [] }
    switch key {
    case .character("+"), .character("="):
      // While it rises, a step is skipped.
      if isRising {
        level = min(level + Self.rise, Self.loudest)
      } else {
        level = min(level + Self.fineStep, SettingValues.outputLevels.upperBound)
      }
    case .character("-"):
      let step = isRising ? Self.rise : Self.fineStep
      level = max(level - step, SettingValues.outputLevels.lowerBound)
      isRising = false
    case .character(" "):
      guard let lastNote, time - lastNote >= Self.pause / 2 else { return [] }
      return play(at: time)
    case .enter:
      guard let heard else { return [] }
      step = .task
      nextNote = nil
      return tellsTask ? [.keep(level: heard)] : [.keep(level: heard), .train]
    default: return []
    }
    // After a rest a key wakes the notes.
    if nextNote == nil { nextNote = time }
    return []
  }

  private mutating func play(at time: Duration) -> [Action] {
    (heard, lastNote) = (level, time)
    unanswered += 1
    nextNote = unanswered < Self.mostUnanswered ? time + Self.pause : nil
    return [.play(level: level)]
  }
}
