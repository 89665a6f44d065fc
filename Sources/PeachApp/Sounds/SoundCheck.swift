import Charts
import Console
import Foundation
import Intonation
import Language
import Music
import Program
import Settings
import Sound
import SoundFonts
import Training

/// A run of `peach sounds check`: measures a sound, stores the table and prints it.
final class SoundCheckRun {
  private let source: SoundSourceID
  private let library: SoundFontLibrary
  private let settings: FileUserSettings
  private let isForced: Bool
  private let context: CommandContext

  /// - Parameter isForced: true to measure again if there is a table.
  init(
    _ sound: FoundSound, of library: SoundFontLibrary, settings: FileUserSettings, isForced: Bool,
    _ context: CommandContext
  ) {
    source = sound.source
    self.library = library
    self.settings = settings
    self.isForced = isForced
    self.context = context
  }

  /// Returns the exit status.
  func run() async throws -> Int32 {
    let check = try prepare()
    guard !check.isExact else {
      show(IntonationTable([]), of: check)
      return ExitStatus.success.rawValue
    }
    if !isForced, let known = check.known {
      show(known, of: check)
      return ExitStatus.success.rawValue
    }
    let table = try await measure(check)
    let failure = keep(table, of: check)
    show(table, of: check)
    // The findings are printed; only the next training has to measure again.
    if let failure { throw failure }
    return ExitStatus.success.rawValue
  }

  private func prepare() throws -> SoundCheck {
    do {
      return try SoundCheck(
        source, library: library, cache: IntonationCache(environment: context.environment))
    } catch let error as SoundError {
      switch error {
      case .unknownFont, .damagedFont, .unreadableFont, .noPreset:
        throw Fault.unreadableData(error.words)
      case .sampleRate, .outOfMemory: throw error
      }
    }
  }

  private func measure(_ check: SoundCheck) async throws -> IntonationTable {
    let work = context.progressReporter(localized("Measuring %@", source.description))
    defer { work.finish() }
    let (steps, step) = AsyncStream.makeStream(
      of: Double.self, bufferingPolicy: .bufferingNewest(1))
    let showing = Task { for await fraction in steps { work.report(fraction) } }
    defer {
      step.finish()
      showing.cancel()
    }
    return try await check.measure { step.yield($0) }
  }

  private func keep(_ table: IntonationTable, of check: SoundCheck) -> Fault? {
    do {
      try check.keep(table)
      return nil
    } catch {
      return .cannotCreate(
        localized(
          "the measurement cannot be saved in %@: %@", check.folder,
          (error as NSError).localizedDescription))
    }
  }

  private func show(_ table: IntonationTable, of check: SoundCheck) {
    let findings = SoundFindings(
      sound: source.description, font: check.font, isExact: check.isExact, table: table,
      isCorrected: settings.correctIntonation, isEvened: settings.evenLoudness,
      noteRange: settings.noteRange)
    context.output.writeLine(
      context.global.json
        ? findings.json
        : SoundCheckText.text(
          findings, columns: context.output.size.columns, glyphs: context.glyphs))
  }
}

/// The intonation of a sound, and the settings that apply to it.
struct SoundFindings {
  let sound: String

  /// The font's file.
  let font: String

  /// True if the sound is built in and in tune, so that there is nothing to measure.
  let isExact: Bool
  let table: IntonationTable

  // The settings.
  let isCorrected: Bool
  let isEvened: Bool
  let noteRange: NoteRange

  /// The keys that training can use.
  let usableKeys: UsableKeys

  init(
    sound: String, font: String, isExact: Bool, table: IntonationTable, isCorrected: Bool,
    isEvened: Bool, noteRange: NoteRange
  ) {
    self.sound = sound
    self.font = font
    self.isExact = isExact
    self.table = table
    self.isCorrected = isCorrected
    self.isEvened = isEvened
    self.noteRange = noteRange
    usableKeys = UsableKeys(sampled: nil, table: table, isCorrected: isCorrected)
  }

  /// The keys that can be reference notes.
  var keys: [KeyIntonation] { table.keys.filter { NoteRange.limits.contains($0.key) } }

