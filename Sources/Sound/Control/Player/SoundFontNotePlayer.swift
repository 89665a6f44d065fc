import Foundation
import Intonation
import MainThread
import Music
import Realtime
import SoundFonts
import Training

/// Plays notes of a SoundFont through the process callback. Main thread.
///
/// The sound source and the output level are read from the settings at each note, the level also by
/// ``updateLevel()``; another sound is loaded in the background and then sent to the callback,
/// while notes of the old one sound to their end.
@MainActor
public final class SoundFontNotePlayer: NotePlayer {
  /// The frequencies that can be played, in hertz.
  public static let frequencies: ClosedRange<Double> = 20...20_000

  /// The range in which a sounding note may be retuned from its first pitch, in cents.
  static let bendRange: ClosedRange<Double> = -200...200

  /// The longest wait for notes to fade out, in case the server has stopped calling: more than a
  /// period of 8192 frames at 44.1 kHz and the fade.
  private static let silenceLimit = Duration.milliseconds(500)

  /// The rounding error of an offset that was computed through hertz, in cents.
  private static let tolerance = 1e-6

  public var onNotice: ((SoundNotice) -> Void)? {
    get { selector.onNotice }
    set { selector.onNotice = newValue }
  }

  /// Called when a key, a pad or a pedal was pressed, with the slider's value in that frame. A
  /// commit comes only while a note follows the slider, and ends that.
  public var onIntent: ((ControlIntent, Double) -> Void)?

  /// Called when the control of the output level was moved, with its position, 0…1.
  public var onLevel: ((Double) -> Void)?

  /// Called when the MIDI input demanded silence, and everything fades out.
  public var onPanic: (() -> Void)?

  /// Called before each trial, so that the places of fonts can follow the settings.
  public var onPrepare: (() -> Void)?

  private let sink: any CommandSink
  private let settings: any UserSettings
  private let sounds: SoundLoader

  /// The passages and bindings that the callback has.
  let lent = LentMemory()
  private let selector: SoundSelector

  /// The notes that were requested and have not ended, and the passages that wait for voices.
  let room = VoiceAllocator()
  private var lastNote = NoteID(0)

  /// True if the next note starts quietly, as the first note of a client, so that a sound that is
  /// unexpectedly loud does no harm.
  private var startsQuiet: Bool

  /// The output level in the callback, which begins at 0 dB.
  private var sentLevel = AmplitudeDB(0)
  private var silenceWaiter: CheckedContinuation<Void, Never>?
  private var confirmations = OpenConfirmations()

  /// The bindings that were sent to the callback and not returned, and the ones to send next.
  private var boundBlock: UnsafeMutableRawPointer?
  private var nextBindings: ControlBindings?

  /// Loads the first sound on a thread of its own, however long that takes. The first note will
  /// start quietly.
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

