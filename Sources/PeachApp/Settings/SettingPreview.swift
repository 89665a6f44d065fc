import Console
import Music
import Realtime
import Settings
import Training

/// Lets the user hear what a setting does, one thing at a time. Main thread.
final class SettingPreview {
  private let services: TrainingServices
  private let board: any Board
  private var playing: Task<Void, Never>?
  private var launching: Task<Bool, Never>?

  /// The notes that show an interval stand around middle C.
  private static let middle = 60

  /// How long a MIDI control is listened to.
  private static let patience = Duration.seconds(10)

  /// Keeps one pair of notes apart from the next.
  private static let pause = Duration.milliseconds(250)

  init(services: TrainingServices, board: any Board) {
    self.services = services
    self.board = board
  }

  private var settings: FileUserSettings { services.settings }

  /// Plays; what has been playing fades out.
  ///
  /// - Parameter intervals: what is to be heard of the intervals; `nil` for all of the rotation.
  func begin(_ setting: PreviewedSetting, intervals: [DirectedInterval]? = nil) {
    end()
    if setting == .bell { return ringBell() }
    playing = Task { [weak self] in
      guard let self, await hasClient(), !Task.isCancelled, let stage = services.link.stage else {
        return
      }
      // The sound may have been changed as well.
      stage.player.beginChallenge()
      do {
        try await play(setting, intervals: intervals, on: stage)
      } catch let error as AudioError {
        board.print(Fault(error).message)
      } catch {
        // Cancelled: something else is to be heard, or nothing any more.
      }
    }
  }

  /// What plays fades out.
  func end() {
    playing?.cancel()
    playing = nil
    services.link.stage?.player.onIntent = nil
  }

  /// The same, and waits until a client that is being opened is there, so that a training finds it.
  func settle() async {
    end()
    _ = await launching?.value
  }

  private func ringBell() {
    guard settings.wrongAnswerSignal == .bell else { return }
    board.ringBell()
  }

  /// Opens the client where there is none yet.
  private func hasClient() async -> Bool {
    guard services.link.isClosed else { return await launching?.value ?? true }
    let launching =
      launching
      ?? Task { [services, board] in
        do throws(Fault) {
          try await services.link.launch()
          return true
        } catch {
          board.print(error.message)
          return false
        }
      }
    self.launching = launching
    let isThere = await launching.value
    if !isThere { self.launching = nil }
    return isThere
  }

  // MARK: Playing

  private func play(
    _ setting: PreviewedSetting, intervals: [DirectedInterval]?, on stage: PlayerClient
  ) async throws {
    switch setting {
    case .note(let note): try await play(note, on: stage)
    case .loudness:
      let reach = settings.varyLoudness.rawValue * LoudnessRoving.reach
      for level in [0, -reach, reach] {
        try await play(MIDINote(69), level: AmplitudeDB(level), on: stage)
      }
    case .intervals: try await play(intervals ?? audibleIntervals, on: stage)
    case .range: try await playRange(on: stage)
    case .slider: try await holdNote(on: stage)
    case .answers: try await listen(for: .comparison, on: stage)
    case .bell: break
    }
  }

  private func play(
    _ note: MIDINote, level: AmplitudeDB = AmplitudeDB(0), on stage: PlayerClient
  ) async throws {
    let frequency = settings.tuningSystem.frequency(
      for: note, referencePitch: settings.referencePitch)
    try await stage.player.play(
      frequency: frequency, duration: settings.noteDuration, velocity: .training,
      amplitudeDB: level)
  }

  private func play(_ intervals: [DirectedInterval], on stage: PlayerClient) async throws {
    for interval in intervals {
      let references = settings.noteRange.references(for: interval)
      let note = MIDINote(min(max(Self.middle, references.lowerBound), references.upperBound))
      try await play(note, on: stage)
      try await stage.player.play(
        frequency: settings.tuningSystem.frequency(
          of: interval, offset: 0, above: note, referencePitch: settings.referencePitch),
        duration: settings.noteDuration, velocity: .training, amplitudeDB: AmplitudeDB(0))
      try await Task.sleep(for: Self.pause)
    }
  }

  private func playRange(on stage: PlayerClient) async throws {
    let phrase = SoundPhrase(
      range: settings.noteRange, tuning: settings.tuningSystem,
      referencePitch: settings.referencePitch)
    for (_, frequency) in phrase.notes {
      try await stage.player.play(
        frequency: frequency, duration: SoundPhrase.noteDuration, velocity: .training,
        amplitudeDB: AmplitudeDB(0))
    }
  }

  /// The rotation; where it is the unison alone an interval of which tunings have different sizes.
  private var audibleIntervals: [DirectedInterval] {
    guard settings.intervals == [.prime] else { return settings.intervals }
    let telling = [Interval.majorThird, .perfectFifth].first { interval in
      guard case .scala(let tuning) = settings.tuningSystem else { return true }
      return tuning.step(for: interval).isWithinReach
    }
    return [telling.map { DirectedInterval($0) } ?? .prime]
  }

  // MARK: InputSource

  /// A note that the MIDI control tunes until it is committed.
  private func holdNote(on stage: PlayerClient) async throws {
    let target = settings.tuningSystem.frequency(
      for: MIDINote(69), referencePitch: settings.referencePitch)
    let handle = try await stage.player.play(
      frequency: target, velocity: .training, amplitudeDB: AmplitudeDB(0))
    defer { handle.stop() }
    var told: Double?
    handle.onSliderMove = { [board] value in
      let cents = (value * 100).rounded()
      guard cents != told else { return }
      told = cents
      board.print(MIDIMeaning.slider(cents: cents).text)
    }
    try handle.arm(PitchSlider(target: target), at: 0)
    try await listen(for: .matching, on: stage) { intent in
      if intent == .commit { handle.stop() }
    }
  }

  /// Tells what keys, pads and pedals mean in a training.
  private func listen(
    for training: TrainingName, on stage: PlayerClient,
    tell: @escaping (ControlIntent) -> Void = { _ in }
  ) async throws {
    try stage.player.bind(ControlBindings(settings.midi, for: training))
    board.print(SettingPreviewText.useYourControl)
    stage.player.onIntent = { [board] intent, _ in
      tell(intent)
      board.print(MIDIMeaning(intent).text)
    }
    try await Task.sleep(for: Self.patience)
    stage.player.onIntent = nil
  }
}