  /// The keys that sound.
  var shown: [KeyIntonation] { keys.filter { $0.tone.level != nil } }

  /// The notes of the note range that training uses.
  var usableNotes: [Int] { rangeOfNotes.filter(usableKeys.contains) }

  var rangeOfNotes: ClosedRange<Int> { noteRange.lowest.rawValue...noteRange.highest.rawValue }

  var json: String {
    var line = JSONLine()
    line.add("soundSource", sound)
    line.add("font", font)
    line.add("isExact", isExact)
    line.add("correctIntonation", isCorrected)
    line.add("evenLoudness", isEvened)
    line.add("widestVibrato", ToneMeasurement.widestVibrato)
    line.add("greatestUncertainty", ToneMeasurement.greatestUncertainty)
    line.add("noteRangeMin", noteRange.lowest.rawValue)
    line.add("noteRangeMax", noteRange.highest.rawValue)
    line.add("usableNotes", usableNotes.count)
    line.add(
      "notes",
      objects: table.keys.map { entry in
        let tone = entry.tone
        var line = JSONLine()
        line.add("note", entry.key)
        line.add("verdict", tone.verdict.rawValue)
        line.add("deviation", tone.deviation)
        line.add("uncertainty", tone.uncertainty)
        line.add("channelDifference", tone.channelDifference)
        line.add("changeTime", tone.change?.seconds)
        line.add("changedDeviation", tone.change?.deviation)
        line.add("wander", tone.wander)
        line.add("scatter", tone.scatter)
        line.add("octaves", tone.octaves)
        line.add("vibratoExtent", tone.vibratoExtent)
        line.add("vibratoRate", tone.vibratoRate)
        line.add("drift", tone.drift)
        line.add("level", tone.level)
        line.add("peak", tone.peak)
        line.add("gain", table.gain(ofKey: entry.key))
        line.add("isMendable", tone.isMendable)
        line.add("isUsable", usableKeys.contains(entry.key))
        return line
      })
    return line.description
  }
}

/// The findings about a sound as text: a table, a plot, and the notes that cannot be corrected.
enum SoundCheckText {
  static func text(_ findings: SoundFindings, columns: Int, glyphs: Glyphs) -> String {
    let title = localized("Sound %@ of %@", findings.sound, findings.font)
    guard !findings.isExact else {
      return [
        title,
        localized(
          "Exact: the sounds of the built-in font are in tune and need no correction."),
      ].joined(separator: "\n")
    }
    guard !findings.shown.isEmpty else {
      return [title, localized("None of its notes sounds.")].joined(separator: "\n")
    }
    let plot = DeviationPlot(notes: findings.shown, glyphs: glyphs).lines(columns: columns)
    return
      ([title, ""] + table(findings) + ["", localized("Deviation in cents:")] + plot + [""]
      + summary(findings)).joined(separator: "\n")
  }

  // MARK: The table

