import Intonation
import MainThread
import Music
import Realtime
import SoundFonts
import Training

/// Plays notes of a SoundFont through the process callback. Main thread.
///
/// The sound source and the output level are read from the settings at each note, the level also by
/// ``updateLevel()``; another sound is loaded in the background and then sent to the callback, while
/// notes of the old one sound to their end.
@MainActor
public final class SoundFontNotePlayer: NotePlayer {
  /// The frequencies that can be played, in hertz.
  public static let frequencies: ClosedRange<Double> = 20...20_000

  /// How far a sounding note may be retuned from its first pitch, in cents.
  public static let bendRange: ClosedRange<Double> = -200...200

  /// How long the notes may take to fade out, in case the server has stopped calling: more than a
  /// period of 8192 frames at 44.1 kHz and the fade.
  private static let silenceLimit = Duration.milliseconds(500)

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

  /// Called when the MIDI input demanded silence; everything fades out already.
  public var onPanic: (() -> Void)?

  /// Called before each trial, so that fonts can be searched for where the settings say now.
  public var onPrepare: (() -> Void)?

  let sink: any CommandSink
  let settings: any UserSettings
  let sounds: SoundLoader

  /// The passages and bindings that the callback has.
  let lent = LentMemory()
  private let selector: SoundSelector

  /// The notes that were requested and have not ended, and who waits for voices.
  let room = VoiceRoom()
  var lastNote = NoteID(0)

  /// Whether the next note starts quiet, so that a sound that is unexpectedly loud does no harm:
  /// the first note of a client.
  var startsQuiet: Bool

  /// The output level in the callback, which begins at full level.
  private var sentLevel = AmplitudeDB(0)
  private var silenceWaiter: CheckedContinuation<Void, Never>?
  var confirmations = OpenConfirmations()

  /// The bindings that the callback is about to take, and those that follow them.
  private var boundBlock: UnsafeMutableRawPointer?
  private var nextBindings: ControlBindings?

  /// Loads the first sound on a thread of its own, however long that takes. The first note will
  /// start quiet.
  ///
  /// - Parameter tables: the measured intonation of sounds; `nil` plays every sound uncorrected.
  /// - Throws: ``SoundError`` if not even the default sound can be loaded.
  public static func open(
    engine: JackEngine, library: SoundFontLibrary, settings: any UserSettings,
    tables: IntonationCache? = nil, progress: LoadingProgress? = nil
  ) async throws -> SoundFontNotePlayer {
    let first = try await LoadingQueue.standard.load(
      settings.soundSource, from: library, at: engine.sampleRate, tables: tables,
      progress: progress)
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
    engine.heldForCallback = PlayerMemory(sounds, lent)
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

  public func play(_ passage: Passage) async throws -> [any PlaybackHandle] {
    try await chooseSound()
    await room.wait(for: passage, on: sink)
    try Task.checkCancellation()
    return try begin(passage)
  }

  public func stopAll() {
    // What fades out is not stopped again, so that requests that follow each other fast are one.
    guard room.notes.values.contains(where: { !$0.fadesOut }) else { return }
    for note in room.notes.keys { room.notes[note]?.isSilenced = true }
    sink.send(Command(.stopAll))
  }

  public func confirmSound(_ onAnswer: @escaping () -> Void) throws {
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    if confirmations.add(onAnswer) { sink.send(Command(.confirm)) }
  }

  /// Fades out all notes and returns when none sounds any more, so that the client can be closed
  /// without a click. It takes at most half a second.
  public func silence() async {
    guard sink.isRunning || sink.isFadingOut, !room.notes.isEmpty else { return }
    stopAll()
    let limit = Task { [weak self] in
      try? await ProgramClock.sleep(for: Self.silenceLimit)
      self?.resumeSilenceWaiter()
    }
    invariant(silenceWaiter == nil, "one silence is waited for at a time")
    await withCheckedContinuation { silenceWaiter = $0 }
    limit.cancel()
  }

  /// Sets the level of everything that sounds to the one of the settings. Sounding notes glide
  /// there.
  ///
  /// - Returns: whether the callback has it, or gets it; false if it does not accept commands.
  @discardableResult
  public func updateLevel() -> Bool {
    let level = settings.outputLevel
    guard level != sentLevel else { return true }
    guard sink.isRunning, sink.send(Command(.setLevel(gain: level.gain))) else { return false }
    sentLevel = level
    return true
  }

  // MARK: Time

  /// When the event happened that is being handled.
  public private(set) var eventTime: SoundTime?

  public var now: SoundTime? { sink.now.map(soundTime) }

  func soundTime(_ frame: FrameTime) -> SoundTime {
    SoundTime(frame: frame.rawValue, rate: sink.sampleRate)
  }

  // MARK: Sounds

  /// The sound with which the next note sounds: that of the settings, if it can be played and is loaded in time.
  public var soundingSource: SoundSourceID { sounds.source(ofNextNote: settings.soundSource) }

  public var recordedSound: String? { sounds.sounding?.recordedName }

  public var partials: PartialLevels? { sounds.intonation.partials }

  public var soundVersion: Int { selector.version }

  /// While another sound is wanted, the next note may already have that: one that is evened is no
  /// louder than −3 dBFS, and one that is not may fill the range.
  public var peak: Double {
    let peak = sounds.peak(isEven: settings.evenLoudness)
    return settings.soundSource == sounds.soundingSource
      ? peak : max(peak, settings.evenLoudness ? 0.708 : 1)
  }

  /// The fonts in which sounds are found.
  public var library: SoundFontLibrary { sounds.library }

  /// Reports what happened at that moment.
  func report(at time: SoundTime, _ report: () -> Void) {
    let outer = eventTime
    eventTime = time
    defer { eventTime = outer }
    report()
  }

  // MARK: Controls

  /// From now on these MIDI controls move the armed note, answer and commit. Of bindings that follow each other
  /// within a period, only the first and the last reach the callback.
  ///
  /// - Throws: `AudioError.engineUnavailable`
  public func bind(_ bindings: ControlBindings) throws {
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    nextBindings = bindings
    sendBindings()
  }

  private func sendBindings() {
    guard boundBlock == nil, sink.isRunning, let bindings = nextBindings else { return }
    nextBindings = nil
    let block = lent.lend([bindings])
    boundBlock = UnsafeMutableRawPointer(block)
    sink.send(Command(.bind(block)))
  }

  /// The callback has taken a passage or bindings over.
  func takeBack(_ block: UnsafeMutableRawPointer) {
    lent.dispose(of: block)
    guard block == boundBlock else { return }
    boundBlock = nil
    sendBindings()
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

  private func chooseSound() async throws {
    try await selector.select { bank in
      sink.send(Command(.install(voices: UnsafeMutableRawPointer(bank.pointer))))
    }
  }

  /// How the notes of the chosen sound are corrected.
  var correction: NoteCorrection { selector.correction }

  func resumeSilenceWaiter() {
    let waiter = silenceWaiter
    silenceWaiter = nil
    waiter?.resume()
  }
}
