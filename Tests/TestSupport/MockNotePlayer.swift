import Foundation
import Music
import Training

/// A player without sound. Notes end by hand unless they are told to end instantly.
public final class MockNotePlayer: NotePlayer {
  /// What was asked for; `duration` is `nil` for a note on a handle.
  public struct Call: Equatable {
    public let frequency: Frequency
    public let duration: NoteDuration?
    public let velocity: MIDIVelocity
    public let amplitudeDB: AmplitudeDB

    public init(
      frequency: Frequency, duration: NoteDuration?, velocity: MIDIVelocity,
      amplitudeDB: AmplitudeDB
    ) {
      self.frequency = frequency
      self.duration = duration
      self.velocity = velocity
      self.amplitudeDB = amplitudeDB
    }
  }

  public private(set) var calls: [Call] = []
  public private(set) var handles: [MockPlaybackHandle] = []
  public private(set) var stopAllCount = 0

  /// How many notes had been asked for at each preparation for a trial.
  public private(set) var preparations: [Int] = []

  /// Which frequencies sound; all of them unless a test says otherwise.
  public var onCanSound: ((Frequency) -> Bool)?

  /// How many notes were cut short by the cancellation of their task.
  public private(set) var cancelledCount = 0

  /// Thrown by every `play` while set.
  public var error: (any Error)?

  /// Notes are over as soon as they began.
  public var endsNotesInstantly = false

  /// A cancelled note goes on until it is ended by hand, and then ends as if nothing had happened.
  public var ignoresCancellation = false

  /// Called with each handle before the note that it is for has begun.
  public var onHandle: ((MockPlaybackHandle) -> Void)?

  /// Called before anything is awaited or thrown.
  public var onPlay: ((Call) -> Void)?

  /// Notes of a given duration, or the sound itself, begin and are confirmed only when a test says so.
  public var startsLate = false
  public var confirmsLate = false
  private var unstarted: [() -> Void] = []
  private var unconfirmed: [() -> Void] = []

  public var recordedSound: String?
  public var eventTime: SoundTime?
  public var now: SoundTime?

  private var sounding: [UUID: CheckedContinuation<Void, any Error>] = [:]

  public init() {}

  /// How many notes of a given duration sound.
  public var soundingCount: Int { sounding.count }

  public func prepareForTrial() { preparations.append(calls.count) }

  public func canSound(_ frequency: Frequency) -> Bool { onCanSound?(frequency) ?? true }

  public func play(
    frequency: Frequency, duration: NoteDuration, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB,
    onStart: @escaping () -> Void
  ) async throws {
    try begin(
      Call(
        frequency: frequency, duration: duration, velocity: velocity, amplitudeDB: amplitudeDB))
    if startsLate { unstarted.append(onStart) } else { onStart() }
    if endsNotesInstantly { return }
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled && !ignoresCancellation {
          cancelledCount += 1
          continuation.resume(throwing: CancellationError())
        } else {
          sounding[id] = continuation
        }
      }
    } onCancel: {
      Task { @MainActor in self.cancel(id) }
    }
  }

  public func play(
    frequency: Frequency, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB
  ) async throws -> any PlaybackHandle {
    try begin(
      Call(frequency: frequency, duration: nil, velocity: velocity, amplitudeDB: amplitudeDB))
    let handle = MockPlaybackHandle(frequency: frequency)
    onHandle?(handle)
    handles.append(handle)
    return handle
  }

  public func stopAll() {
    stopAllCount += 1
    for handle in handles { handle.stop() }
    if !ignoresCancellation { endNotes() }
  }

  public func confirmSound(_ onAnswer: @escaping () -> Void) throws {
    if let error { throw error }
    if confirmsLate { unconfirmed.append(onAnswer) } else { onAnswer() }
  }

  /// Lets the notes begin that have not begun.
  public func startNotes() {
    let notes = unstarted
    unstarted = []
    for start in notes { start() }
  }

  /// Answers ``confirmSound(_:)``.
  public func confirmSound() {
    let questions = unconfirmed
    unconfirmed = []
    for answer in questions { answer() }
  }

  /// Lets every note that sounds reach its end.
  public func endNotes() {
    let ended = sounding.values
    sounding = [:]
    for continuation in ended { continuation.resume() }
  }

  /// Lets every note that sounds fail.
  public func failNotes(_ error: any Error) {
    let failed = sounding.values
    sounding = [:]
    for continuation in failed { continuation.resume(throwing: error) }
  }

  /// Ends what sounds and forgets everything.
  public func reset() {
    endNotes()
    calls = []
    handles = []
    stopAllCount = 0
    preparations = []
    onCanSound = nil
    cancelledCount = 0
    error = nil
    endsNotesInstantly = false
    ignoresCancellation = false
    startsLate = false
    confirmsLate = false
    unstarted = []
    unconfirmed = []
    onHandle = nil
    onPlay = nil
    recordedSound = nil
    eventTime = nil
    now = nil
  }

  private func begin(_ call: Call) throws {
    calls.append(call)
    onPlay?(call)
    if let error { throw error }
  }

  private func cancel(_ id: UUID) {
    guard !ignoresCancellation, let continuation = sounding.removeValue(forKey: id) else { return }
    cancelledCount += 1
    continuation.resume(throwing: CancellationError())
  }
}
