import ArgumentParser
import Foundation
import Intonation
import Music
import Sound
import SoundFonts

struct IntonationCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "intonation",
    abstract: "How far the notes of SoundFonts are off, as they are and corrected.",
    discussion: """
      Every key from 36 to 96 is rendered through Peach's own engine, with corrections and without, and \
      measured by two methods. For example:

        peach-bench intonation --font /usr/share/sounds/sf2/TimGM6mb.sf2 --preset 0:0,0:40,0:42
      """)

  @Option(
    help: ArgumentHelp("A SoundFont; may be given several times.", valueName: "file"),
    completion: .file())
  var font: [String] = []
  @Option(
    help: ArgumentHelp("The presets of each font, BANK:PROGRAM between commas.", valueName: "list"))
  var preset = "0:0,0:40,0:42,0:73,0:71"
  @Option(help: "Play every so many keys.")
  var step = 1
  @OptionGroup var tries: TriesOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard !font.isEmpty else { throw ValidationError("--font is needed, once or more.") }
    guard step > 0 else { throw ValidationError("--step is at least 1.") }
    for text in preset.split(separator: ",") where SoundSourceID("sf2:\(text)") == nil {
      throw ValidationError("\(text) is no BANK:PROGRAM.")
    }
  }

  func measure(into writer: ReportWriter) async throws {
    let fonts = font.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    let library = try SoundFontLibrary(
      SoundFontSearch(places: fonts.map { SoundFontPlace(.option, $0) }))
    let sources = fonts.flatMap { font in
      preset.split(separator: ",").compactMap {
        SoundSourceID("\(font):\($0)")
      }
    }
    writer.write(
      try await IntonationBenchmark(
        sources: sources, library: library, tries: tries.tries, step: step
      ).run())
  }
}

/// The deviations of presets as they are, and as Peach plays them.
final class IntonationBenchmark {
  /// The keys that are measured.
  private static let keys = 36...96

  /// The frames of a note that is held: 6 s.
  private static let heldFrames = 286_720

  /// The frames from which a half second of a held note is measured, a quarter of a second after the one before:
  /// .8 s, of which the meter takes the middle.
  private static let (pieceFrames, pieceStep) = (38_400, 12_000)

  /// The verdicts on tones that move.
  private static let moving: Set<ToneVerdict> = [.vibrato, .wavering]

  private let sources: [SoundSourceID]
  private let library: SoundFontLibrary
  private let tries: Int
  private let step: Int

  init(sources: [SoundSourceID], library: SoundFontLibrary, tries: Int, step: Int) {
    self.step = step
    self.sources = sources
    self.library = library
    self.tries = tries
  }

  func run() async throws -> Report {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "peach-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = IntonationCache(folder: folder.path)
    var report = Report(
      key: "intonation", title: "Intonation of SoundFonts, keys 36 to 96",
      columns: [
        ReportColumn(key: "sound", heading: "sound"), ReportColumn(key: "keys", heading: "keys"),
        ReportColumn(key: "unmendable", heading: "unmendable"),
        ReportColumn(key: "median", heading: "median |c|"),
        ReportColumn(key: "greatest", heading: "max |c|"),
        ReportColumn(key: "correctedMedian", heading: "corrected"),
        ReportColumn(key: "correctedGreatest", heading: "max |c|"),
        ReportColumn(key: "heldMedian", heading: "any half second"),
        ReportColumn(key: "heldGreatest", heading: "max |c|"),
        ReportColumn(key: "heldVibrato", heading: "vibrato, max |c|"),
        ReportColumn(key: "worstKeys", heading: "steady, moving"),
        ReportColumn(key: "repetitionMedian", heading: "by repetition"),
        ReportColumn(key: "repetitionCorrected", heading: "corrected"),
        ReportColumn(key: "spread", heading: "levels dB"),
        ReportColumn(key: "correctedSpread", heading: "evened"),
        ReportColumn(key: "loudness", heading: "loudness dB"),
        ReportColumn(key: "correctedLoudness", heading: "evened"),
        ReportColumn(key: "measuring", heading: "61 notes s"),
        ReportColumn(key: "loading", heading: "load ms"),
        ReportColumn(key: "loadingMeasured", heading: "measured ms"),
      ])
    var worst = (
      steady: 0.0, moving: 0.0, loudness: 0.0, seconds: 0.0, loading: -Double.infinity
    )
    for source in sources {
      let result = try await measure(source, cache: cache)
      report.rows.append(result.row)
      worst.steady = max(worst.steady, result.greatestSteady)
      worst.moving = max(worst.moving, result.greatestMoving)
      worst.loudness = max(worst.loudness, abs(result.loudness))
      worst.seconds = max(worst.seconds, result.seconds)
      worst.loading = max(worst.loading, result.extraLoading)
    }
    report.goals = [
      ReportGoal(
        name: "corrected, steady tones", limit: 0.5, measured: worst.steady, unit: " cents"),
      ReportGoal(
        name: "corrected, tones that move", limit: 2, measured: worst.moving, unit: " cents"),
      ReportGoal(
        name: "evened, loudness of a sound", limit: 1, measured: worst.loudness, unit: " dB"),
      ReportGoal(name: "measuring 61 notes", limit: 10, measured: worst.seconds, unit: " s"),
      ReportGoal(
        name: "loading a measured sound, over plain", limit: 20, measured: worst.loading,
        unit: " ms"),
    ]
    report.notes = [
      "cents: median and greatest deviation of the notes that can be mended, by Peach's meter;",
      "steady, moving: the keys of the worst corrected notes;",
      "by repetition: the median by the lag at which the wave repeats best, another method;",
      "levels: the standard deviation of the notes' loudness;",
      "loudness: the median of the notes', above that of the built-in sine.",
    ]
    return report
  }

