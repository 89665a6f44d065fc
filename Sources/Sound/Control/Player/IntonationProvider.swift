import Foundation
import Intonation
import MainThread
import Music
import SoundFonts

/// Provides the intonation of the sounds that are played: the tables are loaded with the sounds, or
/// measured during the training. Until a sound is measured, its pitch is not corrected, and its
/// loudness is corrected by that of a few keys, measured while the sound was loaded.
@MainActor
final class IntonationProvider {
  enum News: Equatable {
    /// The sound has never been measured, and is being measured now.
    case measuring
    /// The table is complete, and applies from now on.
    case measured
    /// The sound cannot be measured, and stays uncorrected.
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

  /// Provides the intonation of this sound from now on.
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
  ///   - pitch: true to correct the pitch.
  ///   - loudness: true to correct the loudness.
  ///   - headroom: the gain in dB by which notes may be raised beyond that.
  func correction(pitch: Bool, loudness: Bool, headroom: Double) -> NoteCorrection {
    let table = table()
    return NoteCorrection(
      pitch: pitch ? table : nil,
      loudness: loudness ? table ?? sounding?.loudness : nil, headroom: headroom,
      keys: usableKeys(isCorrected: pitch))
  }

  /// The usable keys of the current sound, as far as they are known by now; all keys before the
  /// first sound.
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

  /// The levels of the current sound's partials; `nil` if they are not known.
  var partials: PartialLevels? { sounding?.partials }

  /// The largest deviation of the current sound's keys without a correction, in cents; `nil` if it
  /// is not known.
  func largestDeviation(among keys: ClosedRange<Int>) -> Double? {
    sounding.flatMap { knownTable(of: $0.preset)?.largestDeviation(among: keys) }
  }

  /// The highest sample that a note of the current sound, or of any sound before the first one, has
  /// at 0 dB; full scale is 1.
  ///
  /// - Parameter isEven: true if the loudness is corrected.
  func peak(isEven: Bool) -> Double {
    guard let sounding else { return peak(of: nil, nil, isEven: isEven) }
    let table = knownTable(of: sounding.preset) ?? sounding.loudness
    return peak(of: sounding.preset, table, isEven: isEven)
  }

  /// The highest sample that a note of a sound that is about to begin has at 0 dB.
  func peak(of sound: LoadedSound, isEven: Bool) -> Double {
    peak(of: sound.preset, sound.table ?? sound.loudness, isEven: isEven)
  }

  /// The measured peak for the built-in sounds. For another sound, ``IntonationTable/highestPeak``,
  /// above which the correction of the loudness raises no note, or the measured peak if it is not
  /// corrected and higher.
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
    // Only the sound that is played, one at a time.
    for case (let other, .wanted(let meter)) in states {
      meter.cancel()
      states[other] = nil
    }
    let meter = PresetMeter(preset)
    states[preset] = .wanted(meter)
    invariant(
      states.values.count { if case .wanted = $0 { true } else { false } } == 1,
      "one sound is measured at a time")
    // With the lowest priority on this machine.
    let thread = WorkThread(named: "peach-intonation", niceness: 19)
    Task { [weak self] in
      // It may have been measured under another name, which is only known after reading the whole
      // font.
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

  /// - Returns: true if the table was still wanted.
  @discardableResult
  private func finish(
    _ preset: PresetLocation, with table: IntonationTable?, of meter: PresetMeter
  ) -> Bool {
    guard wants(meter, for: preset) else { return false }
    states[preset] = table.map(State.known) ?? .failed
    return true
  }
}

/// The keys of a sound that a training can use: they sound and, unless the settings leave the sound
/// uncorrected, their pitch is right or can be corrected.
public struct UsableKeys: Hashable, Sendable {
  /// Every key, as in the built-in sounds.
  static let all = UsableKeys(sampled: nil, table: nil, isCorrected: true)

  /// True for each of the 128 keys that is usable.
  private let isUsable: [Bool]

  /// - Parameters:
  ///   - sampled: true for each of the 128 keys for which the font has samples; `nil` if that is
  ///     not known.
  ///   - table: the measurements; `nil` if the sound was not measured yet. A key that was not
  ///     measured is usable if it has samples.
  ///   - isCorrected: true if the pitch is corrected. If it is not, only silent keys are left out.
  public init(sampled: [Bool]?, table: IntonationTable?, isCorrected: Bool) {
    var isUsable = sampled ?? [Bool](repeating: true, count: 128)
    for entry in table?.keys ?? [] {
      let tone = entry.tone
      isUsable[entry.key] =
        isUsable[entry.key] && (isCorrected ? tone.isMendable : tone.verdict != .silent)
    }
    self.isUsable = isUsable
  }

  private init(_ isUsable: [Bool]) { self.isUsable = isUsable }

  /// - Parameter key: 0…127; no other key is usable.
  public func contains(_ key: Int) -> Bool { isUsable.indices.contains(key) && isUsable[key] }

  func isSuperset(of other: UsableKeys) -> Bool {
    zip(isUsable, other.isUsable).allSatisfy { $0 || !$1 }
  }

  func intersection(_ other: UsableKeys) -> UsableKeys {
    UsableKeys(zip(isUsable, other.isUsable).map { $0 && $1 })
  }
}