  private static func table(_ findings: SoundFindings) -> [String] {
    let heading = [
      localized(context: "column", "note"), localized(context: "column", "cents"), "±",
      localized(context: "column", "tone"), localized(context: "column", "dB"),
      localized(context: "column", "level change"),
    ]
    let rows = [heading] + findings.shown.map { row($0, gain: findings.table.gain(ofKey: $0.key)) }
    let widths = heading.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        // Words are aligned to the left, numbers to the right.
        column == 0 || column == 3
          ? cell.rightPadded(to: widths[column]) : cell.leftPadded(to: widths[column])
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static func row(_ entry: KeyIntonation, gain: Double) -> [String] {
    let tone = entry.tone
    return [
      NoteName.text(MIDINote(entry.key)),
      tone.deviation.map { CentsText.signed(Cents($0)) } ?? "",
      tone.uncertainty.map { CentsText.plain(abs($0)) } ?? "", course(tone),
      tone.level.map { NumberText.fixed($0, places: 1, isSigned: true) } ?? "",
      NumberText.fixed(gain, places: 1, isSigned: true),
    ]
  }

  private static func course(_ tone: ToneMeasurement) -> String {
    guard let change = tone.change else { return words(tone) }
    return localized(
      "%@; %@ from %@ s on", words(tone), CentsText.signed(Cents(change.deviation)),
      NumberText.fixed(change.seconds, places: 1))
  }

  private static func words(_ tone: ToneMeasurement) -> String {
    switch tone.verdict {
    case .steady: localized("steady")
    case .vibrato:
      localized(
        "vibrato ±%@, %@ a second", NumberText.fixed(tone.vibratoExtent, places: 0),
        NumberText.fixed(tone.vibratoRate, places: 1))
    case .wavering:
      localized("unsteady, %@ between its halves", CentsText.signed(Cents(tone.drift)))
    case .octaveError:
      tone.octaves > 0
        ? localized(one: "an octave too high", other: "%d octaves too high", tone.octaves)
        : localized(one: "an octave too low", other: "%d octaves too low", -tone.octaves)
    case .unpitched: localized("no pitch near this key")
    case .tooShort: localized("too short")
    case .silent: localized("silent")
    }
  }

  // MARK: The summary

  private static func summary(_ findings: SoundFindings) -> [String] {
    let sizes = findings.shown.compactMap(\.tone.largestDeviation).sorted()
    var lines: [String] = []
    if let largest = sizes.last {
      lines.append(
        localized(
          "Off by %@ cents (median), at most by %@.",
          CentsText.plain(sizes[sizes.count / 2]), CentsText.plain(largest)))
    }
    lines += unmendable(findings)
    lines.append(
      findings.isCorrected
        ? localized("Peach corrects this in training.")
        : localized("Peach does not correct this in training, because correctIntonation is false."))
    lines.append(
      findings.isEvened
        ? localized(
          "In training, Peach plays the notes of all sounds equally loud, with a gain of up to %@ dB.",
          NumberText.short(IntonationTable.greatestGain))
        : localized(
          "Peach does not even out the loudness in training, because evenLoudness is false."))
    return lines + usable(findings)
  }

  /// The number of notes of the note range that training uses.
  private static func usable(_ findings: SoundFindings) -> [String] {
    let range = findings.noteRange
    let (usable, all) = (findings.usableNotes.count, findings.rangeOfNotes.count)
    let ends = [range.lowest, range.highest].map { NoteName.text($0) }
    guard usable < all else {
      return [localized("Training uses every note from %@ to %@.", ends[0], ends[1])]
    }
    let line = localized(
      "Training uses %d of the %d notes from %@ to %@.", usable, all, ends[0], ends[1])
    guard usable < UsableNotes.fewest else { return [line] }
    return [line, localized("For more notes, %@.", SoundAdvice.moreNotes)]
  }

  private static func unmendable(_ findings: SoundFindings) -> [String] {
    let broken = findings.keys.filter { !$0.tone.isMendable }
    guard !broken.isEmpty else { return [localized("Every note can be corrected.")] }
    return [localized("These notes cannot be corrected:")]
      + ToneFault.allCases.compactMap { fault in
        let keys = broken.filter { ToneFault($0.tone) == fault }.map(\.key)
        return keys.isEmpty ? nil : "  \(fault.text): \(names(of: keys).joined(separator: " "))"
      }
  }

  /// The names of keys in ascending order; of three or more in a row only the first and the last.
  private static func names(of keys: [Int]) -> [String] {
    RangeSet(keys.map { $0..<$0 + 1 }).ranges.flatMap { row in
      let ends = [row.lowerBound, row.upperBound - 1].map { NoteName.text(MIDINote($0)) }
      return switch row.count {
      case 1: [ends[0]]
      case 2: ends
      default: [ends.joined(separator: "…")]
      }
    }
  }
}

/// The reason why a note cannot be corrected.
private enum ToneFault: CaseIterable {
  case octaves, unpitched, short, vibrato, split, straying, contradictory, uncertain, silent

