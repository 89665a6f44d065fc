import Intonation
import Music
import Realtime
import SoundFonts
import Training

/// Plays notes of a SoundFont through the process callback. Main thread.
///
/// The sound source and the output level are read from the settings at each note; another sound is
/// loaded in the background and then sent to the callback, while notes of the old one sound to their end.
@MainActor
public final class SoundFontNotePlayer: NotePlayer {
  /// The frequencies that can be played, in hertz.
  public static let frequencies: ClosedRange<Double> = 20...20_000

  /// How far a sounding note may be retuned from its first pitch, in cents.
  public static let bendRange: ClosedRange<Double> = -200...200

  /// The greatest number of notes at a time. Each may need one stop, for which the ring keeps room.
  private static let noteLimit = CommandRing.reserve / 2

  /// How long the notes may take to fade out, in case the server has stopped calling: more than a
  /// period of 8192 frames at 44.1 kHz and the fade.
  private static let silenceLimit = Duration.milliseconds(500)

  /// How long the first note of a client takes to rise to its level, in seconds; a short note takes
  /// at most half of its length. Long enough to turn the volume down, short enough for the pitch to
  /// be heard.
  private static let riseSeconds = 0.5

  /// The rounding error of an offset that was computed through hertz, in cents.
  static let tolerance = 1e-6

  public var onNotice: ((SoundNotice) -> Void)? {
    get { selector.onNotice }
    set { selector.onNotice = newValue }
  }

  /// Called when a key, a pad or a pedal was pressed, with the slider's value in that frame. A
  /// commit comes only while a note follows the slider, and ends that.
  public var onIntent: ((ControlIntent, Double) -> Void)?

  /// Called when the control of the output level was moved, with its position, 0…1.
  public var onLevel: ((Double) -> Void)?

  /// Called before each trial, so that fonts can be searched for where the settings say now.
  public var onPrepare: (() -> Void)?

  let sink: any CommandSink
  private let settings: any UserSettings
  private let sounds: SoundLoader
  private let selector: SoundSelector

  /// The notes that have begun and not ended.
  var notes: [NoteID: NoteInProgress] = [:]
  private var lastNote = NoteID(0)

  /// Whether the next note starts quiet, so that a sound that is unexpectedly loud does no harm:
  /// the first note of a client.
  private var startsQuiet: Bool
  private var silenceWaiter: CheckedContinuation<Void, Never>?
  private var confirmations = OpenConfirmations()

  /// Loads the first sound on a thread of its own, however long that takes. The first note will
  /// start quiet.
  ///
  /// - Parameter tables: the measured intonation of sounds; `nil` plays every sound uncorrected.
  /// - Throws: ``SoundError`` if not even the default sound can be loaded.
  public static func open(
    engine: JackEngine, library: SoundFontLibrary, settings: any UserSettings,
    tables: IntonationCache? = nil
  ) async throws -> SoundFontNotePlayer {
    let first = try await LoadingQueue.standard.load(
      settings.soundSource, from: library, at: engine.sampleRate, tables: tables)
    return SoundFontNotePlayer(
      first, engine: engine, library: library, settings: settings, tables: tables,
      startsQuiet: true)
  }

  /// Loads the first sound before it returns; for measurements, with every note alike.
  ///
  /// - Throws: ``SoundError`` if not even the default sound can be loaded.
  public convenience init(
    engine: JackEngine, library: SoundFontLibrary, settings: any UserSettings,
    tables: IntonationCache? = nil
  ) throws {
    let first = try LoadedSound(
      settings.soundSource, from: library, at: engine.sampleRate, tables: tables)
    self.init(
      first, engine: engine, library: library, settings: settings, tables: tables,
      startsQuiet: false)
  }

  private convenience init(
    _ first: LoadedSound, engine: JackEngine, library: SoundFontLibrary,
    settings: any UserSettings, tables: IntonationCache?, startsQuiet: Bool
  ) {
    self.init(
      sink: engine, settings: settings,
      sounds: SoundLoader(
        first, library: library, sampleRate: engine.sampleRate, tables: tables),
      startsQuiet: startsQuiet)
    engine.heldForCallback = sounds
    engine.onEvent = { [weak self] in self?.handle($0) }
    engine.onEnd = { [weak self] in self?.engineEnded() }
  }

