import Client
import Console
import Language
import MainThread
import Music
import Program
import Realtime
import Settings
import Sound
import Training

/// Plays or shows the effect of one setting at a time, or a sound or an output that the user may
/// choose. Main thread.
final class SettingPreview {
  private let link: any ClientLink
  private let settings: FileUserSettings
  private let bell: () -> Void

  /// Called with the meaning of a control, or the reason why nothing sounds.
  var onMessage: ((String) -> Void)?

  private let clock: any Clock<Duration>
  private var playing: Task<Void, Never>?
  private var opening: Task<Bool, Never>?

  /// The client whose controls are tried, which a training uses at other times.
  private var listening: SoundFontNotePlayer?

  /// The note whose frequency is the reference pitch.
  private static let a4 = MIDINote(69)

  /// Middle C, near which intervals are demonstrated.
  private static let middle = 60

  /// The time between a change and its preview, so that only the last of several steps is heard.
  static let delay = Duration.milliseconds(250)

  /// The level of a note for unknown loudspeakers.
  private static let quietLevel = AmplitudeDB(-20)

  /// The time for which MIDI controls can be tried.
  private static let timeout = Duration.seconds(10)

  /// The pause between two pairs of notes.
  private static let pause = Duration.milliseconds(250)

  /// - Parameter bell: rings the terminal's bell.
  init(
    _ link: any ClientLink, settings: FileUserSettings, bell: @escaping () -> Void = {},
    clock: any Clock<Duration> = ProgramClock()
  ) {
    self.link = link
    self.settings = settings
    self.bell = bell
    self.clock = clock
  }

  /// Plays a preview. One that is still playing fades out.
  ///
  /// - Parameters:
  ///   - intervals: the intervals to play; `nil` for those of the settings.
  ///   - presentation: the presentation of their notes; `nil` for that of the settings.
  ///   - delay: the time before it, which ``end()`` and the next preview end, too.
  func begin(
    _ setting: SettingPreviewKind, intervals: [DirectedInterval]? = nil,
    _ presentation: Presentation? = nil, after delay: Duration = .zero
  ) {
    start(after: delay) { preview in
      guard setting != .bell else {
        if preview.settings.wrongAnswerSignal == .bell { preview.bell() }
        return
      }
      guard let player = await preview.openPlayer(), !Task.isCancelled else { return }
      // The sound may also have changed.
      player.prepareForTrial()
      try await preview.play(setting, intervals: intervals, presentation, on: player)
    }
  }

  /// Plays two notes with a sound that the settings need not have.
  func audition(_ sound: SoundSourceID) {
    start { preview in
      guard let player = await preview.openPlayer(), !Task.isCancelled else { return }
      preview.settings.audition = sound
      player.prepareForTrial()
      try await preview.play(.notes, intervals: nil, on: player)
    }
  }

  /// Plays one quiet note after some work, such as connecting the outputs.
  func playQuietNote(after work: @escaping () async -> Void) {
    start { preview in
      guard let player = await preview.openPlayer(), !Task.isCancelled else { return }
      await work()
      guard !Task.isCancelled else { return }
      player.prepareForTrial()
      try await preview.play(Self.a4, level: Self.quietLevel, on: player)
    }
  }

  /// Opens the client if need be, and returns its player; `nil` if there is no server.
  func openPlayer() async -> SoundFontNotePlayer? {
    guard await hasClient(), let player = link.player else { return nil }
    // During a training its own panic ends the preview, too.
    if player.onPanic == nil { player.onPanic = { [weak self] in self?.end() } }
    return player
  }

  private func start(
    after delay: Duration = .zero, _ work: @escaping (SettingPreview) async throws -> Void
  ) {
    end()
    playing = Task { [weak self, clock] in
      do {
        if delay > .zero { try await clock.sleep(for: delay) }
        guard let self else { return }
        try await work(self)
      } catch let error as AudioError {
        self?.onMessage?(Fault(error).message)
      } catch {
        // Cancelled: another preview begins, or the user has left.
      }
    }
  }

  /// Fades out, and restores the sound of the settings.
  func end() {
    playing?.cancel()
    playing = nil
    settings.audition = nil
    listening?.onIntent = nil
    listening = nil
  }

  /// Fades out, and waits for a client that is being opened, so that a training finds it.
  func flush() async {
    end()
    _ = await opening?.value
  }

  /// Opens the client if there is none yet.
  private func hasClient() async -> Bool {
    let opening = Task { [weak self, link] in
      do throws(Fault) {
        try await link.launch()
        return true
      } catch {
        // The status row already says that there is no server.
        if error.status != .unavailable { self?.onMessage?(error.message) }
        return false
      }
    }
    self.opening = opening
    return await opening.value
  }

  // MARK: Playing

