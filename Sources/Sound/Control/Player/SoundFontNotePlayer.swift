import Intonation
import Music
import Realtime
import SoundFonts
import Training

/// Plays notes of a SoundFont through the process callback. Main thread.
///
/// The sound source is read from the settings at each note; another sound is made ready in the background
/// and handed over, while notes of the old one sound to their end.
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

  /// How long the first note of a client takes to rise to its level, in seconds; a short one at most half
  /// of itself. Long enough to reach for the volume, short enough for the pitch to be heard.
  static let riseSeconds = 0.5

  public var onNotice: ((SoundNotice) -> Void)?

  /// Called when a key, a pad or a pedal was pressed, with where the slider stood in that frame. A commit
  /// comes only while a note is in the hand, and takes it out.
  public var onIntent: ((ControlIntent, Double) -> Void)?

  let sink: any CommandSink
  let settings: any UserSettings
  let sounds: SoundShelf
  var notes: [NoteID: NoteInProgress] = [:]
  private var lastNote = NoteID(0)
  private var soundChange = SoundChange.always

  /// Whether the next note starts quiet, so that a patch that is louder than anybody expects does no harm:
  /// the first that sounds on a client.
  private var startsQuiet: Bool
  private var correction = NoteCorrection()
  private var silenceWaiter: CheckedContinuation<Void, Never>?

  /// Loads the first sound on a thread of its own, however long that takes. The first note will start
  /// quiet.
  ///
  /// - Parameter tables: where it is kept how sounds are tuned; `nil` plays every sound as it is.
  /// - Throws: ``SoundError`` where not even the default sound can be loaded.
  public static func open(
    engine: JackEngine, library: SoundFontLibrary, settings: any UserSettings,
    tables: IntonationCache? = nil
  ) async throws -> SoundFontNotePlayer {
    let first = try await SoundWorkshop.standard.load(
      settings.soundSource, from: library, at: engine.sampleRate, tables: tables)
    return SoundFontNotePlayer(
      first, engine: engine, library: library, settings: settings, tables: tables,
      startsQuiet: true)
  }

  /// Loads the first sound here and now; for measurements, with every note alike.
  ///
  /// - Throws: ``SoundError`` where not even the default sound can be loaded.
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
      sounds: SoundShelf(
        first, library: library, sampleRate: engine.sampleRate, tables: tables),
      startsQuiet: startsQuiet)
    engine.heldForCallback = sounds
    engine.onEvent = { [weak self] in self?.take($0) }
    engine.onEnd = { [weak self] in self?.engineEnded() }
  }

  package convenience init(
    sink: any CommandSink, library: SoundFontLibrary, settings: any UserSettings,
    tables: IntonationCache? = nil
  ) throws {
    let first = try LoadedSound(
      settings.soundSource, from: library, at: sink.sampleRate, tables: tables)
    self.init(
      sink: sink, settings: settings,
      sounds: SoundShelf(first, library: library, sampleRate: sink.sampleRate, tables: tables))
  }

  init(
    sink: any CommandSink, settings: any UserSettings, sounds: SoundShelf,
    startsQuiet: Bool = false
  ) {
    self.sink = sink
    self.startsQuiet = startsQuiet
    self.settings = settings
    self.sounds = sounds
    sounds.onReady = { [weak self] in self?.onNotice?(.soundReady($0)) }
    sounds.intonation.onNews = { [weak self] in self?.tell($1, of: $0) }
  }

  // MARK: NotePlayer

  public func play(
    frequency: Frequency, duration: NoteDuration, velocity: MIDIVelocity, amplitudeDB: AmplitudeDB
  ) async throws {
    try await chooseSound()
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
    try await chooseSound()
    try Task.checkCancellation()
    let note = try begin(
      frequency: frequency, frames: 0, velocity: velocity, amplitudeDB: amplitudeDB)
    return SoundFontPlaybackHandle(player: self, note: note)
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

  // MARK: Sounds

  /// The next note may sound with another sound, those after it with none but that: the notes of a
  /// challenge have one sound, and are corrected alike. Where this is never called every note may change
  /// it.
  public func beginChallenge() { soundChange = .once }

  /// Where sounds are looked for.
  public var library: SoundFontLibrary { sounds.library }

  // MARK: What the callback tells

  package func take(_ event: Event) {
    switch event.kind {
    case .started: startsQuiet = false
    case .ended(let note): finish(note, with: .success(()))
    case .refused(let note):
      let tell = notes[note]?.onFailure
      finish(note, with: .failure(AudioError.overloaded))
      tell?(.overloaded)
    case .slider(let note, let value):
      if let progress = notes[note], !progress.isStopping { progress.onSliderMove?(value) }
    case .intent(let intent, _, let value): onIntent?(intent, value)
    case .retired(let voices): sounds.dispose(of: voices)
    }
  }

  /// No event will come any more: whoever waits for a note's end learns it.
  private func engineEnded() {
    for note in notes.keys { finish(note, with: .failure(AudioError.engineUnavailable)) }
    resumeSilenceWaiter()
  }

  // MARK: Notes

  /// - Throws: `AudioError.frequencyOutOfRange`, also for what a slow server cannot carry: 20 kHz are let
  ///   through from 44.1 kHz up, and in proportion below.
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
    let plan = correction.plan(for: frequency)
    lastNote = NoteID(lastNote.rawValue &+ 1)
    let start = NoteStart(
      note: lastNote, key: Int32(plan.key), cents: Int32(plan.cents),
      velocity: Int32(velocity.rawValue), ratio: plan.ratio(),
      gain: Float(amplitudeDB.gain * correction.gain(of: plan)), durationFrames: frames,
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
    guard soundChange != .not else { return }
    if soundChange == .once { soundChange = .not }
    do {
      let choice = try await sounds.choose(settings.soundSource) { bank in
        sink.send(
          Command(.install(voices: UnsafeMutableRawPointer(bank.pointer))), isStop: false)
      }
      switch choice {
      case .asAsked: break
      case .fallback(let missing): onNotice?(.soundMissing(missing))
      case .loading(let source): onNotice?(.soundLoading(source))
      }
    } catch let error as SoundError {
      throw AudioError.soundUnavailable(reason: String(describing: error))
    }
    correction = correctionNow
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
  /// From now on these MIDI controls move the note in the hand, answer and commit.
  ///
  /// - Throws: `AudioError` where there is no engine or it does not take commands fast enough.
  public func bind(_ bindings: HandBindings) throws {
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    guard sink.send(Command(.bind(bindings)), isStop: false) else { throw AudioError.overloaded }
  }
}

/// What a handle asks for.
extension SoundFontNotePlayer {
  /// What an offset computed through hertz may be off by, in cents.
  private static let tolerance = 1e-6

  func stop(_ note: NoteID) {
    guard let progress = notes[note], !progress.isStopping else { return }
    notes[note]?.isStopping = true
    _ = sink.send(Command(.stop(note)), isStop: true)
  }

  func retune(_ note: NoteID, to frequency: Frequency) throws {
    let progress = try held(note)
    try check(frequency, in: progress)
    let action: Command.Action =
      if let slider = progress.slider {
        .moveSlider(note, value: slider.value(of: frequency))
      } else {
        .retune(note, ratio: progress.ratio(of: frequency))
      }
    guard sink.send(Command(action), isStop: false) else { throw AudioError.overloaded }
  }

  func arm(_ note: NoteID, with slider: PitchSlider, at value: Double) throws {
    let progress = try held(note)
    for end in [PitchSlider.range.lowerBound, PitchSlider.range.upperBound] {
      try check(slider.frequency(at: end), in: progress)
    }
    let arming = SliderArming(
      value: value, ratioAtZero: progress.ratio(of: slider.target), reach: slider.reach.rawValue)
    guard sink.send(Command(.arm(note, arming)), isStop: false) else {
      throw AudioError.overloaded
    }
    notes[note]?.slider = slider
  }

  private func held(_ note: NoteID) throws -> NoteInProgress {
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    guard let progress = notes[note], !progress.isStopping else { throw AudioError.noteEnded }
    return progress
  }

  private func check(_ frequency: Frequency, in progress: NoteInProgress) throws {
    try check(frequency)
    let bend = Cents(from: progress.start, to: frequency).rawValue
    guard bend >= Self.bendRange.lowerBound - Self.tolerance,
      bend <= Self.bendRange.upperBound + Self.tolerance
    else { throw AudioError.bendOutOfRange(cents: bend) }
  }
}

/// What is done about a sound that is out of tune.
extension SoundFontNotePlayer {
  /// What the settings want of what is known of the sound by now.
  var correctionNow: NoteCorrection {
    guard settings.correctIntonation || settings.evenLoudness, let table = sounds.intonation.table()
    else { return NoteCorrection() }
    return NoteCorrection(
      pitch: settings.correctIntonation ? table : nil,
      loudness: settings.evenLoudness ? table : nil)
  }

  func tell(_ news: IntonationShelf.News, of source: SoundSourceID) {
    switch news {
    case .measuring: onNotice?(.soundNotMeasured(source))
    case .measured: onNotice?(.soundMeasured(source))
    case .failed: break
    }
  }
}

/// A note of ``SoundFontNotePlayer`` that sounds until it is stopped. Main thread.
@MainActor
final class SoundFontPlaybackHandle: PlaybackHandle {
  private let player: SoundFontNotePlayer
  private let note: NoteID

  init(player: SoundFontNotePlayer, note: NoteID) {
    self.player = player
    self.note = note
  }

  func stop() { player.stop(note) }

  func adjustFrequency(_ frequency: Frequency) throws { try player.retune(note, to: frequency) }

  func arm(_ slider: PitchSlider, at value: Double) throws {
    try player.arm(note, with: slider, at: value)
  }

  // Kept with the note, so that it goes when that has ended.
  var onSliderMove: ((Double) -> Void)? {
    get { player.notes[note]?.onSliderMove }
    set { player.notes[note]?.onSliderMove = newValue }
  }

  var onFailure: ((AudioError) -> Void)? {
    get { player.notes[note]?.onFailure }
    set { player.notes[note]?.onFailure = newValue }
  }
}

/// What the player did other than it was asked, for the user to know.
public enum SoundNotice: Hashable, Sendable {
  /// The sound of the settings is not there; the default sounds instead.
  case soundMissing(SoundSourceID)

  /// The sound of the settings takes its time to load; the one before it sounds meanwhile.
  case soundLoading(SoundSourceID)

  /// That sound is loaded and sounds from the next challenge on.
  case soundReady(SoundSourceID)
  /// Nobody has measured this sound yet: it sounds as it is, while it is measured in the background.
  case soundNotMeasured(SoundSourceID)

  /// That is done: from the next challenge on the sound is in tune.
  case soundMeasured(SoundSourceID)
}

/// Whether a note may sound with another sound than the note before.
enum SoundChange {
  /// Any note may.
  case always
  /// The next one may.
  case once
  case not
}