  init(_ tone: ToneMeasurement) {
    self =
      switch tone.verdict {
      case .octaveError: .octaves
      case .unpitched: .unpitched
      case .tooShort: .short
      case .silent: .silent
      case .steady, .vibrato, .wavering:
        if tone.vibratoExtent > ToneMeasurement.widestVibrato {
          .vibrato
        } else if tone.isSplit {
          .split
        } else if tone.scatter > ToneMeasurement.greatestUncertainty {
          .contradictory
        } else if tone.strays {
          .straying
        } else {
          .uncertain
        }
      }
  }

  var text: String {
    switch self {
    case .octaves: localized("whole octaves off")
    case .unpitched: localized("no pitch near their key")
    case .short: localized("too short")
    case .vibrato:
      localized(
        "vibrato wider than ±%@ cents", NumberText.short(ToneMeasurement.widestVibrato))
    case .split: localized("another pitch on the left than on the right")
    case .straying: localized("a pitch that changes too much while they are held")
    case .contradictory:
      localized(
        "overtones that contradict each other by more than %@ cents",
        NumberText.short(ToneMeasurement.greatestUncertainty))
    case .uncertain:
      localized(
        "a pitch uncertain by more than %@ cents",
        NumberText.short(ToneMeasurement.greatestUncertainty))
    case .silent: localized("silent")
    }
  }
}

/// A plot of characters that shows the deviations of a sound over a keyboard: a point for a note
/// that can be corrected, a cross for another.
struct DeviationPlot {
  let notes: [KeyIntonation]
  let glyphs: Glyphs

  /// The number of characters to the left of the plot.
  private static let margin = 7

  /// The number of rows above the line of no deviation, and below it.
  private static let half = 4

  func lines(columns: Int) -> [String] {
    // If there is not enough room, notes at both ends are left out.
    let room = max(columns - Self.margin, 1)
    let shown = Array(notes.dropFirst(max(notes.count - room + 1, 0) / 2).prefix(room))
    let reach = Self.reach(of: shown)
    let rows = (-Self.half...Self.half).reversed().map { row in
      label(row, reach) + String(shown.map { mark($0, at: row, reach) })
    }
    return rows + [keys(shown), names(shown)]
  }

  /// The cents at the upper end: a round number that 90 % of the notes do not exceed.
  private static func reach(of notes: [KeyIntonation]) -> Double {
    let sizes = notes.compactMap(\.tone.deviation?.magnitude).sorted()
    let common = sizes.isEmpty ? 1 : sizes[Int(0.9 * Double(sizes.count - 1))]
    return [1, 2, 4, 8, 20, 40, 100].first { common <= $0 } ?? 200
  }

  private func label(_ row: Int, _ reach: Double) -> String {
    guard row % 2 == 0 else { return String(repeating: " ", count: Self.margin - 1) + glyphs.axis }
    let cents = reach * Double(row) / Double(Self.half)
    let text = (cents > 0 ? "+" : "") + NumberText.short(cents)
    return text.leftPadded(to: Self.margin - 2) + " " + glyphs.axisTick
  }

  private func mark(_ entry: KeyIntonation, at row: Int, _ reach: Double) -> Character {
    let empty: Character = row == 0 ? glyphs.level : " "
    guard let deviation = entry.tone.deviation else {
      return row == 0 ? glyphs.cross.first ?? "x" : empty
    }
    let place = Int((deviation / reach * Double(Self.half)).rounded())
    guard min(max(place, -Self.half), Self.half) == row else { return empty }
    return entry.tone.isMendable ? glyphs.point : glyphs.cross.first ?? "x"
  }

  /// The keyboard: black keys dark, white ones light.
  private func keys(_ shown: [KeyIntonation]) -> String {
    let keys = shown.map { entry in
      [1, 3, 6, 8, 10].contains(entry.key % 12) ? glyphs.blackKey : glyphs.whiteKey
    }
    return String(repeating: " ", count: Self.margin) + String(keys)
  }

  /// The name of every C below its key.
  private func names(_ shown: [KeyIntonation]) -> String {
    var line = ""
    for (index, entry) in shown.enumerated() where entry.key % 12 == 0 {
      let place = Self.margin + index
      line +=
        String(repeating: " ", count: max(place - line.count, 0))
        + NoteName.text(MIDINote(entry.key))
    }
    return line
  }
}
