import MainThread
import Music
import SoundFonts
import Training

/// Decides with which sound a note begins, which keys of it a trial may need, and how its notes are
/// corrected, all as the settings say. Main thread.
@MainActor
final class SoundSelector {
  /// A sound that is less off than this is in tune: what Peach promises of every note, in cents.
  private static let audibleDeviation = 0.1

  /// Whether a note may sound with another sound than the note before.
  private enum SoundChange {
    /// Any note may.
    case always
    /// The next one may.
    case once
    case not
  }

  var onNotice: ((SoundNotice) -> Void)?

  /// How the notes of the sound that was selected are corrected.
  private(set) var correction = NoteCorrection()

  /// How often notes began to sound otherwise than those before: with another sound, or with another
  /// correction, as when a sound has been measured during the training.
  private(set) var version = 0

  /// The sound to which `correction` belongs.
  private var correctedSound: PresetLocation?

  private let sounds: SoundLoader
  private let settings: any UserSettings
  private var soundChange = SoundChange.always

  /// How many notes select the sound of their trial, which may take a moment.
  private var selections = 0

  // Other notes of the trial, such as those beside a drone, which wait for that.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// The keys that the present trial may need, whichever sound it sounds with.
  private var offered = UsableKeys.all

  /// The sound of which it was said that it is not corrected.
  private var uncorrected: SoundSourceID?

  init(_ sounds: SoundLoader, settings: any UserSettings) {
    self.sounds = sounds
    self.settings = settings
    sounds.onReady = { [weak self] in self?.onNotice?(.soundReady($0)) }
    sounds.onProgress = { [weak self] in self?.onNotice?(.soundProgress($0, $1)) }
    sounds.intonation.onNews = { [weak self] in self?.report($1, of: $0) }
  }

  /// Lets the next note sound with another sound, and the notes after it with the same one. Before
  /// the first call every note may change the sound.
  func prepareForTrial() {
    soundChange = .once
    offered = sounds.usableKeys(
      wanted: settings.soundSource, isCorrected: settings.correctIntonation)
  }

  /// Whether the present trial may use this frequency.
  func canSound(_ frequency: Frequency) -> Bool {
    offered.contains(PitchPlan.nearestKey(to: frequency))
  }

  /// Selects the sound of the next note, which may wait for it for a moment.
  ///
  /// - Parameter install: sends a bank to the callback; false if it cannot accept one now.
  /// - Throws: `AudioError.soundUnavailable` if not even the default sound can be loaded.
  func select(install: (VoiceBank) -> Bool) async throws {
    guard soundChange != .not else { return await waitForSelection() }
    let isTrial = soundChange == .once
    if isTrial { beginSelection() }
    defer { if isTrial { endSelection() } }
    do {
      try await choose(covering: isTrial ? offered : nil, install)
      while settings.waitsForSound, sounds.isLoading {
        await sounds.waitForLoading(within: nil)
        try await choose(covering: isTrial ? offered : nil, install)
      }
    } catch let error as SoundError {
      throw AudioError.soundUnavailable(reason: String(describing: error))
    }
    use(
      sounds.intonation.correction(
        pitch: settings.correctIntonation, loudness: settings.evenLoudness,
        headroom: settings.varyLoudness.rawValue * LoudnessRoving.reach))
    reportUncorrected()
  }

  private func choose(covering offered: UsableKeys?, _ install: (VoiceBank) -> Bool) async throws {
    let choice = try await sounds.choose(
      settings.soundSource, covering: offered, isCorrected: settings.correctIntonation,
      install: install)
    switch choice {
    case .asAsked: break
    case .fallback(let wanted, let reason):
      onNotice?(.soundMissing(wanted: wanted, playing: sounds.soundingSource, reason))
    case .loading(let source): onNotice?(.soundLoading(source))
    }
  }

  private func use(_ next: NoteCorrection) {
    if next != correction || sounds.sounding != correctedSound { version += 1 }
    (correction, correctedSound) = (next, sounds.sounding)
  }

  private func beginSelection() {
    soundChange = .not
    selections += 1
  }

  private func endSelection() {
    invariant(selections > 0, "a selection that ends has begun")
    selections -= 1
    let waiting = waiting
    self.waiting = []
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when the sound of the trial is selected: notes that were sent to the callback before
  /// would begin in the new sound's voices with the corrections of the old one.
  private func waitForSelection() async {
    while selections > 0 { await withCheckedContinuation { waiting.append($0) } }
  }

  private func report(_ news: IntonationProvider.News, of source: SoundSourceID) {
    switch news {
    case .measuring: onNotice?(.soundNotMeasured(source))
    case .measured where settings.correctIntonation: onNotice?(.soundMeasured(source))
    case .measured: reportUncorrected()
    case .failed: break
    }
  }

  /// Reports once for each sound how far the notes of a training are off if they are not corrected.
  private func reportUncorrected() {
    guard !settings.correctIntonation else { return uncorrected = nil }
    guard uncorrected != sounds.soundingSource,
      let cents = sounds.intonation.largestDeviation(among: settings.trainedNotes)
    else { return }
    uncorrected = sounds.soundingSource
    if cents >= Self.audibleDeviation {
      onNotice?(.soundUncorrected(sounds.soundingSource, upTo: cents))
    }
  }
}

@MainActor
extension UserSettings {
  /// The notes that a training can ask for, targets included, as MIDI notes.
  fileprivate var trainedNotes: ClosedRange<Int> {
    let steps = intervals.map(\.semitones) + [0]
    let (low, high) = (steps.min() ?? 0, steps.max() ?? 0)
    return max(noteRange.lowest.rawValue + low, 0)...min(noteRange.highest.rawValue + high, 127)
  }
}
