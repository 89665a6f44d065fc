import Console
import Settings

/// The first minute with Peach: the user finds the level by ear, reads the task, and begins the
/// training.
///
/// A quiet note sounds once a second, a little louder each time, until the user calls it
/// comfortable. Each input has the time since the beginning.
nonisolated struct FirstRun: Hashable, Sendable {
  enum Sound: Hashable {
    /// Not known yet.
    case unknown
    /// There is no client, or nothing is connected.
    case none
    /// Notes, at these inputs; `nil` if they are not known yet.
    case at([String]?)
  }

  enum Step: Hashable {
    case level
    case task
  }

  enum Action: Hashable {
    /// Play a note at that level, in dB.
    case play(level: Double)
    /// Store the level that was found, in dB.
    case keep(level: Double)
    case chooseOutput
    case train
    /// Continue without sound.
    case skip
    case leave
  }

  private(set) var step = Step.level

  /// True if the task waits for a key. Otherwise the training follows, which waits for one itself.
  let showsTask: Bool

  /// The level of the next note, in dB.
  private(set) var level: Double

  /// The time of the next note, at which ``tick(at:)`` must be called.
  private(set) var nextNote: Duration?

  private var sound = Sound.unknown

  /// True if another screen covers it, which silences the notes.
  private var isCovered = false

  /// True if each note is louder than the one before.
  private var isRising: Bool

  /// The level of the last note; `nil` before the first.
  private var heard: Double?
  private var lastNote: Duration?

  /// The number of notes with these outputs.
  private var noteCount = 0

  /// True if the user has called one of the first notes comfortable, and is asked once more.
  private(set) var isAskedAgain = false

  /// The number of notes since the last key.
  private var unanswered = 0

  /// The levels of the first note and of the loudest one that comes without a key, in dB.
  static let softest = -40.0
  static let loudest = -12.0

  /// The rise from note to note, in dB.
  static let rise = 3.0
  static let pause = Duration.seconds(1)

  static let noteSeconds = 0.5

  /// The step of the keys after the rise has ended, in dB.
  private static let fineStep = 1.0

  /// The number of notes after which they wait for a key.
  private static let mostUnanswered = 40

  /// The first note that is believed to be comfortable; before it the user is asked once more.
  private static let firstFound = 4

  /// - Parameter level: the level of the first note, in dB.
  init(showsTask: Bool = true, from level: Double = softest) {
    self.showsTask = showsTask
    self.level = level
    isRising = level < Self.loudest
  }

  /// Ends the notes while another screen is shown. ``soundChanged(to:at:)`` resumes them at the
  /// level that they have reached.
  mutating func cover() {
    isCovered = true
    nextNote = nil
  }

  /// Handles a change of the sound, or the end of a cover. At other outputs, whose loudness is not
  /// known, the notes begin softly again.
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
    // The first note keeps the level of the initializer.
    if heard != nil { level = Self.softest }
    (heard, isRising, unanswered) = (nil, level < Self.loudest, 0)
    (noteCount, isAskedAgain) = (0, false)
    nextNote = time
    return tick(at: time)
  }

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
      return showsTask ? [.keep(level: heard)] : [.keep(level: heard), .train]
    default: return []
    }
    // A key resumes the notes after a rest.
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
