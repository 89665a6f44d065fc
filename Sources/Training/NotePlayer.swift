import Music

/// Plays notes. It knows frequencies, durations, velocities and levels, and nothing of notes,
/// intervals or trainings.
///
/// Main thread. Valid are 20…20 000 Hz; anything else throws ``AudioError``.
public protocol NotePlayer: AnyObject {
  /// A trial begins: its notes have one sound and are corrected alike. The sound may change with the
  /// first of them.
  func prepareForTrial()

  /// Whether a note of the trial that was prepared for sounds at this frequency, and in tune. What is
  /// detuned by up to 100 cents from such a note can be played, too.
  func canSound(_ frequency: Frequency) -> Bool

  /// Plays a note and returns when it has ended, at the end of its last frame.
  ///
  /// If the task is cancelled, the note stops (it fades out) and `CancellationError` is thrown at
  /// once.
  ///
  /// - Parameter onStart: called when the note's first frame has sounded.
  func play(
    frequency: Frequency, duration: NoteDuration, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB,
    onStart: @escaping () -> Void
  ) async throws

  /// Starts a note that sounds until its handle is stopped.
  func play(
    frequency: Frequency, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB
  ) async throws -> any PlaybackHandle

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

  /// While the player reports something: when that happened. `nil` if that is not known.
  var eventTime: SoundTime? { get }

  /// This moment; `nil` if the sound does not run.
  var now: SoundTime? { get }
}

extension NotePlayer {
  public var recordedSound: String? { nil }
  public var eventTime: SoundTime? { nil }
  public var now: SoundTime? { nil }

  /// Plays a note and returns when it has ended.
  public func play(
    frequency: Frequency, duration: NoteDuration, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB
  ) async throws {
    try await play(
      frequency: frequency, duration: duration, velocity: velocity, amplitudeDB: amplitudeDB,
      onStart: {})
  }
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

/// A note that sounds until it is stopped.
public protocol PlaybackHandle: AnyObject {
  /// Fades the note out. A second call does nothing.
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

  /// Called if the note could not begin after all, or was ended by anything but a stop.
  var onFailure: ((AudioError) -> Void)? { get set }
}

/// A note as a training asks for it; every note has the same velocity.
public nonisolated struct NoteRequest: Hashable, Sendable {
  public let frequency: Frequency
  public let amplitudeDB: AmplitudeDB

  public init(_ frequency: Frequency, at amplitudeDB: AmplitudeDB = AmplitudeDB(0)) {
    self.frequency = frequency
    self.amplitudeDB = amplitudeDB
  }
}

/// The slider of a tunable note: −1…+1 is as many cents below and above a target as it reaches.
public nonisolated struct PitchSlider: Hashable, Sendable {
  /// Where a slider can stand.
  public static let range = -1.0...1.0

  /// What sounds with the slider at 0.
  public let target: Frequency

  /// How far from the target its ends are.
  public let reach: Cents

  /// - Parameter reach: above 0.
  public init(target: Frequency, reach: Cents = 100) {
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