  private func play(
    _ setting: SettingPreviewKind, intervals: [DirectedInterval]?,
    _ presentation: Presentation? = nil, on player: SoundFontNotePlayer
  ) async throws {
    switch setting {
    case .notes:
      let a4 = note(frequency(of: Self.a4))
      try await player.playToEnd(Passage(sequence: [a4, a4], gap: settings.noteGap))
    case .rangeEnds:
      for note in [settings.noteRange.lowest, settings.noteRange.highest] {
        try await play(note, on: player)
      }
    case .loudness:
      let reach = settings.varyLoudness.rawValue * LoudnessRoving.reach
      for level in [0, -reach, reach] {
        try await play(Self.a4, level: AmplitudeDB(level), on: player)
      }
    case .intervals:
      try await play(
        intervals ?? audibleIntervals, presentation ?? settings.presentation, on: player)
    case .range: try await playRange(on: player)
    case .slider: try await holdNote(on: player)
    case .answers: try await listen(for: .comparison, on: player)
    case .bell: break
    }
  }

  private func play(
    _ note: MIDINote, level: AmplitudeDB = AmplitudeDB(0), on player: SoundFontNotePlayer
  ) async throws {
    try await player.play(
      frequency: frequency(of: note), duration: settings.noteDuration, velocity: .training,
      amplitudeDB: level)
  }

  private func note(_ frequency: Frequency) -> Passage.Note {
    Passage.Note(NoteRequest(frequency), duration: NoteSpan(settings.noteDuration))
  }

  private func frequency(of note: MIDINote) -> Frequency {
    settings.tuningSystem.frequency(for: note, referencePitch: settings.referencePitch)
  }

  private func play(
    _ intervals: [DirectedInterval], _ presentation: Presentation, on player: SoundFontNotePlayer
  ) async throws {
    for interval in intervals {
      let references = settings.noteRange.references(for: interval)
      let reference = MIDINote(min(max(Self.middle, references.lowerBound), references.upperBound))
      let target = settings.tuningSystem.frequency(
        of: interval, offset: 0, above: reference, referencePitch: settings.referencePitch)
      let voicing = Voicing(
        presentation, accompaniment: settings.accompaniment,
        level: settings.accompanimentLevel)
      let voices = voicing.requests(
        above: reference, in: settings.tuningSystem, referencePitch: settings.referencePitch)
      try await player.playToEnd(
        voicing.passage(
          voices, note(target), span: NoteSpan(settings.noteDuration), gap: settings.noteGap))
      try await clock.sleep(for: Self.pause)
    }
  }

  private func playRange(on player: SoundFontNotePlayer) async throws {
    let phrase = SoundPhrase(
      range: settings.noteRange, tuning: settings.tuningSystem,
      referencePitch: settings.referencePitch)
    for (_, frequency) in phrase.notes {
      try await player.play(
        frequency: frequency, duration: SoundPhrase.noteDuration, velocity: .training,
        amplitudeDB: AmplitudeDB(0))
    }
  }

  /// The intervals of the settings; for the unison alone, one whose size depends on the tuning.
  private var audibleIntervals: [DirectedInterval] {
    guard settings.intervals == [.prime] else { return settings.intervals }
    let example = [Interval.majorThird, .perfectFifth].first { interval in
      guard case .scala(let tuning) = settings.tuningSystem else { return true }
      return tuning.step(for: interval).isWithinReach
    }
    return [example.map { DirectedInterval($0) } ?? .prime]
  }

  // MARK: Controls

  static var useYourControl: String {
    localized("move your MIDI control now; any key ends the test")
  }

  /// Holds a note that the MIDI control tunes until it is committed.
  private func holdNote(on player: SoundFontNotePlayer) async throws {
    let target = settings.tuningSystem.frequency(
      for: Self.a4, referencePitch: settings.referencePitch)
    let handle = try await player.play(
      frequency: target, velocity: .training, amplitudeDB: AmplitudeDB(0))
    defer { handle.stop() }
    var shown: Double?
    handle.onSliderMove = { [weak self] value in
      let cents = (value * 100).rounded()
      guard cents != shown else { return }
      shown = cents
      self?.onMessage?(MIDIMeaning.slider(cents: cents).text)
    }
    try handle.arm(PitchSlider(target: target), at: 0)
    try await listen(for: .matching, on: player) { intent in
      if intent == .commit { handle.stop() }
    }
  }

  /// Shows the meanings of keys, pads and pedals in a training.
  private func listen(
    for training: TrainingName, on player: SoundFontNotePlayer,
    onIntent: @escaping (ControlIntent) -> Void = { _ in }
  ) async throws {
    try player.bind(ControlBindings(settings.midi, for: training.controls))
    onMessage?(Self.useYourControl)
    listening = player
    player.onIntent = { [weak self] intent, _ in
      onIntent(intent)
      self?.onMessage?(MIDIMeaning.intent(intent).text)
    }
    try await clock.sleep(for: Self.timeout)
    // Do not end a preview that has begun meanwhile.
    try Task.checkCancellation()
    end()
  }
}
