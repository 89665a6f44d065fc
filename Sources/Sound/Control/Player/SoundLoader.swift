import Foundation
import Intonation
import Music
import SoundFonts

/// The banks of voices: the one that sounds, those that still fade, and the choice between them.
@MainActor
final class SoundShelf {
  enum Choice: Equatable {
    /// The sound that was asked for is the one that sounds.
    case asAsked
    /// That sound is not there (any more); the default sounds instead. Told once for each sound.
    case fallback(SoundSourceID)
    /// That sound is still being loaded, and what sounded before goes on. Told once for each loading.
    case loading(SoundSourceID)
  }

  /// How long a note waits for another sound: a small font is there by then, and nobody notices.
  static let patience = Duration.milliseconds(150)

  /// Told of a sound that ``choose(_:install:)`` has called loading, and that is there now.
  var onReady: ((SoundSourceID) -> Void)?

  let library: SoundFontLibrary

  /// How the sounds are tuned.
  let intonation: IntonationShelf
  private let sampleRate: Double
  private let workshop: SoundWorkshop
  private let patience: Duration?

  // Every bank that the callback has or that is to be handed over, by its pointer.
  private var banks: [UnsafeMutableRawPointer: VoiceBank] = [:]
  private var prepared: LoadedSound?
  private var chosen: SoundSourceID
  private var complaint: SoundSourceID?
  private var failure: (any Error)?

  /// What is being loaded, and whether somebody was told.
  private var loading: (source: SoundSourceID, task: Task<Void, Never>, isTold: Bool)?

  // Notes that wait for what is being loaded.
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastWaiting = 0

  /// - Parameters:
  ///   - first: the first sound, so that the first note need not wait for it.
  ///   - tables: where it is kept how sounds are tuned; `nil` leaves every sound as it is.
  ///   - patience: how long a note waits for another sound; `nil` for as long as it takes.
  init(
    _ first: LoadedSound, library: SoundFontLibrary, sampleRate: Double,
    tables: IntonationCache? = nil, workshop: SoundWorkshop = .standard,
    patience: Duration? = patience
  ) {
    self.library = library
    self.sampleRate = sampleRate
    self.workshop = workshop
    self.patience = patience
    chosen = first.source
    prepared = first
    intonation = IntonationShelf(exactFont: library.builtInFont, cache: tables)
    if first.isFallback { complaint = first.source }
  }

  /// Sees to it that the next note sounds with `source`, if that is there soon. Another sound is made
  /// ready on a thread of its own, while whatever sounds goes on; where it takes long, notes begin with
  /// the old one until it is there.
  ///
  /// - Parameter install: hands a bank to the callback; false where it cannot take one now, and the
  ///   sound changes with a later note.
  /// - Throws: ``SoundError`` where not even the default sound can be loaded.
  func choose(_ source: SoundSourceID, install: (VoiceBank) -> Bool) async throws -> Choice {
    if source == chosen {
      // What was asked for meanwhile is no longer wanted.
      loading = nil
    } else if loading?.source != source, banks.count < VoiceBanks.capacity {
      load(source)
    }
    if let loading, !loading.isTold { await waitForLoading() }
    if let failure {
      self.failure = nil
      throw failure
    }
    if let sound = prepared, install(sound.bank) {
      banks[UnsafeMutableRawPointer(sound.bank.pointer)] = sound.bank
      prepared = nil
      intonation.begin(sound)
    }
    if let missing = complaint {
      complaint = nil
      return .fallback(missing)
    }
    if let loading, !loading.isTold {
      self.loading?.isTold = true
      return .loading(loading.source)
    }
    return .asAsked
  }

  /// Takes a bank back that the callback no longer uses.
  func dispose(of pointer: UnsafeMutableRawPointer) {
    if let bank = banks.removeValue(forKey: pointer) { workshop.dispose(of: bank) }
  }

  // MARK: Loading

  private func load(_ source: SoundSourceID) {
    let tables = intonation.cache
    let task = Task { [weak self, workshop, library, sampleRate] in
      let result: Result<LoadedSound, any Error>
      do {
        result = .success(
          try await workshop.load(source, from: library, at: sampleRate, tables: tables))
      } catch {
        result = .failure(error)
      }
      self?.take(result, for: source)
    }
    loading = (source, task, false)
  }

  private func take(_ result: Result<LoadedSound, any Error>, for source: SoundSourceID) {
    defer { resumeWaiting() }
    guard let finished = loading, finished.source == source else {
      // Another sound is wanted by now.
      if case .success(let loaded) = result { workshop.dispose(of: loaded.bank) }
      return
    }
    loading = nil
    chosen = source
    switch result {
    case .success(let loaded):
      if let unused = prepared { workshop.dispose(of: unused.bank) }
      prepared = loaded
      complaint = loaded.isFallback ? source : nil
      if finished.isTold, !loaded.isFallback { onReady?(source) }
    case .failure(let error): failure = error
    }
  }

  private func resumeWaiting() {
    let waiting = waiting
    self.waiting = [:]
    for continuation in waiting.values { continuation.resume() }
  }

  /// Waits until the sound is loaded, but not longer than the patience lasts.
  private func waitForLoading() async {
    lastWaiting += 1
    let number = lastWaiting
    let limit = patience.map { patience in
      Task { [weak self] in
        guard (try? await Task.sleep(for: patience)) != nil else { return }
        self?.waiting.removeValue(forKey: number)?.resume()
      }
    }
    await withCheckedContinuation { waiting[number] = $0 }
    limit?.cancel()
  }
}