  private struct Result {
    let row: [ReportValue]
    let greatestSteady: Double
    let greatestMoving: Double
    /// The median of the evened notes, in dB above the common level.
    let loudness: Double
    let seconds: Double
    let extraLoading: Double
  }

  private func measure(_ source: SoundSourceID, cache: IntonationCache) async throws -> Result {
    let check = try SoundCheck(source, library: library, cache: cache)
    let clock = ContinuousClock()
    var seconds = 0.0
    var table = IntonationTable([])
    seconds = try await clock.measure {
      table = try await check.measure(keys: Self.keys)
    }.seconds
    let plain = try await loading(source, cache: cache)
    try check.keep(table)
    let measured = try await loading(source, cache: cache)
    let before = try await notes(of: source, cache: cache, isCorrected: false, table: table)
    let after = try await notes(of: source, cache: cache, isCorrected: true, table: table)
    let isPitched = Self.keys.filter { table[$0]?.tone.deviation != nil }
    let mendable = Set(Self.keys.filter { table[$0]?.tone.isMendable == true })
    func deviations(_ notes: [PlayedNote], _ verdicts: Set<ToneVerdict>) -> [Double] {
      notes.compactMap { note in
        guard mendable.contains(note.key),
          verdicts.contains(table[note.key]?.tone.verdict ?? .silent)
        else { return nil }
        return abs(note.mean)
      }
    }
    func worstKey(_ notes: [PlayedNote], _ verdicts: Set<ToneVerdict>) -> String {
      let worst = notes.filter {
        mendable.contains($0.key) && verdicts.contains(table[$0.key]?.tone.verdict ?? .silent)
      }.max { abs($0.mean) < abs($1.mean) }
      return worst.map { "\($0.key)" } ?? "-"
    }
    let all = Set(ToneVerdict.allCases)
    let (old, new) = (deviations(before, all), deviations(after, all))
    func held(_ verdicts: Set<ToneVerdict>) -> [Double] {
      after.filter {
        mendable.contains($0.key) && verdicts.contains(table[$0.key]?.tone.verdict ?? .silent)
      }.map(\.furthest)
    }
    func repetitions(_ notes: [PlayedNote]) -> [Double] {
      notes.filter { mendable.contains($0.key) }.map { abs($0.repetition) }
    }
    return Result(
      row: [
        .text(Self.name(of: source)), .number(Double(isPitched.count)),
        .number(Double(isPitched.count - mendable.count)),
        .number(Self.median(old), decimals: 2), .number(old.max() ?? 0, decimals: 2),
        .number(Self.median(new), decimals: 3), .number(new.max() ?? 0, decimals: 3),
        .number(Self.median(held(all)), decimals: 3),
        .number(held(all.subtracting([.vibrato])).max() ?? 0, decimals: 3),
        .number(held([.vibrato]).max() ?? 0, decimals: 3),
        .text("\(worstKey(after, [.steady])), \(worstKey(after, Self.moving))"),
        .number(Self.median(repetitions(before)), decimals: 2),
        .number(Self.median(repetitions(after)), decimals: 2),
        .number(Self.spread(before), decimals: 2), .number(Self.spread(after), decimals: 2),
        .number(Self.loudness(before), decimals: 1), .number(Self.loudness(after), decimals: 1),
        .number(seconds, decimals: 2), .number(plain, decimals: 1),
        .number(measured, decimals: 1),
      ],
      greatestSteady: deviations(after, [.steady]).max() ?? 0,
      greatestMoving: deviations(after, Self.moving).max() ?? 0,
      loudness: Self.loudness(after), seconds: seconds, extraLoading: measured - plain)
  }

