import Intonation
import Language
import Music
import Sound
import SoundFonts
import Training

/// What is known of a sound's intonation, in as few words as the sound browser has room for.
nonisolated enum SoundVerdict: Hashable, Sendable {
  /// Built in, and exactly in tune.
  case exact
  case notMeasured

  /// Its notes are off by up to so many cents, and training corrects them.
  case corrected(Double)

  /// The same, but the settings leave it as it is.
  case uncorrected(Double)

  /// So few of its notes have a pitch that can be trained with that it does not serve; the reason is
  /// the one of most of the others.
  case unfit(Reason)

  enum Reason: Hashable, Sendable, CaseIterable {
    case vibrato, unsteady, unpitched, silent

    init(_ tone: ToneMeasurement) {
      switch tone.verdict {
      case .silent: self = .silent
      case .octaveError, .unpitched, .tooShort: self = .unpitched
      case .steady, .vibrato, .wavering:
        self = tone.vibratoExtent > ToneMeasurement.widestVibrato ? .vibrato : .unsteady
      }
    }
  }

  /// - Parameters:
  ///   - table: what was measured; `nil` if nothing was.
  ///   - noteRange: the notes that count.
  ///   - isCorrected: whether the settings want a correction.
  init(_ table: IntonationTable?, noteRange: NoteRange, isCorrected: Bool) {
    guard let table else {
      self = .notMeasured
      return
    }
    let range = noteRange.lowest.rawValue...noteRange.highest.rawValue
    let usable = UsableKeys(sampled: nil, table: table, isCorrected: true)
    let keys = table.keys.filter { range.contains($0.key) }
    guard keys.count(where: { usable.contains($0.key) }) >= UsableNotes.fewest else {
      let reasons = keys.filter { !usable.contains($0.key) }.map { Reason($0.tone) }
      let most = Reason.allCases.max { one, other in
        reasons.count { $0 == one } < reasons.count { $0 == other }
      }
      self = .unfit(most ?? .silent)
      return
    }
    let cents =
      keys.filter { usable.contains($0.key) }
      .compactMap(\.tone.largestDeviation).max() ?? 0
    self = isCorrected ? .corrected(cents) : .uncorrected(cents)
  }

  /// At most 17 columns.
  var text: String {
    switch self {
    case .exact: localized(context: "intonation of a sound", "exact")
    case .notMeasured: localized("not measured")
    case .corrected(let cents): localized("±%@, corrected", Self.size(cents))
    case .uncorrected(let cents): localized("±%@, as it is", Self.size(cents))
    case .unfit(.vibrato): localized("vibrato: unfit")
    case .unfit(.unsteady): localized("unsteady: unfit")
    case .unfit(.unpitched): localized("no pitch: unfit")
    case .unfit(.silent): localized("silent: unfit")
    }
  }

  /// Whole cents, at least one: less is not told apart.
  private static func size(_ cents: Double) -> String {
    NumberText.fixed(max(cents.rounded(.up), 1), places: 0)
  }
}
