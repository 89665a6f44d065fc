import Foundation
import Intonation
import MainThread
import Music
import SoundFonts

/// Loads sounds and owns their banks of voices: the bank that sounds, and those that still fade.
/// Main thread.
@MainActor
final class SoundLoader {
  enum Choice: Equatable {
    /// The requested sound is used.
    case asAsked
    /// The default sound is used, as the requested one cannot be played. Returned once for each
    /// sound.
    case fallback(SoundSourceID, SoundError)
    /// The earlier sound is used, as the requested one is still being loaded. Returned once for
    /// each loading.
    case loading(SoundSourceID)
  }

  /// The longest wait of a note for another sound: a small font is loaded by then, without a
  /// noticeable delay.
  static let timeout = Duration.milliseconds(150)

  /// Called when a sound is loaded for which ``choose(_:install:)`` has returned `loading`.
  var onReady: ((SoundSourceID) -> Void)?

  /// Called repeatedly with the loaded share of a sound, 0…1, if ``choose(_:install:)`` has
  /// returned `loading` for it.
  var onProgress: ((SoundSourceID, Double) -> Void)?

  let library: SoundFontLibrary
  let intonation: IntonationProvider
  private let sampleRate: Double
  private let queue: LoadingQueue
  private let timeout: Duration?

  // Every bank that the callback uses, by its pointer.
  private var banks: [UnsafeMutableRawPointer: VoiceBank] = [:]
  private var prepared: LoadedSound?

  /// The preset of the notes; `nil` before the first one.
  private(set) var sounding: PresetLocation?
  private var chosen: SoundSourceID
  private var missing: (source: SoundSourceID, reason: SoundError)?

  /// The sound that was installed last.
  private var installed: SoundSourceID?
  private var failure: (any Error)?

  /// The sound that is being loaded, and true once `choose` has returned that.
  private var loading: (source: SoundSourceID, isReported: Bool, progress: LoadingProgress)?

  // Notes that wait for the sound that is being loaded.
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastWaiting = 0

  /// - Parameters:
  ///   - first: the first sound, so that the first note need not wait for it.
  ///   - tables: the measured intonation of sounds; `nil` leaves every sound uncorrected.
  ///   - timeout: the longest wait of a note for another sound; `nil` for as long as it takes.
  init(
    _ first: LoadedSound, library: SoundFontLibrary, sampleRate: Double,
    tables: IntonationCache? = nil, queue: LoadingQueue = .standard,
    timeout: Duration? = timeout
  ) {
    self.library = library
    self.sampleRate = sampleRate
    self.queue = queue
    self.timeout = timeout
    chosen = first.source
    prepared = first
    intonation = IntonationProvider(exactFont: library.builtInFont, cache: tables)
    missing = first.failure.map { (first.source, $0) }
  }

  /// The sound of the next note if no other one is wanted.
  var soundingSource: SoundSourceID { prepared?.playing ?? installed ?? chosen }

  /// The sound of the next note if `wanted` is requested, which is loaded for the note unless that
  /// takes long.
  func source(ofNextNote wanted: SoundSourceID) -> SoundSourceID {
    wanted == chosen || loading?.isReported == true ? soundingSource : wanted
  }

  /// The highest sample that the next notes can have at 0 dB; full scale is 1.
  ///
  /// - Parameter isEven: true if the loudness is corrected.
  func peak(isEven: Bool) -> Double {
    guard let prepared else { return intonation.peak(isEven: isEven) }
    let next = intonation.peak(of: prepared, isEven: isEven)
    // The earlier sound may be used for another trial.
    return installed == nil ? next : max(next, intonation.peak(isEven: isEven))
  }

  /// The keys that can be used in the next trial, which may or may not begin another sound.
  func usableKeys(wanted: SoundSourceID, isCorrected: Bool) -> UsableKeys {
    guard let prepared else { return intonation.usableKeys(isCorrected: isCorrected) }
    let next = intonation.usableKeys(of: prepared, isCorrected: isCorrected)
    // It may be replaced before it sounds.
    guard installed != nil, prepared.source != wanted else { return next }
    return next.intersection(intonation.usableKeys(isCorrected: isCorrected))
  }

