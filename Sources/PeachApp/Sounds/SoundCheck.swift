import Console
import Foundation
import Intonation
import Language
import Music
import Program
import Settings
import Sound
import SoundFonts

/// A run of `peach sounds check`: measures a sound, keeps the table and prints it.
final class SoundCheckRun {
  private let source: SoundSourceID
  private let library: SoundFontLibrary
  private let settings: FileUserSettings
  private let isForced: Bool
  private let context: CommandContext

  /// - Parameter isForced: whether to measure again if there is a table.
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
    // The results are on standard output; only the next training has to measure again.
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

/// How a sound is tuned, and what the settings make of it.
struct SoundFindings {
  let sound: String

  /// The font's file.
  let font: String

  /// Whether the sound was made in tune, so that there is nothing to measure.
  let isExact: Bool
  let table: IntonationTable

  // What the settings say.
  let isCorrected: Bool
  let isEvened: Bool
  let noteRange: NoteRange

  /// The keys that training can use, by what was measured.
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

  /// Those that sound at all.
  var shown: [KeyIntonation] { keys.filter { $0.tone.level != nil } }

  /// The notes of the note range that training asks for.
  var usableNotes: [Int] { rangeOfNotes.filter(usableKeys.contains) }

  var rangeOfNotes: ClosedRange<Int> {
    noteRange.lowest.rawValue...noteRange.highest.rawValue
  }

  /// One JSON object.
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