  /// Loads the first sound before it returns, for measurements; no note starts quietly.
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
    engine.heldForCallback = [sounds, lent]
    engine.onEvent = { [weak self] in self?.handle($0) }
    engine.onEnd = { [weak self] in self?.engineEnded() }
  }

  /// Plays into any sink. The caller passes the callback's events to ``handle(_:)``.
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

  /// Lets the next note sound with another sound, and the notes after it with the same one. If this
  /// is never called, every note may change the sound.
  ///
  /// A sound that lacks keys for which this trial was chosen begins with the next trial.
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
    // Notes that fade out are not stopped again, so that fast requests make one command.
    guard room.notes.values.contains(where: { !$0.fadesOut }) else { return }
    for note in room.notes.keys { room.notes[note]?.isSilenced = true }
    sink.send(Command(.stopAll))
  }

  public func confirmSound(_ onAnswer: @escaping () -> Void) throws {
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    if confirmations.add(onAnswer) { sink.send(Command(.confirm)) }
  }

  /// Fades out all notes and returns when they are silent, so that the client can be closed
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

  /// Lets all sound glide to the level of the settings.
  ///
  /// - Returns: false if the callback does not accept commands.
  @discardableResult
  public func updateLevel() -> Bool {
    let level = settings.outputLevel
    guard level != sentLevel else { return true }
    guard sink.isRunning, sink.send(Command(.setLevel(gain: level.gain))) else { return false }
    sentLevel = level
    return true
  }

  // MARK: Time

  /// The time of the event that is being handled.
  public private(set) var eventTime: SoundTime?

  public var now: SoundTime? { sink.now.map(soundTime) }

  private func soundTime(_ frame: FrameTime) -> SoundTime {
    SoundTime(frame: frame.rawValue, rate: sink.sampleRate)
  }

  // MARK: Sounds

  /// The sound of the next note: that of the settings, if it can be played and is loaded in time.
  public var soundingSource: SoundSourceID { sounds.source(ofNextNote: settings.soundSource) }

  public var recordedSound: String? { sounds.sounding?.recordedName }

  public var partials: PartialLevels? { sounds.intonation.partials }

  public var soundVersion: Int { selector.version }

  /// The peak of the next note. If another sound is wanted, the note may already have it: its peak
  /// is −3 dBFS with corrected loudness, and may be full scale without.
  public var peak: Double {
    let peak = sounds.peak(isEven: settings.evenLoudness)
    return settings.soundSource == sounds.soundingSource
      ? peak : max(peak, settings.evenLoudness ? 0.708 : 1)
  }

  /// The fonts in which sounds are found.
  public var library: SoundFontLibrary { sounds.library }

  /// Calls a report with ``eventTime`` set.
  fileprivate func report(at time: SoundTime, _ report: () -> Void) {
    let outer = eventTime
    eventTime = time
    defer { eventTime = outer }
    report()
  }

  // MARK: Controls

  /// Sets the MIDI controls that move the armed note, answer and commit. Of several bindings within
  /// a period, only the first and the last reach the callback.
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

  /// Disposes of a passage or of bindings that the callback has returned.
  private func takeBack(_ block: UnsafeMutableRawPointer) {
    lent.dispose(of: block)
    guard block == boundBlock else { return }
    boundBlock = nil
    sendBindings()
  }

  // MARK: Notes

  /// - Throws: `AudioError.frequencyOutOfRange`, also for frequencies that are too high for a low
  ///   sample rate: 20 kHz are allowed from 44.1 kHz up, and proportionally less below.
  private func check(_ frequency: Frequency) throws {
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

  /// The correction of the notes of the chosen sound.
  private var correction: NoteCorrection { selector.correction }

  private func resumeSilenceWaiter() {
    let waiter = silenceWaiter
    silenceWaiter = nil
    waiter?.resume()
  }
}

/// Passages, which the process callback gets as a whole.
extension SoundFontNotePlayer {
  /// The seconds in which the first note of a client rises to its level; a short note takes at most
  /// half of its length. Long enough to turn the volume down, short enough for the pitch to be
  /// heard.
  private static let riseSeconds = 0.5

  /// Sends all notes of a passage in one command, with the sound that was chosen.
  private func begin(_ passage: Passage) throws -> [SoundFontPlaybackHandle] {
    for note in passage.notes { try check(note) }
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    let placements = passage.placements(at: sink.sampleRate)
    let rise = startsQuiet ? riseFrames(ofNote: placements[0].length) : 0
    var begun: [(id: NoteID, note: NoteInProgress)] = []
    var messages: [PassageNote] = []
    for (note, placement) in zip(passage.notes, placements) {
      let id = NoteID(lastNote.rawValue &+ UInt32(begun.count) &+ 1)
      let progress = NoteInProgress(
        note, at: placement, plan: correction.plan(for: note.request.frequency))
      let start = NoteStart(
        note: id, key: Int32(progress.plan.key), cents: Int32(progress.plan.cents),
        velocity: Int32(note.request.velocity.rawValue), ratio: progress.plan.ratio(),
        changeFrame: changeFrame(of: progress.plan),
        changeFactor: progress.plan.change.map { $0.by.ratio } ?? 1,
        gain: gain(of: note.request, progress.plan),
        durationFrames: UInt32(clamping: placement.length ?? 0),
        // Notes that begin while the first one rises, rise, too.
        riseFrames: placement.start < rise ? riseFrames(ofNote: placement.length) : 0,
        strikesAgain: settings.reStrike && note.goesOn)
      messages.append(
        PassageNote(
          start, delay: UInt32(clamping: placement.start), arming: progress.arming,
          isMarked: note.isMarked))
      begun.append((id, progress))
    }
    try send(messages)
    lastNote = NoteID(lastNote.rawValue &+ UInt32(begun.count))
    return begun.map { id, progress in
      invariant(room.notes[id] == nil, "a note has a number of its own")
      room.notes[id] = progress
      return SoundFontPlaybackHandle(player: self, note: id, reports: progress.reports)
    }
  }

