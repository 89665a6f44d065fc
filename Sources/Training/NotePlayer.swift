import Music

/// Plays notes. It knows frequencies, durations, velocities and levels, but no notes, intervals or
/// trainings.
///
/// Main thread. Frequencies of 20…20 000 Hz are valid; anything else throws ``AudioError``.
public protocol NotePlayer: AnyObject {
  /// Prepares for a trial: its notes have one sound and one correction. The sound may change with
  /// the first of them.
  func prepareForTrial()

  /// True if a note of the prepared trial sounds at this frequency, and in tune. A note detuned by
  /// up to 100 cents from such a note can be played, too.
  func canSound(_ frequency: Frequency) -> Bool

  /// Starts the notes of a passage, and returns their handles in its order, as soon as the sound
  /// has all of them. The first one begins in the next period, or later if another sound has to be
  /// loaded.
  ///
  /// Throws ``AudioError`` if no note of the passage sounds, and `CancellationError` if the task
  /// was cancelled before the passage was handed over.
  func play(_ passage: Passage) async throws -> [any PlaybackHandle]

  /// Fades out everything that sounds; notes that are being played end as if they were over.
  func stopAll()

  /// Asks if the sound runs; `onAnswer` is called when it has run since, and never if it has
  /// stopped.
  ///
  /// Throws ``AudioError``.
  func confirmSound(_ onAnswer: @escaping () -> Void) throws

  /// The sound as records name it: the SoundFont, bank and program of the last note that was begun;
  /// `nil` if unknown.
  var recordedSound: String? { get }

  /// The levels of the partials of the sound, if known.
  var partials: PartialLevels? { get }

  /// A number that changes with the first note that has another sound, or another correction, than
  /// those before it.
  var soundVersion: Int { get }

  /// The highest sample of any note of the sound at 0 dB, before the output level; full scale is 1.
  var peak: Double { get }

  /// The moment of the event that the player is reporting, if known.
  var eventTime: SoundTime? { get }

  /// The current moment; `nil` if the sound does not run.
  var now: SoundTime? { get }
}

extension NotePlayer {
  public var recordedSound: String? { nil }
  public var partials: PartialLevels? { nil }
  public var soundVersion: Int { 0 }
  /// −3 dB below full scale: no sound is louder.
  public var peak: Double { 0.708 }
  public var eventTime: SoundTime? { nil }
  public var now: SoundTime? { nil }
}

public nonisolated struct SoundTime: Hashable, Sendable {
  /// The number of the frame, which wraps around.
  public let frame: UInt32

  public let rate: Double

  public init(frame: UInt32, rate: Double) {
    self.frame = frame
    self.rate = rate
  }

  /// The seconds from `earlier` to this moment; negative if this is the earlier one. Correct for
  /// distances below 2³¹ frames, some 12 hours.
  public func seconds(since earlier: SoundTime) -> Double {
    Double(Int32(truncatingIfNeeded: frame &- earlier.frame)) / rate
  }
}

public protocol PlaybackHandle: AnyObject {
  /// Fades the note out, or prevents it from beginning. A second call does nothing.
  func stop()

  /// Retunes the sounding note, as a short glide without a step.
  ///
  /// Valid within ±200 cents of the note's start (inclusive, to 1e-6 cent) and within 20…20 000 Hz;
  /// anything else throws ``AudioError`` and the note continues unchanged.
  func adjustFrequency(_ frequency: Frequency) throws

  /// Lets MIDI move the note: from now on each message moves it along `slider`, from `value` on, in
  /// the message's own frame. ``adjustFrequency(_:)`` moves the slider with it. MIDI moves one note
  /// at a time, until that note stops.
  ///
  /// Throws ``AudioError`` if an end of the slider is not valid for ``adjustFrequency(_:)``.
  func arm(_ slider: PitchSlider, at value: Double) throws

  /// Moves the slider of an armed note to `value`, −1…+1, as a short glide without a step.
  ///
  /// Throws ``AudioError``; the note then continues unchanged.
  func moveSlider(to value: Double) throws

