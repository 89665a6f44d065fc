import Music
import Realtime
import Training

/// Plays notes of a SoundFont through the process callback. Main thread.
///
/// The sound source is read from the settings at each note; another sound is prepared here and handed
/// over, while notes of the old one sound to their end.
@MainActor
public final class SoundFontNotePlayer: NotePlayer {
  /// What can be asked for.
  public static let frequencies: ClosedRange<Double> = 20...20_000

  /// How far a sounding note may be retuned from where it began, in cents.
  public static let bendRange: ClosedRange<Double> = -200...200

  /// The greatest number of notes under way. Each may need one stop, for which the ring keeps room.
  private static let noteLimit = CommandRing.reserve / 2

  /// How long a server may take to let the notes fade out, in case it has stopped calling us: more than
  /// a period of 8192 frames at 44.1 kHz and the fade.
  static let silenceLimit = Duration.milliseconds(500)

  public var onNotice: ((SoundNotice) -> Void)?

  private let sink: any CommandSink
  private let settings: any UserSettings
  private let sounds: SoundShelf
  private var notes: [NoteID: NoteInProgress] = [:]
  private var lastNote = NoteID(0)
  private var silenceWaiter: CheckedContinuation<Void, Never>?

  /// - Throws: ``SoundError`` where not even the default sound can be loaded.
  public convenience init(
    engine: JackEngine, library: SoundFontLibrary, settings: any UserSettings
  ) throws {
    try self.init(sink: engine, library: library, settings: settings)
    engine.heldForCallback = sounds
    engine.onEvent = { [weak self] in self?.take($0) }
    engine.onEnd = { [weak self] in self?.engineEnded() }
  }

  package init(sink: any CommandSink, library: SoundFontLibrary, settings: any UserSettings) throws
  {
    self.sink = sink
    self.settings = settings
    sounds = try SoundShelf(
      library: library, initial: settings.soundSource, sampleRate: sink.sampleRate)
  }

  // MARK: NotePlayer

  public func play(
    frequency: Frequency, duration: NoteDuration, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB
  ) async throws {
    try Task.checkCancellation()
    let frames = UInt32((duration.seconds * sink.sampleRate).rounded())
    let note = try begin(
      frequency: frequency, frames: frames, velocity: velocity, amplitudeDB: amplitudeDB)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else if notes[note] == nil {
          continuation.resume(throwing: AudioError.engineUnavailable)
        } else {
          notes[note]?.waiter = continuation
        }
      }
    } onCancel: {
      Task { @MainActor in self.cancel(note) }
    }
  }

  public func play(
    frequency: Frequency, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB
  ) async throws -> any PlaybackHandle {
    try Task.checkCancellation()
    let note = try begin(
      frequency: frequency, frames: 0, velocity: velocity, amplitudeDB: amplitudeDB)
    return SoundFontPlaybackHandle(player: self, note: note, start: frequency)
  }

  public func stopAll() {
    _ = sink.send(Command(.stopAll), isStop: true)
  }

  /// Fades out whatever sounds and returns when nothing does any more, so that the client can be closed
  /// without a click. It never takes longer than ``silenceLimit``.
  public func silence() async {
    guard sink.isRunning, !notes.isEmpty else { return }
    stopAll()
    let limit = Task { [weak self] in
      try? await Task.sleep(for: Self.silenceLimit)
      self?.resumeSilenceWaiter()
    }
    await withCheckedContinuation { silenceWaiter = $0 }
    limit.cancel()
  }

  // MARK: What a handle asks for

  func stop(_ note: NoteID) {
    guard let progress = notes[note], !progress.isStopping else { return }
    notes[note]?.isStopping = true
    var command = Command(.stop)
    command.note = note
    _ = sink.send(command, isStop: true)
  }

  func retune(_ note: NoteID, bend: Cents) throws {
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    guard let progress = notes[note], !progress.isStopping else { throw AudioError.noteEnded }
    var command = Command(.retune)
    command.note = note
    command.ratio = progress.plan.ratio(bend: bend)
    guard sink.send(command, isStop: false) else { throw AudioError.overloaded }
  }

  static func check(_ frequency: Frequency) throws {
    guard frequencies.contains(frequency.hertz) else {
      throw AudioError.frequencyOutOfRange(hertz: frequency.hertz)
    }
  }

  // MARK: What the callback tells

  package func take(_ event: Event) {
    switch event.kind {
    case .started: break
    case .ended: finish(event.note, with: .success(()))
    case .refused: finish(event.note, with: .failure(AudioError.overloaded))
    case .retired: sounds.dispose(of: event.voices)
    }
  }

  /// No event will come any more: whoever waits for a note's end learns it.
  private func engineEnded() {
    for note in notes.keys { finish(note, with: .failure(AudioError.engineUnavailable)) }
    resumeSilenceWaiter()
  }

  // MARK: Notes

  private func begin(
    frequency: Frequency, frames: UInt32, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB
  ) throws -> NoteID {
    try Self.check(frequency)
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    guard notes.count < Self.noteLimit else { throw AudioError.overloaded }
    try chooseSound()

    let plan = PitchPlan(frequency)
    lastNote = NoteID(lastNote.rawValue &+ 1)
    var command = Command(.play)
    command.note = lastNote
    command.key = Int32(plan.key)
    command.cents = Int32(plan.cents)
    command.ratio = plan.ratio()
    command.velocity = Int32(velocity.rawValue)
    command.gain = Float(amplitudeDB.gain)
    command.durationFrames = frames
    guard sink.send(command, isStop: false) else { throw AudioError.overloaded }
    notes[lastNote] = NoteInProgress(plan: plan)
    return lastNote
  }

  private func chooseSound() throws {
    do {
      let choice = try sounds.choose(settings.soundSource) { bank in
        var command = Command(.install)
        command.voices = UnsafeMutableRawPointer(bank.pointer)
        return sink.send(command, isStop: false)
      }
      if case .fallback(let missing) = choice { onNotice?(.soundMissing(missing)) }
    } catch let error as SoundError {
      throw AudioError.soundUnavailable(reason: String(describing: error))
    }
  }

  private func cancel(_ note: NoteID) {
    stop(note)
    let waiter = notes[note]?.waiter
    notes[note]?.waiter = nil
    waiter?.resume(throwing: CancellationError())
  }

  private func finish(_ note: NoteID, with result: Result<Void, any Error>) {
    notes.removeValue(forKey: note)?.waiter?.resume(with: result)
    if notes.isEmpty { resumeSilenceWaiter() }
  }

  private func resumeSilenceWaiter() {
    let waiter = silenceWaiter
    silenceWaiter = nil
    waiter?.resume()
  }
}