  /// Prepares `source` for the next note, if it can be loaded soon. Another sound is loaded on a
  /// thread of its own; if that takes long, notes begin with the old sound until it is loaded.
  ///
  /// - Parameters:
  ///   - offered: the keys that the next notes may need; a sound in which one of them is not usable
  ///     waits for a later call. `nil` if the notes were not chosen for a sound.
  ///   - isCorrected: true if the pitch is corrected.
  ///   - install: sends a bank to the callback; false if it cannot accept one now, and the sound
  ///     changes with a later note.
  /// - Throws: ``SoundError`` if not even the default sound can be loaded.
  func choose(
    _ source: SoundSourceID, covering offered: UsableKeys? = nil, isCorrected: Bool = true,
    install: (VoiceBank) -> Bool
  ) async throws -> Choice {
    if source == chosen {
      // A sound that was requested meanwhile is no longer wanted.
      loading = nil
    } else if loading?.source != source, banks.count < VoiceBanks.capacity {
      load(source)
    }
    if let loading, !loading.isReported { await waitForLoading(within: timeout) }
    if let failure {
      self.failure = nil
      throw failure
    }
    if let sound = prepared, banks.count < VoiceBanks.capacity,
      covers(sound, offered, isCorrected), install(sound.bank)
    {
      let pointer = UnsafeMutableRawPointer(sound.bank.pointer)
      invariant(banks[pointer] == nil, "a bank is installed once")
      banks[pointer] = sound.bank
      prepared = nil
      installed = sound.playing
      sounding = sound.preset
      intonation.begin(sound)
    }
    if let missing {
      self.missing = nil
      return .fallback(missing.source, missing.reason)
    }
    if let loading, !loading.isReported {
      self.loading?.isReported = true
      reportProgress(loading.progress, of: loading.source)
      return .loading(loading.source)
    }
    return .asAsked
  }

  private func covers(
    _ sound: LoadedSound, _ offered: UsableKeys?, _ isCorrected: Bool
  ) -> Bool {
    guard let offered, installed != nil else { return true }
    return intonation.usableKeys(of: sound, isCorrected: isCorrected).isSuperset(of: offered)
  }

  /// Releases a bank that the callback no longer uses.
  func dispose(of pointer: UnsafeMutableRawPointer) {
    if let bank = banks.removeValue(forKey: pointer) { queue.dispose(of: bank) }
  }

  // MARK: Loading

  private func load(_ source: SoundSourceID) {
    let tables = intonation.cache
    let progress = LoadingProgress()
    Task { [weak self, queue, library, sampleRate] in
      let result: Result<LoadedSound, any Error>
      do {
        result = .success(
          try await queue.load(
            source, from: library, at: sampleRate, tables: tables, progress: progress))
      } catch {
        result = .failure(error)
      }
      self?.finish(result, for: source)
    }
    loading = (source, false, progress)
  }

  /// Reports the progress as long as that loading is in progress and wanted.
  private func reportProgress(_ progress: LoadingProgress, of source: SoundSourceID) {
    Task { [weak self] in
      var reported: Double?
      while (try? await ProgramClock.sleep(for: LoadingProgress.interval)) != nil {
        guard let self, self.loading?.progress === progress else { return }
        guard let share = progress.share, share != reported else { continue }
        reported = share
        onProgress?(source, share)
      }
    }
  }

  private func finish(_ result: Result<LoadedSound, any Error>, for source: SoundSourceID) {
    defer { resumeWaiting() }
    guard let finished = loading, finished.source == source else {
      // Another sound is wanted by now.
      if case .success(let loaded) = result { queue.dispose(of: loaded.bank) }
      return
    }
    loading = nil
    chosen = source
    switch result {
    case .success(let loaded):
      if let unused = prepared { queue.dispose(of: unused.bank) }
      prepared = loaded
      missing = loaded.failure.map { (source, $0) }
      if finished.isReported, loaded.failure == nil { onReady?(source) }
    case .failure(let error): failure = error
    }
  }

  private func resumeWaiting() {
    let waiting = waiting
    self.waiting = [:]
    for continuation in waiting.values { continuation.resume() }
  }

  var isLoading: Bool { loading != nil }

  /// Waits until the sound is loaded, but not longer than the timeout; `nil` for as long as it
  /// takes.
  func waitForLoading(within timeout: Duration?) async {
    lastWaiting += 1
    let number = lastWaiting
    let limit = timeout.map { timeout in
      Task { [weak self] in
        guard (try? await ProgramClock.sleep(for: timeout)) != nil else { return }
        self?.waiting.removeValue(forKey: number)?.resume()
      }
    }
    await withCheckedContinuation { waiting[number] = $0 }
    limit?.cancel()
  }
}