  /// Plays into any sink; whoever makes it calls ``handle(_:)`` with the callback's events.
  ///
  /// - Throws: ``SoundError`` if not even the default sound can be loaded.
  public convenience init(
    sink: any CommandSink, library: SoundFontLibrary, settings: any UserSettings,
    tables: IntonationCache? = nil
  ) throws {
    let first = try LoadedSound(
      settings.soundSource, from: library, at: sink.sampleRate, tables: tables)
    self.init(
      sink: sink, settings: settings,
      sounds: SoundLoader(first, library: library, sampleRate: sink.sampleRate, tables: tables))
  }

  init(
    sink: any CommandSink, settings: any UserSettings, sounds: SoundLoader,
    startsQuiet: Bool = false
  ) {
    self.sink = sink
    self.startsQuiet = startsQuiet
    self.settings = settings
    self.sounds = sounds
    selector = SoundSelector(sounds, settings: settings)
  }

  // MARK: NotePlayer

  /// The next note may sound with another sound, and the notes after it sound with the same one. If
  /// this is never called, every note may change the sound.
  ///
  /// A sound that has fewer usable keys than this trial was chosen for begins with the trial after
  /// it.
  public func prepareForTrial() {
    onPrepare?()
    selector.prepareForTrial()
  }

  public func canSound(_ frequency: Frequency) -> Bool { selector.canSound(frequency) }

  public func play(
    frequency: Frequency, duration: NoteDuration, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB,
    onStart: @escaping () -> Void
  ) async throws {
    try await chooseSound()
    try Task.checkCancellation()
    let frames = UInt32((duration.seconds * sink.sampleRate).rounded())
    let note = try begin(
      frequency: frequency, frames: frames, velocity: velocity, amplitudeDB: amplitudeDB)
    notes[note]?.onStart = onStart
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
    try await chooseSound()
    try Task.checkCancellation()
    let note = try begin(
      frequency: frequency, frames: 0, velocity: velocity, amplitudeDB: amplitudeDB)
    return SoundFontPlaybackHandle(player: self, note: note)
  }

  public func stopAll() {
    _ = sink.send(Command(.stopAll), isStop: true)
  }

  public func confirmSound(_ onAnswer: @escaping () -> Void) throws {
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    guard let id = confirmations.next, sink.send(Command(.confirm(id)), isStop: false) else {
      throw AudioError.overloaded
    }
    confirmations.add(id, onAnswer)
  }

  /// Fades out all notes and returns when none sounds any more, so that the client can be closed
  /// without a click. It takes at most half a second.
  public func silence() async {
    guard sink.isRunning || sink.isFadingOut, !notes.isEmpty else { return }
    stopAll()
    let limit = Task { [weak self] in
      try? await Task.sleep(for: Self.silenceLimit)
      self?.resumeSilenceWaiter()
    }
    await withCheckedContinuation { silenceWaiter = $0 }
    limit.cancel()
  }

  // MARK: Time

  /// When the event happened that is being handled.
  public private(set) var eventTime: SoundTime?

  public var now: SoundTime? { sink.now.map(soundTime) }

  private func soundTime(_ frame: FrameTime) -> SoundTime {
    SoundTime(frame: frame.rawValue, rate: sink.sampleRate)
  }

  // MARK: Sounds

  /// The sound with which the next note sounds, whatever the settings say.
  public var soundingSource: SoundSourceID { sounds.soundingSource }

  public var recordedSound: String? { sounds.sounding?.recordedName }

  /// The fonts in which sounds are found.
  public var library: SoundFontLibrary { sounds.library }

  // MARK: Events of the callback

  public func handle(_ event: Event) {
    report(at: soundTime(event.frame)) { handle(event.kind) }
  }

  /// Reports what happened at that moment.
  func report(at time: SoundTime, _ report: () -> Void) {
    let outer = eventTime
    eventTime = time
    defer { eventTime = outer }
    report()
  }