  /// The shortest time to create a player and start its first note, in milliseconds.
  private func loading(_ source: SoundSourceID, cache: IntonationCache) async throws -> Double {
    var best = Double.infinity
    for _ in 0..<tries {
      // Without a table it would start to measure, so correction is switched off.
      let hasTable = try SoundCheck(source, library: library, cache: cache).known != nil
      let time = try await ContinuousClock().measure {
        let notes = try PlayedNotes(
          source, library: library, cache: cache, isCorrected: hasTable)
        try await notes.begin()
      }
      best = min(best, time.seconds * 1000)
    }
    return best
  }

  private struct PlayedNote {
    let key: Int
    let tone: ToneMeasurement
    /// Cents from the key by the second method.
    let repetition: Double
    /// Cents from the key in the half second that is furthest off while the note is held.
    let furthest: Double

    /// Cents from the key in the mean of the second that the meter measures first.
    var mean: Double {
      let deviation = tone.deviation ?? 0
      guard let change = tone.change else { return deviation }
      let share = min(max(change.seconds - 0.3, 0), 1)
      return share * deviation + (1 - share) * change.deviation
    }
  }

  private func notes(
    of source: SoundSourceID, cache: IntonationCache, isCorrected: Bool, table: IntonationTable
  ) async throws -> [PlayedNote] {
    let notes = try PlayedNotes(
      source, library: library, cache: cache, isCorrected: isCorrected)
    let meter = ToneMeter()
    var played: [PlayedNote] = []
    for key in Self.keys where key % step == 0 && table[key]?.tone.deviation != nil {
      try Task.checkCancellation()
      let frequency = TuningSystem.equalTemperament.frequency(
        for: MIDINote(key), referencePitch: TuningSystem.standardReferencePitch)
      let whole = try await notes.play(frequency, frames: Self.heldFrames)
      let channels = whole.map { Array($0.prefix(PlayedNotes.frames)) }
      let tone = meter.measure(
        RenderedTone(channels: channels, sampleRate: 48_000, nominal: frequency))
      // The same second that the meter measures.
      let hertz = RepetitionPitch.hertz(
        of: Array(channels[0][14_400..<62_400]), sampleRate: 48_000, near: frequency.hertz)
      played.append(
        PlayedNote(
          key: key, tone: tone,
          repetition: Cents(from: frequency, to: Frequency(hertz: hertz)).rawValue,
          furthest: Self.furthest(whole, frequency)))
    }
    return played
  }

  /// The greatest deviation of all half seconds, as long as the note has not fallen by 20 dB.
  private static func furthest(_ channels: [[Float]], _ frequency: Frequency) -> Double {
    func peak(_ samples: ArraySlice<Float>) -> Float { samples.reduce(0) { max($0, abs($1)) } }
    let loudest = channels.map { peak($0[...]) }.max() ?? 0
    // The first one begins at .3 s.
    return stride(from: 4_800, through: heldFrames - pieceFrames, by: pieceStep).reduce(0) {
      furthest, start in
      let piece = channels.map { $0[start..<start + pieceFrames] }
      guard piece.map(peak).max() ?? 0 > 0.1 * loudest,
        let deviation = ToneMeter().measure(
          RenderedTone(channels: piece.map(Array.init), sampleRate: 48_000, nominal: frequency)
        ).deviation
      else { return furthest }
      return max(furthest, abs(deviation))
    }
  }

  private static func name(of source: SoundSourceID) -> String {
    let file = URL(fileURLWithPath: source.font ?? "sf2").deletingPathExtension()
    return "\(file.lastPathComponent):\(source.bank):\(source.program)"
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }

  private static func loudness(_ notes: [PlayedNote]) -> Double {
    let levels = notes.compactMap(\.tone.level)
    return levels.isEmpty ? 0 : median(levels) - IntonationTable.commonLevel
  }

  private static func spread(_ notes: [PlayedNote]) -> Double {
    let levels = notes.compactMap(\.tone.level)
    guard levels.count > 1 else { return 0 }
    let mean = levels.reduce(0, +) / Double(levels.count)
    let squares = levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(levels.count - 1)).squareRoot()
  }
}
