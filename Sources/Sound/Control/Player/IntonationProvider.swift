import Foundation
import Intonation
import MainThread
import Music
import SoundFonts

/// Provides the intonation of the sounds that are played: the tables are loaded with the sounds, or
/// measured during the training. Until a sound is measured, its pitch is not corrected, and its
/// loudness by that of a few keys, measured as the sound was loaded.
@MainActor
final class IntonationProvider {
  enum News: Equatable {
    /// This sound has never been measured; it is being measured now.
    case measuring
    /// Its table is complete, and applies from now on.
    case measured
    /// It cannot be measured, and sounds uncorrected.
    case failed
  }

  private enum State {
    case known(IntonationTable)
    case wanted(PresetMeter)
    case failed
  }

  /// Called with the progress of a sound that was not known.
  var onNews: ((SoundSourceID, News) -> Void)?

  /// The tables on disk; `nil` leaves every sound uncorrected.
  let cache: IntonationCache?

  private let exactFont: String
  private var states: [PresetLocation: State] = [:]
  private var sounding:
    (
      source: SoundSourceID, preset: PresetLocation, sampledKeys: [Bool]?,
      loudness: IntonationTable?, partials: PartialLevels?
    )?

  /// - Parameters:
  ///   - exactFont: the path of the built-in font, whose sounds need no correction.
  ///   - cache: the tables on disk; `nil` leaves every sound uncorrected.
  init(exactFont: String, cache: IntonationCache?) {
    self.exactFont = exactFont
    self.cache = cache
  }

  isolated deinit {
    for case .wanted(let meter) in states.values { meter.cancel() }
  }

  /// Notes sound with this sound from now on.
  func begin(_ sound: LoadedSound) {
    sounding = (
      sound.source, sound.preset, sound.sampledKeys, sound.loudness, sound.partials
    )
    if let table = sound.table {
      if case .wanted(let meter) = states[sound.preset] { meter.cancel() }
      states[sound.preset] = .known(table)
    } else if case .known = states[sound.preset] {
      // Another file has replaced the font meanwhile.
      states[sound.preset] = nil
    }
  }

  /// The correction of the current sound, as far as it is known by now. Begins to measure a sound
  /// that is not known.
  ///
  /// - Parameters:
  ///   - pitch: whether the pitch is corrected.
  ///   - loudness: whether the loudness is.
  ///   - headroom: by how much notes may be raised beyond that, in dB.
  func correction(pitch: Bool, loudness: Bool, headroom: Double) -> NoteCorrection {
    let table = table()
    return NoteCorrection(
      pitch: pitch ? table : nil,
      loudness: loudness ? table ?? sounding?.loudness : nil, headroom: headroom,
      keys: usableKeys(isCorrected: pitch))
  }

  /// The usable keys of the current sound, as far as they are known by now; all before there is one.
  func usableKeys(isCorrected: Bool) -> UsableKeys {
    guard let sounding, sounding.preset.path != exactFont else { return .all }
    return UsableKeys(
      sampled: sounding.sampledKeys, table: knownTable(of: sounding.preset),
      isCorrected: isCorrected)
  }

  /// The usable keys of a sound that is about to begin.
  func usableKeys(of sound: LoadedSound, isCorrected: Bool) -> UsableKeys {
    guard sound.preset.path != exactFont else { return .all }
    return UsableKeys(
      sampled: sound.sampledKeys, table: sound.table, isCorrected: isCorrected)
  }

  /// How strong the partials of the current sound are; `nil` if that is not known.
  var partials: PartialLevels? { sounding?.partials }

  /// How far the current sound's keys are off at most without a correction, in cents; `nil` if that
  /// is not known.
  func largestDeviation(among keys: ClosedRange<Int>) -> Double? {
    sounding.flatMap { knownTable(of: $0.preset)?.largestDeviation(among: keys) }
  }

  /// The highest sample that a note of the current sound has at 0 dB; full scale is 1. Before there is
  /// one, that of any sound.
  ///
  /// - Parameter isEven: whether the loudness is corrected.
  func peak(isEven: Bool) -> Double {
    guard let sounding else { return peak(of: nil, nil, isEven: isEven) }
    let table = knownTable(of: sounding.preset) ?? sounding.loudness
    return peak(of: sounding.preset, table, isEven: isEven)
  }

  /// The same of a sound that is about to begin.
  func peak(of sound: LoadedSound, isEven: Bool) -> Double {
    peak(of: sound.preset, sound.table ?? sound.loudness, isEven: isEven)
  }

  /// All keys of the built-in sounds were measured. Any other sound counts as peaking at
  /// ``IntonationTable/highestPeak``, above which the correction of the loudness raises none, or as high
  /// as its keys were measured if it is not corrected.
  private func peak(
    of preset: PresetLocation?, _ table: IntonationTable?, isEven: Bool
  ) -> Double {
    guard preset?.path != exactFont else { return pow(10, BuiltInLevels.highestPeak / 20) }
    let measured = isEven ? nil : table?.measuredPeak
    return pow(10, max(IntonationTable.highestPeak, measured ?? -.infinity) / 20)
  }

  private func knownTable(of preset: PresetLocation) -> IntonationTable? {
    if case .known(let table) = states[preset] { table } else { nil }
  }

  private func table() -> IntonationTable? {
    guard let cache, let (source, preset, _, _, _) = sounding, preset.path != exactFont else {
      return nil
    }
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
    // Only the sound that is played, one at a time: another one would only take time from it.
    for case (let other, .wanted(let meter)) in states {
      meter.cancel()
      states[other] = nil
    }
    let meter = PresetMeter(preset)
    states[preset] = .wanted(meter)
    invariant(
      states.values.count { if case .wanted = $0 { true } else { false } } == 1,
      "one sound is measured at a time")
    // Below everything else on this machine, and the process callback above all.
    let thread = WorkThread(named: "peach-intonation", niceness: 19)
    Task { [weak self] in
      // It may have been measured under another name; only reading the whole font tells.
      let kept = await thread.value {
        cache.tableAfterReading(font: preset.path, bank: preset.bank, program: preset.program)
      }
      if let kept {
        self?.finish(preset, with: kept, of: meter)
        return
      }
      guard self?.wants(meter, for: preset) == true else { return }
      self?.onNews?(source, .measuring)
      let table = await thread.value {
        let table = try? meter.measure(threads: 1)
        // If it cannot be saved, it applies to this run.
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

  /// - Returns: whether the table was still wanted.
  @discardableResult
  private func finish(
    _ preset: PresetLocation, with table: IntonationTable?, of meter: PresetMeter
  ) -> Bool {
    guard wants(meter, for: preset) else { return false }
    states[preset] = table.map(State.known) ?? .failed
    return true
  }
}