  private func handle(_ kind: Event.Kind) {
    switch kind {
    case .started(let note):
      startsQuiet = false
      notes[note]?.startTime = eventTime
      notes[note]?.onStart?()
    case .ended(let note): finish(note, with: .success(()))
    case .refused(let note):
      let report = notes[note]?.onFailure
      finish(note, with: .failure(AudioError.overloaded))
      report?(.overloaded)
    case .slider(let note, let value, let number):
      guard let progress = notes[note], !progress.isStopping, number == progress.sliderNumber
      else { return }
      progress.onSliderMove?(value)
    case .level(let position): onLevel?(position)
    case .confirmedSlider(let note, let value): notes[note]?.onConfirm?(value)
    case .confirmed(let id): confirmations.remove(id)?()
    case .intent(let intent, _, let value): onIntent?(intent, value)
    case .retired(let voices): sounds.dispose(of: voices)
    }
  }

  /// No note can begin any more: calls that wait for a note's end return an error. Notes that still
  /// fade out end with their events.
  private func engineEnded() {
    confirmations.removeAll()
    for (note, progress) in notes {
      let waiter = progress.waiter
      notes[note]?.waiter = nil
      notes[note]?.isStopping = true
      waiter?.resume(throwing: AudioError.engineUnavailable)
    }
    guard !sink.isFadingOut else { return }
    notes = [:]
    resumeSilenceWaiter()
  }

  // MARK: Notes

  /// - Throws: `AudioError.frequencyOutOfRange`, also for frequencies that are too high for a low
  ///   sample rate: 20 kHz are allowed from 44.1 kHz up, and proportionally less below.
  func check(_ frequency: Frequency) throws {
    let highest = Self.frequencies.upperBound * min(1, sink.sampleRate / 44_100)
    guard Self.frequencies.contains(frequency.hertz), frequency.hertz <= highest else {
      throw AudioError.frequencyOutOfRange(hertz: frequency.hertz)
    }
  }

  /// Starts a note with the sound that was chosen.
  private func begin(
    frequency: Frequency, frames: UInt32, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB
  ) throws -> NoteID {
    try check(frequency)
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    guard notes.count < Self.noteLimit else { throw AudioError.overloaded }
    let plan = selector.correction.plan(for: frequency)
    lastNote = NoteID(lastNote.rawValue &+ 1)
    let start = NoteStart(
      note: lastNote, key: Int32(plan.key), cents: Int32(plan.cents),
      velocity: Int32(velocity.rawValue), ratio: plan.ratio(),
      gain: Float(
        amplitudeDB.gain * settings.outputLevel.gain * selector.correction.gain(of: plan)),
      durationFrames: frames,
      riseFrames: startsQuiet ? riseFrames(ofNote: frames) : 0)
    guard sink.send(Command(.play(start)), isStop: false) else { throw AudioError.overloaded }
    notes[lastNote] = NoteInProgress(plan: plan, start: frequency)
    return lastNote
  }

  /// - Parameter frames: the note's length; 0 for one that is held.
  private func riseFrames(ofNote frames: UInt32) -> UInt32 {
    let frames = frames == 0 ? UInt32.max : frames
    return min(UInt32((Self.riseSeconds * sink.sampleRate).rounded()), frames / 2)
  }

  private func chooseSound() async throws {
    try await selector.select { bank in
      sink.send(Command(.install(voices: UnsafeMutableRawPointer(bank.pointer))), isStop: false)
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

extension SoundFontNotePlayer {
  /// From now on these MIDI controls move the armed note, answer and commit.
  ///
  /// - Throws: `AudioError` if there is no engine or it does not accept commands fast enough.
  public func bind(_ bindings: ControlBindings) throws {
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    guard sink.send(Command(.bind(bindings)), isStop: false) else { throw AudioError.overloaded }
  }
}

/// The questions whether the process callback runs that it has not answered yet.
private struct OpenConfirmations {
  /// The greatest number of them.
  private static let limit = 8

  private var answers: [ConfirmationID: () -> Void] = [:]
  private var last = ConfirmationID(0)

  /// The number of the next question; `nil` if too many are open.
  var next: ConfirmationID? {
    answers.count < Self.limit ? ConfirmationID(last.rawValue &+ 1) : nil
  }

  /// The question has been asked.
  mutating func add(_ id: ConfirmationID, _ onAnswer: @escaping () -> Void) {
    last = id
    answers[id] = onAnswer
  }

  /// The callback has answered: returns what is to be called.
  mutating func remove(_ id: ConfirmationID) -> (() -> Void)? { answers.removeValue(forKey: id) }

  /// No answer will come.
  mutating func removeAll() { answers = [:] }
}