  private func send(_ messages: [PassageNote]) throws {
    guard room.notes.count + messages.count <= VoiceAllocator.noteLimit else {
      throw AudioError.overloaded
    }
    updateLevel()
    sink.send(Command(.play(lent.lend(messages), count: messages.count)))
  }

  /// - Throws: ``AudioError`` if the note, or an end of its slider, cannot be played.
  private func check(_ note: Passage.Note) throws {
    try check(note.request.frequency)
    if let slider = note.slider?.slider { try check(slider, from: note.request.frequency) }
  }

  /// The number of FluidSynth's frames after which the sample changes its pitch.
  private func changeFrame(of plan: PitchPlan) -> UInt32 {
    guard let change = plan.change else { return .max }
    return UInt32(clamping: Int(change.seconds * VoiceBank.synthesizerRate(at: sink.sampleRate)))
  }

  private func gain(of request: NoteRequest, _ plan: PitchPlan) -> Float {
    Float(request.amplitudeDB.gain * correction.gain(of: plan))
  }

  /// - Parameter frames: the note's length; `nil` for a held note.
  private func riseFrames(ofNote frames: Int?) -> UInt32 {
    let rise = Int((Self.riseSeconds * sink.sampleRate).rounded())
    return UInt32(min(rise, (frames ?? .max) / 2))
  }
}

/// The events of the process callback.
extension SoundFontNotePlayer {
  public func handle(_ event: Event) {
    report(at: soundTime(event.frame)) { handle(event.kind) }
  }

  private func handle(_ kind: Event.Kind) {
    switch kind {
    case .started(let note):
      startsQuiet = false
      room.notes[note]?.reports.started(at: eventTime)
      room.resumeWaiters()
    case .ended(let note): finish(note, nil)
    case .refused(let note): finish(note, .overloaded)
    case .slider(let note, let value, let number):
      guard let progress = room.notes[note], !progress.isStopping, number == progress.sliderNumber
      else { return }
      progress.reports.onSliderMove?(value)
    case .level(let position): onLevel?(position)
    case .panic: onPanic?()
    case .confirmedSlider(let note, let value): room.notes[note]?.reports.onConfirm?(value)
    case .confirmed:
      let (answers, asksAgain) = confirmations.answer()
      if asksAgain { sink.send(Command(.confirm)) }
      for answer in answers { answer() }
    case .intent(let intent, _, let value): onIntent?(intent, value)
    case .retired(let voices): sounds.dispose(of: voices)
    case .returned(let block): takeBack(block)
    }
  }

  /// Ends all notes when no note can begin. Notes that still fade out are released with their
  /// events.
  func engineEnded() {
    confirmations.removeAll()
    let reports = room.notes.values.compactMap { $0.reports.end(.engineUnavailable) }
    for note in room.notes.keys { room.notes[note]?.isStopping = true }
    // The owner of the engine is informed first.
    Task { for report in reports { report() } }
    guard !sink.isFadingOut else { return room.resumeWaiters() }
    room.notes = [:]
    resumeSilenceWaiter()
    room.resumeWaiters()
  }

  private func finish(_ note: NoteID, _ error: AudioError?) {
    let progress = room.notes.removeValue(forKey: note)
    if room.notes.isEmpty { resumeSilenceWaiter() }
    room.resumeWaiters()
    progress?.reports.ended(error)
  }
}

/// The requests of a handle for its note.
extension SoundFontNotePlayer {
  fileprivate func stop(_ note: NoteID) {
    guard let progress = room.notes[note], !progress.isStopping else { return }
    room.notes[note]?.isStopping = true
    sink.send(Command(.stop(note)))
  }

  fileprivate func retune(_ note: NoteID, to frequency: Frequency) throws {
    let progress = try held(note)
    try check(frequency, from: progress.start)
    if let slider = progress.slider {
      try moveSlider(of: note, to: slider.value(of: frequency))
    } else {
      sink.send(Command(.retune(note, ratio: progress.ratio(of: frequency))))
    }
  }