  /// Takes the slider of an armed note away from MIDI and asks for its position. ``onConfirm`` is
  /// called when the note sounds there, and never if the sound has stopped.
  ///
  /// Throws ``AudioError``; the note then continues unchanged.
  func confirmSlider() throws

  /// Called when the note's first frame has sounded; at once if it has before this is set.
  var onStart: (() -> Void)? { get set }

  /// Called once with the slider's value that sounds, after ``confirmSlider()``.
  var onConfirm: ((Double) -> Void)? { get set }

  /// Called with the slider's new value when MIDI has moved it. The value includes every movement
  /// that was requested so far, and may be reported because of those alone. Not called after
  /// ``stop()``.
  var onSliderMove: ((Double) -> Void)? { get set }

  /// Called once when the note's last frame is over, or if it never sounds because it was stopped
  /// before it began; at once if that has happened before this is set. An error means that the note
  /// could not begin, or that the sound broke off.
  var onEnd: ((AudioError?) -> Void)? { get set }
}

/// A request for a note; every note of a training has the same velocity.
public nonisolated struct NoteRequest: Hashable, Sendable {
  public let frequency: Frequency
  public let amplitudeDB: AmplitudeDB
  public let velocity: MIDIVelocity

  public init(
    _ frequency: Frequency, at amplitudeDB: AmplitudeDB = AmplitudeDB(0),
    velocity: MIDIVelocity = .training
  ) {
    self.frequency = frequency
    self.amplitudeDB = amplitudeDB
    self.velocity = velocity
  }
}

/// The slider of a tunable note: its positions −1…+1 reach equally far below and above a target.
public nonisolated struct PitchSlider: Hashable, Sendable {
  public static let range = -1.0...1.0

  /// The distance of the ends of a training's slider from the target.
  public static let usualReach: Cents = 100

  /// The frequency at 0.
  public let target: Frequency

  /// The distance of the ends from the target.
  public let reach: Cents

  /// - Parameter reach: above 0.
  public init(target: Frequency, reach: Cents = PitchSlider.usualReach) {
    precondition(reach.rawValue > 0)
    self.target = target
    self.reach = reach
  }

  /// `value`, or the nearest end if it lies beyond; `nil` for NaN, which is no position.
  public static func clamped(_ value: Double) -> Double? {
    value.isNaN ? nil : min(max(value, range.lowerBound), range.upperBound)
  }

  /// The frequency at a position; `value` is finite.
  public func frequency(at value: Double) -> Frequency {
    target.shifted(by: Cents(value * reach.rawValue))
  }

  /// The position at which `frequency` sounds; beyond ±1 if the slider does not reach it.
  public func value(of frequency: Frequency) -> Double {
    Cents(from: target, to: frequency).rawValue / reach.rawValue
  }
}

/// The reason why a note could not be played or retuned.
public nonisolated enum AudioError: Error, Hashable, Sendable {
  /// The frequency lies outside 20…20 000 Hz.
  case frequencyOutOfRange(hertz: Double)

  case bendOutOfRange(cents: Double)

  case noteEnded

  /// More notes at once than there are voices, or more commands than the process callback handled.
  case overloaded

  case engineUnavailable

  case soundUnavailable(reason: String)

  case noUsableNote
}

/// Listens to what is played or sung, one note at a time. A new request ends the one before it.
/// Main thread.
public protocol NoteListener: AnyObject {
  /// Listens until a note has been judged, or until there is something else to report of the sound.
  ///
  /// - Parameter onOutcome: called once, never before this call returns, and never after
  ///   ``cancel()`` or another call; with the moment at which the note began, if known.
  func listen(
    _ request: PlayedNoteRules, onOutcome: @escaping (PlayedNoteOutcome, SoundTime?) -> Void)

  /// Judges the sound heard so far, as the user is done. Ignored without a request.
  func commit()

  /// Waits until the note that was judged last has ended, but not forever.
  ///
  /// - Parameter onEnd: called once, and never after ``cancel()`` or another request.
  func awaitToneEnd(_ onEnd: @escaping () -> Void)

  /// Ends the request.
  func cancel()
}
