import Console
import Foundation
import Intonation
import Language
import Music
import Settings
import Sound
import SoundFonts

/// Measures a sound, keeps what is found and prints it.
final class SoundCheckRun {
  private let source: SoundSourceID
  private let library: SoundFontLibrary
  private let settings: FileUserSettings
  private let isForced: Bool
  private let context: CommandContext

  /// - Parameter isForced: whether a table that is known is made anew.
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
    // Standard output has all of it; only the next training has to measure again.
    if let failure { throw failure }
    return ExitStatus.success.rawValue
  }

  private func prepare() throws -> SoundCheck {
    do {
      return try SoundCheck(
        source, library: library, cache: IntonationCache(environment: context.environment))
    } catch let error as SoundError {
      switch error {
      case .unknownFont, .unreadableFont, .noPreset: throw Fault.unreadableData(error.words)
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
          "what was measured cannot be kept in %@: %@", check.folder,
          (error as NSError).localizedDescription))
    }
  }

  private func show(_ table: IntonationTable, of check: SoundCheck) {
    let facts = SoundCheckFacts(
      sound: source.description, font: check.font, isExact: check.isExact,
      notes: table.keys.compactMap { SoundCheckFacts.Note($0, gain: table.gain(ofKey: $0.key)) },
      isCorrected: settings.correctIntonation, isEvened: settings.evenLoudness,
      widestVibrato: Cents(ToneMeasurement.widestVibrato),
      greatestUncertainty: Cents(ToneMeasurement.greatestUncertainty))
    context.output.writeLine(
      context.global.json
        ? SoundCheckJSON.text(facts)
        : SoundCheckText.text(
          facts, columns: Terminal.columns(of: STDOUT_FILENO), glyphs: context.glyphs))
  }
}

/// What was found out about the notes of a sound.
struct SoundCheckFacts {
  /// What sort of tone a note is.
  enum Verdict: String, CaseIterable {
    case steady, vibrato, wavering, octaveError, unpitched, tooShort, silent
  }

  struct Note {
    let note: MIDINote
    let verdict: Verdict
    /// From the key; `nil` where there is no pitch.
    let deviation: Cents?
    let uncertainty: Cents?
    /// Octaves from the key.
    let octaves: Int
    /// To either side, and periods a second; 0 where there is none.
    let vibratoExtent: Cents
    let vibratoRate: Double
    /// By how much the pitch rises from the first half to the second.
    let drift: Cents
    /// In dB; `nil` where nothing sounds.
    let level: Double?
    /// What brings the level to the median, in dB, as far as that is allowed.
    let gain: Double
    let isMendable: Bool

    init(
      note: MIDINote, verdict: Verdict, deviation: Cents?, uncertainty: Cents?, octaves: Int,
      vibratoExtent: Cents, vibratoRate: Double, drift: Cents, level: Double?, gain: Double,
      isMendable: Bool
    ) {
      self.note = note
      self.verdict = verdict
      self.deviation = deviation
      self.uncertainty = uncertainty
      self.octaves = octaves
      self.vibratoExtent = vibratoExtent
      self.vibratoRate = vibratoRate
      self.drift = drift
      self.level = level
      self.gain = gain
      self.isMendable = isMendable
    }
  }

  let sound: String
  /// The font's file.
  let font: String
  /// Whether the sound was made in tune, so that there is nothing to measure.
  let isExact: Bool
  /// In the order of their keys.
  let notes: [Note]

  // What the settings say.
  let isCorrected: Bool
  let isEvened: Bool

  // Beyond these a note cannot be mended.
  let widestVibrato: Cents
  let greatestUncertainty: Cents

  init(
    sound: String, font: String, isExact: Bool, notes: [Note], isCorrected: Bool, isEvened: Bool,
    widestVibrato: Cents, greatestUncertainty: Cents
  ) {
    self.sound = sound
    self.font = font
    self.isExact = isExact
    self.notes = notes
    self.isCorrected = isCorrected
    self.isEvened = isEvened
    self.widestVibrato = widestVibrato
    self.greatestUncertainty = greatestUncertainty
  }

  /// The notes that can be asked for as reference notes and that sound at all.
  var shown: [Note] { notes.filter { (21...108).contains($0.note.rawValue) && $0.level != nil } }
}

extension SoundCheckFacts.Note {
  /// `nil` where the key is none.
  init?(_ entry: KeyIntonation, gain: Double) {
    guard let note = MIDINote(exactly: entry.key) else { return nil }
    let tone = entry.tone
    self.init(
      note: note, verdict: SoundCheckFacts.Verdict(tone.verdict),
      deviation: tone.deviation.map { Cents($0) }, uncertainty: tone.uncertainty.map { Cents($0) },
      octaves: tone.octaves, vibratoExtent: Cents(tone.vibratoExtent),
      vibratoRate: tone.vibratoRate, drift: Cents(tone.drift), level: tone.level, gain: gain,
      isMendable: tone.isMendable)
  }
}

extension SoundCheckFacts.Verdict {
  init(_ verdict: ToneVerdict) {
    switch verdict {
    case .steady: self = .steady
    case .vibrato: self = .vibrato
    case .wavering: self = .wavering
    case .octaveError: self = .octaveError
    case .unpitched: self = .unpitched
    case .tooShort: self = .tooShort
    case .silent: self = .silent
    }
  }
}

/// What was found out about a sound, as one JSON object.
enum SoundCheckJSON {
  static func text(_ facts: SoundCheckFacts) -> String {
    var line = JSONLine()
    line.add("soundSource", facts.sound)
    line.add("font", facts.font)
    line.add("isExact", facts.isExact)
    line.add("correctIntonation", facts.isCorrected)
    line.add("evenLoudness", facts.isEvened)
    line.add("widestVibrato", facts.widestVibrato.rawValue)
    line.add("greatestUncertainty", facts.greatestUncertainty.rawValue)
    line.add("notes", objects: facts.notes.map(note))
    return line.description
  }

  private static func note(_ note: SoundCheckFacts.Note) -> JSONLine {
    var line = JSONLine()
    line.add("note", note.note.rawValue)
    line.add("verdict", note.verdict.rawValue)
    line.add("deviation", note.deviation?.rawValue)
    line.add("uncertainty", note.uncertainty?.rawValue)
    line.add("octaves", note.octaves)
    line.add("vibratoExtent", note.vibratoExtent.rawValue)
    line.add("vibratoRate", note.vibratoRate)
    line.add("drift", note.drift.rawValue)
    line.add("level", note.level)
    line.add("gain", note.gain)
    line.add("isMendable", note.isMendable)
    return line
  }
}
