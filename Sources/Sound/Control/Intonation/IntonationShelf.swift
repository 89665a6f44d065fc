import Foundation
import Intonation

/// The tables of the sounds that are played: from the cache, or measured while training goes on.
@MainActor
final class IntonationShelf {
  enum News: Equatable {
    /// Nobody has measured this sound yet; that is being done now.
    case measuring
    /// Its table is there; it holds from the next note on.
    case measured
    /// It cannot be measured, and sounds as it is.
    case failed
  }

  private enum State {
    /// Made in tune: nothing to correct.
    case exact
    case known(IntonationTable)
    case measuring(PresetMeter)
    case failed
  }

  /// Told what becomes of a sound that was not known.
  var onNews: ((PresetLocation, News) -> Void)?

  private let exactFont: String
  private let cache: IntonationCache?
  private var states: [PresetLocation: State] = [:]

  /// - Parameters:
  ///   - exactFont: the path of the built-in font, whose sounds are in tune as they are.
  ///   - cache: `nil` leaves every sound as it is.
  init(exactFont: String, cache: IntonationCache?) {
    self.exactFont = exactFont
    self.cache = cache
  }

  isolated deinit {
    for case .measuring(let meter) in states.values { meter.cancel() }
  }

  /// What is known of a sound by now. The first time it is asked for, it is looked up, which takes a few
  /// milliseconds, or else begun to be measured.
  func table(of preset: PresetLocation) -> IntonationTable? {
    guard let cache else { return nil }
    switch states[preset] {
    case .known(let table): return table
    case .exact, .measuring, .failed: return nil
    case nil: break
    }
    if preset.path == exactFont {
      states[preset] = .exact
    } else if let table = cache.table(
      font: preset.path, bank: preset.bank, program: preset.program)
    {
      states[preset] = .known(table)
      return table
    } else {
      measure(preset, into: cache)
    }
    return nil
  }

  private func measure(_ preset: PresetLocation, into cache: IntonationCache) {
    // One at a time, the one that sounds: another would only take its time.
    for case (let other, .measuring(let meter)) in states {
      meter.cancel()
      states[other] = nil
    }
    let meter = PresetMeter(preset)
    states[preset] = .measuring(meter)
    let finish: @Sendable (IntonationTable?, Bool) -> Void = { [weak self] table, wasMeasured in
      Task { @MainActor in self?.finish(preset, with: table, of: meter, wasMeasured: wasMeasured) }
    }
    let thread = Thread {
      // Everything else on this machine goes first, the process callback above all.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
      if let table = cache.tableAfterReading(
        font: preset.path, bank: preset.bank, program: preset.program)
      {
        return finish(table, false)
      }
      let table = try? meter.measure(threads: 1)
      if let table {
        // Without a cache it holds for this run.
        try? cache.keep(
          table, font: preset.path, bank: preset.bank, program: preset.program)
      }
      finish(table, true)
    }
    thread.name = "peach-intonation"
    thread.start()
    onNews?(preset, .measuring)
  }

  private func finish(
    _ preset: PresetLocation, with table: IntonationTable?, of meter: PresetMeter,
    wasMeasured: Bool
  ) {
    guard case .measuring(let current) = states[preset], current === meter else { return }
    if let table {
      states[preset] = .known(table)
      onNews?(preset, .measured)
    } else {
      states[preset] = .failed
      onNews?(preset, .failed)
    }
  }
}
