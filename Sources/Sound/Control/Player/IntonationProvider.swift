import Foundation
import Intonation
import Music
import SoundFonts

/// The tables of the sounds that are played: loaded with them, or measured while training goes on.
@MainActor
final class IntonationShelf {
  enum News: Equatable {
    /// Nobody has measured this sound yet; that is being done now.
    case measuring
    /// Its table is there, and holds from now on.
    case measured
    /// It cannot be measured, and sounds as it is.
    case failed
  }

  private enum State {
    case known(IntonationTable)
    case wanted(PresetMeter)
    case failed
  }

  /// Told what becomes of a sound that was not known.
  var onNews: ((SoundSourceID, News) -> Void)?

  /// Where tables are kept; `nil` leaves every sound as it is.
  let cache: IntonationCache?

  private let exactFont: String
  private var states: [PresetLocation: State] = [:]
  private var sounding: (source: SoundSourceID, preset: PresetLocation)?

  /// - Parameters:
  ///   - exactFont: the path of the built-in font, whose sounds are in tune as they are.
  ///   - cache: `nil` leaves every sound as it is.
  init(exactFont: String, cache: IntonationCache?) {
    self.exactFont = exactFont
    self.cache = cache
  }

  isolated deinit {
    for case .wanted(let meter) in states.values { meter.cancel() }
  }

  /// This sound is the one that notes sound with from now on.
  func begin(_ sound: LoadedSound) {
    sounding = (sound.source, sound.preset)
    if let table = sound.table {
      if case .wanted(let meter) = states[sound.preset] { meter.cancel() }
      states[sound.preset] = .known(table)
    } else if case .known = states[sound.preset] {
      // Another file has taken its place meanwhile.
      states[sound.preset] = nil
    }
  }

  /// What is known by now of the sound that sounds. Where that is nothing it begins to be measured.
  func table() -> IntonationTable? {
    guard let cache, let (source, preset) = sounding, preset.path != exactFont else { return nil }
    switch states[preset] {
    case .known(let table): return table
    case .wanted, .failed: return nil
    case nil:
      measure(preset, of: source, into: cache)
      return nil
    }
  }

  private func measure(
    _ preset: PresetLocation, of source: SoundSourceID, into cache: IntonationCache
  ) {
    // One at a time, the one that sounds: another would only take its time.
    for case (let other, .wanted(let meter)) in states {
      meter.cancel()
      states[other] = nil
    }
    let meter = PresetMeter(preset)
    states[preset] = .wanted(meter)
    Task { [weak self] in
      // It may have been measured under another name, which takes reading all of the font to know.
      let kept = await Self.inBackground {
        cache.tableAfterReading(font: preset.path, bank: preset.bank, program: preset.program)
      }
      if let kept {
        self?.finish(preset, with: kept, of: meter)
        return
      }
      guard self?.wants(meter, for: preset) == true else { return }
      self?.onNews?(source, .measuring)
      let table = await Self.inBackground {
        let table = try? meter.measure(threads: 1)
        // Where it cannot be kept it holds for this run.
        if let table {
          try? cache.keep(table, font: preset.path, bank: preset.bank, program: preset.program)
        }
        return table
      }
      if self?.finish(preset, with: table, of: meter) == true {
        self?.onNews?(source, table == nil ? .failed : .measured)
      }
    }
  }

  private func wants(_ meter: PresetMeter, for preset: PresetLocation) -> Bool {
    if case .wanted(let current) = states[preset] { current === meter } else { false }
  }

  /// - Returns: whether anybody still wants it.
  @discardableResult
  private func finish(
    _ preset: PresetLocation, with table: IntonationTable?, of meter: PresetMeter
  ) -> Bool {
    guard wants(meter, for: preset) else { return false }
    states[preset] = table.map(State.known) ?? .failed
    return true
  }

  /// Works on a thread of its own, where everything else on this machine goes first, the process callback
  /// above all.
  private nonisolated static func inBackground<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
        continuation.resume(returning: work())
      }
      thread.name = "peach-intonation"
      thread.start()
    }
  }
}
