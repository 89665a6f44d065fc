import Console
import Settings

/// The first minute with Peach: the level is found by ear, the task is told, and the training begins.
///
/// A quiet note sounds once a second, a little louder each time, until the user says that it is comfortable.
/// A value that knows no clock: every input says how much time has passed since the beginning.
nonisolated struct FirstRun: Hashable, Sendable {
  /// What can be heard.
  enum Sound: Hashable {
    /// It is not known yet.
    case unknown
    /// Nothing: there is no client, or nothing is connected.
    case none
    /// Notes, at these inputs; `nil` if they are not known yet.
    case at([String]?)
  }

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
    case train
    /// Nothing can be heard, and the user does not wait for that.
    case skip
    case leave
  }

  private(set) var step = Step.level

  /// Whether the task waits for a key of its own. Otherwise the training follows, which waits for one.
  let tellsTask: Bool

  /// The level of the next note, in dB.
  private(set) var level: Double

  /// When the next note is due; `nil` if none is. Call ``tick(at:)`` then.
  private(set) var nextNote: Duration?

  private var sound = Sound.unknown

  /// Whether another screen covers it, which silences the notes.
  private var isCovered = false

  /// Whether each note is louder than the one before.
  private var isRising: Bool

  /// The level of the last note; `nil` before the first.
  private var heard: Double?
  private var lastNote: Duration?

  /// How many notes have sounded with these outputs.
  private var noteCount = 0

  /// Whether the user has called one of the first notes comfortable, and is asked once more.
  private(set) var isAskedAgain = false

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

  /// Before this note a level is hardly found: whoever calls it comfortable is asked once more.
  private static let firstFound = 4

  /// - Parameter level: that of the first note, in dB.
  init(tellsTask: Bool = true, from level: Double = softest) {
    self.tellsTask = tellsTask
    self.level = level
    isRising = level < Self.loudest
  }

  /// The notes end while another screen is shown. They go on with ``soundChanged(to:at:)``, at the level that
  /// they have reached.
  mutating func cover() {
    isCovered = true
    nextNote = nil
  }

  /// What can be heard is this now, and no other screen covers the run. At other outputs the notes begin again with
  /// the soft ones: nobody knows how loud those are.
  mutating func soundChanged(to sound: Sound, at time: Duration) -> [Action] {
    let before = (sound: self.sound, isCovered: isCovered)
    (self.sound, isCovered) = (sound, false)
    guard case .at(let outputs) = sound, step == .level else {
      nextNote = nil
      return []
    }
    if case .at(let former) = before.sound, former == nil || outputs == nil || former == outputs {
      return before.isCovered ? play(at: time) : []
    }
    // The first note is as soft as was asked for.
    if heard != nil { level = Self.softest }
    (heard, isRising, unanswered) = (nil, level < Self.loudest, 0)
    (noteCount, isAskedAgain) = (0, false)
    nextNote = time
    return tick(at: time)
  }

  /// Time has passed.
  mutating func tick(at time: Duration) -> [Action] {
    guard let due = nextNote, time >= due, step == .level, case .at = sound else { return [] }
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
    switch sound {
    case .unknown: return []
    case .none: return key == .enter ? [.skip] : []
    case .at: break
    }
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
      guard noteCount >= Self.firstFound || isAskedAgain else {
        isAskedAgain = true
        break
      }
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
    noteCount += 1
    unanswered += 1
    nextNote = unanswered < Self.mostUnanswered ? time + Self.pause : nil
    return [.play(level: level)]
  }
}
