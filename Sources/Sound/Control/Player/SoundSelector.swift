import MainThread
import Music
import SoundFonts
import Training

/// Selects the sound of each note, the keys that a trial may need, and the correction of the notes,
/// according to the settings. Main thread.
@MainActor
final class SoundSelector {
  /// The least deviation of a sound that is out of tune, in cents: Peach promises less for every
  /// note.
  private static let audibleDeviation = 0.1

  /// The permission of a note to change the sound.
  private enum SoundChange {
    /// Any note may.
    case always
    /// The next one may.
    case once
    case not
  }

  var onNotice: ((SoundNotice) -> Void)?

  /// The correction of the notes of the selected sound.
  private(set) var correction = NoteCorrection()

  /// The number of changes of the sound or of its correction, as when a sound has been measured
  /// during the training.
  private(set) var version = 0

  /// The sound to which `correction` belongs.
  private var correctedSound: PresetLocation?

  private let sounds: SoundLoader
  private let settings: any UserSettings
  private var soundChange = SoundChange.always

  /// The number of notes that select the sound of their trial, which may take a moment.
  private var selections = 0

  // Other notes of the trial, such as those beside a drone, which wait for that.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// The keys that the present trial may need, with any sound.
  private var offered = UsableKeys.all

  /// The sound that was reported as uncorrected.
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

  /// True if the present trial may use this frequency.
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

  /// Waits until the sound of the trial is selected: earlier notes would begin in the new sound's
  /// voices with the corrections of the old one.
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

  /// Reports once for each sound the largest deviation of a training's notes, if they are not
  /// corrected.
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
  /// The notes of a training, with targets, as MIDI notes.
  fileprivate var trainedNotes: ClosedRange<Int> {
    let steps = intervals.map(\.semitones) + [0]
    let (low, high) = (steps.min() ?? 0, steps.max() ?? 0)
    return max(noteRange.lowest.rawValue + low, 0)...min(noteRange.highest.rawValue + high, 127)
  }
}

/// A report of the player about its sound for the user.
public enum SoundNotice: Hashable, Sendable {
  /// Another sound is used, as that of the settings cannot be played.
  case soundMissing(wanted: SoundSourceID, playing: SoundSourceID, SoundError)

  /// The earlier sound is used while that of the settings is loaded.
  case soundLoading(SoundSourceID)

  /// The loaded share of that sound, 0…1; not reported if its size is unknown.
  case soundProgress(SoundSourceID, Double)

  /// The sound is loaded, and is used from the next trial on.
  case soundReady(SoundSourceID)

  /// The sound has never been measured, and stays uncorrected while it is measured in the
  /// background.
  case soundNotMeasured(SoundSourceID)

  /// The sound is measured, and is in tune from the next trial on.
  case soundMeasured(SoundSourceID)

  /// The settings leave this sound uncorrected; its notes in the note range are off by up to this
  /// many cents.
  case soundUncorrected(SoundSourceID, upTo: Double)
}