  fileprivate func arm(_ note: NoteID, with slider: PitchSlider, at value: Double) throws {
    let progress = try held(note)
    try check(slider, from: progress.start)
    sink.send(Command(.arm(note, progress.nextArming(slider, at: value))))
    room.notes[note]?.arm(slider)
  }

  fileprivate func moveSlider(of note: NoteID, to value: Double) throws {
    let progress = try armed(note)
    guard progress.canBeMoved else { return }
    let number = progress.sliderNumber &+ 1
    sink.send(Command(.moveSlider(note, value: value, number: number)))
    room.notes[note]?.sliderNumber = number
  }

  fileprivate func confirmSlider(of note: NoteID) throws {
    _ = try armed(note)
    sink.send(Command(.confirmSlider(note)))
  }

  private func armed(_ note: NoteID) throws -> NoteInProgress {
    let progress = try held(note)
    guard progress.slider != nil else { throw AudioError.noteEnded }
    return progress
  }

  private func held(_ note: NoteID) throws -> NoteInProgress {
    guard sink.isRunning else { throw AudioError.engineUnavailable }
    guard let progress = room.notes[note], !progress.isStopping else { throw AudioError.noteEnded }
    return progress
  }

  /// - Throws: ``AudioError`` if a note that began at `start` cannot reach both ends of the slider.
  private func check(_ slider: PitchSlider, from start: Frequency) throws {
    for end in [PitchSlider.range.lowerBound, PitchSlider.range.upperBound] {
      try check(slider.frequency(at: end), from: start)
    }
  }

  private func check(_ frequency: Frequency, from start: Frequency) throws {
    try check(frequency)
    let bend = Cents(from: start, to: frequency).rawValue
    guard bend >= Self.bendRange.lowerBound - Self.tolerance,
      bend <= Self.bendRange.upperBound + Self.tolerance
    else { throw AudioError.bendOutOfRange(cents: bend) }
  }
}

/// A note of a passage of ``SoundFontNotePlayer``. Main thread.
@MainActor
private final class SoundFontPlaybackHandle: PlaybackHandle {
  private let player: SoundFontNotePlayer
  private let note: NoteID
  private let reports: NoteReports

  init(player: SoundFontNotePlayer, note: NoteID, reports: NoteReports) {
    self.player = player
    self.note = note
    self.reports = reports
  }

  func stop() { player.stop(note) }

  func adjustFrequency(_ frequency: Frequency) throws { try player.retune(note, to: frequency) }

  func arm(_ slider: PitchSlider, at value: Double) throws {
    try player.arm(note, with: slider, at: value)
  }

  func moveSlider(to value: Double) throws { try player.moveSlider(of: note, to: value) }

  func confirmSlider() throws { try player.confirmSlider(of: note) }

  var onStart: (() -> Void)? {
    get { reports.onStart }
    set {
      reports.onStart = newValue
      if let time = reports.startTime { player.report(at: time) { newValue?() } }
    }
  }

  var onEnd: ((AudioError?) -> Void)? {
    get { reports.onEnd }
    set { reports.onEnd = newValue }
  }

  var onConfirm: ((Double) -> Void)? {
    get { reports.onConfirm }
    set { reports.onConfirm = newValue }
  }

  var onSliderMove: ((Double) -> Void)? {
    get { reports.onSliderMove }
    set { reports.onSliderMove = newValue }
  }
}

/// The requests for a confirmation by the process callback that it has not answered yet.
///
/// Only one is sent at a time. Later ones wait for its answer, and are then sent as one.
private struct OpenConfirmations {
  private var asked: [() -> Void] = []
  private var following: [() -> Void] = []

  /// Adds a request; true if it has to be sent now.
  mutating func add(_ onAnswer: @escaping () -> Void) -> Bool {
    guard asked.isEmpty else {
      following.append(onAnswer)
      return false
    }
    asked = [onAnswer]
    return true
  }

  /// Handles the answer: returns the closures to call, and true if the next request has to be sent.
  mutating func answer() -> (answers: [() -> Void], asksAgain: Bool) {
    invariant(!asked.isEmpty || following.isEmpty, "one question is asked at a time")
    let answers = asked
    asked = following
    following = []
    return (answers, !asked.isEmpty)
  }

  mutating func removeAll() { (asked, following) = ([], []) }
}
