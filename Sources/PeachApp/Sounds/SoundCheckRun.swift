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
