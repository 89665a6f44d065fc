import Music

/// Plays notes. It knows frequencies, durations, velocities and levels, and nothing of notes,
/// intervals or trainings.
///
/// Main thread. Valid are 20…20 000 Hz; anything else throws ``AudioError``.
public protocol NotePlayer: AnyObject {
  /// A trial begins: its notes have one sound and are corrected alike. The sound may change with the
  /// first of them.
  func prepareForTrial()

  /// Whether a note of the trial that was prepared for sounds at this frequency, and in tune. A
  /// note detuned by up to 100 cents from such a note can be played, too.
  func canSound(_ frequency: Frequency) -> Bool

  /// Starts the notes of a passage, and returns their handles in its order, as soon as the sound has
  /// all of them. The first one begins in the next period, or later if another sound has to be loaded.
  ///
  /// Throws ``AudioError``, and then no note of the passage sounds; `CancellationError` if the task is
  /// cancelled before the passage was handed over.
  func play(_ passage: Passage) async throws -> [any PlaybackHandle]

  /// Fades out whatever sounds; notes that are being played end as if they were over.
  func stopAll()

  /// Asks whether the sound runs; `onAnswer` is called when it has run since, and never if it does
  /// not run any more.
  ///
  /// Throws ``AudioError``.
  func confirmSound(_ onAnswer: @escaping () -> Void) throws

  /// What really sounds, as records keep it: the SoundFont, bank and program of the last note that
  /// was begun; `nil` if that is not known.
  var recordedSound: String? { get }

  /// How strong the partials of what sounds are; `nil` if that is not known.
  var partials: PartialLevels? { get }

  /// Changes with the first note that sounds otherwise than those before it: with another sound, or
  /// corrected otherwise.
  var soundVersion: Int { get }

  /// The highest sample that a note of the sound has at 0 dB, before the output level; full scale is 1.
  var peak: Double { get }

  /// While the player reports something: when that happened. `nil` if that is not known.
  var eventTime: SoundTime? { get }

  /// This moment; `nil` if the sound does not run.
  var now: SoundTime? { get }
}

extension NotePlayer {
  public var recordedSound: String? { nil }
  public var partials: PartialLevels? { nil }
  public var soundVersion: Int { 0 }
  /// No sound is louder: −3 dB below full scale.
  public var peak: Double { 0.708 }
  public var eventTime: SoundTime? { nil }
  public var now: SoundTime? { nil }
}

/// A moment in the sound, to the frame.
public nonisolated struct SoundTime: Hashable, Sendable {
  /// The number of the frame, which wraps around.
  public let frame: UInt32

  /// Frames per second.
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

/// A note of a passage.
public protocol PlaybackHandle: AnyObject {
  /// Fades the note out; if it has not begun, it never does. A second call does nothing.
  func stop()

  /// Retunes the sounding note, as a short glide without a step.
  ///
  /// Valid within ±200 cents of where the note began (inclusive, to 1e-6 cent) and within
  /// 20…20 000 Hz; anything else throws ``AudioError`` and the note goes on as it was.
  func adjustFrequency(_ frequency: Frequency) throws

  /// Lets MIDI move the note: from now on each message moves it along `slider`, from `value` on, in
  /// the message's own frame. ``adjustFrequency(_:)`` moves the slider with it. MIDI moves one note
  /// at a time, until that note stops.
  ///
  /// Throws ``AudioError`` if an end of the slider is not valid for ``adjustFrequency(_:)``.
  func arm(_ slider: PitchSlider, at value: Double) throws

  /// Moves the slider of an armed note to `value`, −1…+1, as a short glide without a step.
  ///
  /// Throws ``AudioError``; the note then goes on as it was.
  func moveSlider(to value: Double) throws

  /// Takes the slider of an armed note away from MIDI and asks where it stands. ``onConfirm`` is
  /// called when the note sounds there, and never if the sound does not run any more.
  ///
  /// Throws ``AudioError``; the note then goes on as it was.
  func confirmSlider() throws

  /// Called when the note's first frame has sounded; at once if it has before this is set.
  var onStart: (() -> Void)? { get set }

  /// Called once with the slider's value that sounds, after ``confirmSlider()``.
  var onConfirm: ((Double) -> Void)? { get set }

  /// Called with the slider's new value when MIDI has moved it. The value includes every movement
  /// that was asked for so far, and may be reported because of those alone. Not called after
  /// ``stop()``.
  var onSliderMove: ((Double) -> Void)? { get set }

  /// Called once when the note's last frame is over, or if it never sounds because it was stopped before
  /// it began; at once if that has happened before this is set. With an error the note could not begin
  /// after all, or the sound broke off.
  var onEnd: ((AudioError?) -> Void)? { get set }
}

/// A note as it is asked for; every note of a training has the same velocity.
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

/// The slider of a tunable note: −1…+1 is as many cents below and above a target as it reaches.
public nonisolated struct PitchSlider: Hashable, Sendable {
  /// The positions of a slider.
  public static let range = -1.0...1.0

  /// How far from the target the ends of a training's slider are.
  public static let usualReach: Cents = 100

  /// What sounds with the slider at 0.
  public let target: Frequency

  /// How far from the target its ends are.
  public let reach: Cents

  /// - Parameter reach: above 0.
  public init(target: Frequency, reach: Cents = PitchSlider.usualReach) {
    precondition(reach.rawValue > 0)
    self.target = target
    self.reach = reach
  }

  /// `value`, or the end beyond which it lies; `nil` for NaN, which is no position.
  public static func clamped(_ value: Double) -> Double? {
    value.isNaN ? nil : min(max(value, range.lowerBound), range.upperBound)
  }

  /// What sounds with the slider at `value`, which is finite.
  public func frequency(at value: Double) -> Frequency {
    target.shifted(by: Cents(value * reach.rawValue))
  }

  /// Where the slider stands when `frequency` sounds; beyond ±1 if it does not reach that far.
  public func value(of frequency: Frequency) -> Double {
    Cents(from: target, to: frequency).rawValue / reach.rawValue
  }
}

/// Why a note could not be played or retuned.
public nonisolated enum AudioError: Error, Hashable, Sendable {
  /// The frequency lies outside 20…20 000 Hz.
  case frequencyOutOfRange(hertz: Double)

  /// The new pitch lies more than 200 cents from where the note began.
  case bendOutOfRange(cents: Double)

  /// The note has ended; there is nothing to retune.
  case noteEnded

  /// More notes at once than there are voices, or more commands than the process callback took.
  case overloaded

  /// There is no JACK server (any more), or it does not call us.
  case engineUnavailable

  /// The sound could not be prepared.
  case soundUnavailable(reason: String)

  /// The sound has no note that the training could ask for.
  case noUsableNote
}
