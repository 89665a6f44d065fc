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
      measured. For example:

        peach-bench intonation --font /usr/share/sounds/sf2/TimGM6mb.sf2 --preset 0:0,0:40,0:42
      """)

  @Option(help: "A SoundFont; may be given several times.", completion: .file())
  var font: [String] = []
  @Option(help: "The presets of each font, BANK:PROGRAM between commas.")
  var preset = "0:0,0:40,0:42,0:73,0:71"
  @Option(help: "Play every so many keys.", transform: wholeNumber) var step = 1
  @OptionGroup var options: BenchOptions

  func validate() throws {
    guard !font.isEmpty else { throw ValidationError("--font is needed, once or more.") }
    for text in preset.split(separator: ",") where SoundSourceID("sf2:\(text)") == nil {
      throw ValidationError("\(text) is no BANK:PROGRAM.")
    }
  }

  func measure(into writer: ReportWriter) async throws {
    let fonts = font.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    let workshop = try Workshop()
    defer { workshop.remove() }
    let benchmark = IntonationBenchmark(
      library: try SoundFontLibrary(
        SoundFontSearch(places: fonts.map { SoundFontLocation(.option, $0) })),
      cache: IntonationCache(folder: workshop.directory.path), tries: options.tries, step: step)
    writer.write(
      try await benchmark.run(
        fonts.flatMap { font in
          preset.split(separator: ",").compactMap { SoundSourceID("\(font):\($0)") }
        }))
  }
}

/// The deviations of presets as they are, and as Peach plays them.
struct IntonationBenchmark {
  /// The keys that are measured.
  private static let keys = 36...96

  private static let sampleRate = 48_000.0

  /// The frames of a note that is held, 6 s, and those of them that the meter requires, 1.7 s.
  private static let (heldFrames, noteFrames) = (286_720, 81_920)

  /// The frames from which a half second of a held note is measured, a quarter of a second after the one before:
  /// .8 s, of which the meter takes the middle.
  private static let (pieceFrames, pieceStep) = (38_400, 12_000)

  /// The verdicts on tones that move.
  private static let moving: Set<ToneVerdict> = [.vibrato, .wavering]

  let library: SoundFontLibrary
  let cache: IntonationCache
  let tries: Int
  let step: Int

  /// A note as it was played.
  private struct Note {
    let verdict: ToneVerdict
    let isMendable: Bool
    let level: Double?

    /// Cents from the key: in the mean of the second that the meter measures first, and in the half second that is
    /// furthest off while the note is held.
    let mean: Double
    let furthest: Double
  }

  /// Notes that can be mended.
  private struct Notes {
    let all: [Note]

    /// The median of all notes, in dB above that of the built-in sine.
    let loudness: Double

    func median(_ value: (Note) -> Double) -> Double { Distribution(all.map(value)).median }

    func greatest(
      _ value: (Note) -> Double = { $0.mean }, of verdicts: Set<ToneVerdict>
    ) -> Double {
      all.filter { verdicts.contains($0.verdict) }.map(value).max() ?? 0
    }
  }

  func run(_ sources: [SoundSourceID]) async throws -> Report {
    var report = Report(
      "intonation", "Intonation of SoundFonts, keys 36 to 96",
      [
        "sound", "keys", "unmendable", .init("median", "median |c|", 2),
        .init("greatest", "max |c|", 2), .init("correctedMedian", "corrected", 3),
        .init("correctedGreatest", "max |c|", 3), .init("heldMedian", "any half second", 3),
        .init("heldGreatest", "max |c|", 3), .init("heldVibrato", "vibrato, max |c|", 3),
        .init("loudness", "loudness dB", 1),
        .init("correctedLoudness", "evened", 1), .init("measuring", "61 notes s", 2),
        .init("loading", "load ms", 1), .init("loadingMeasured", "measured ms", 1),
      ],
      notes: [
        "cents: median and greatest deviation of the notes that can be mended, by Peach's meter;",
        "loudness: the median of the notes', above that of the built-in sine.",
      ])
    let all = Set(ToneVerdict.allCases)
    for source in sources {
      let check = try SoundCheck(source, library: library, cache: cache)
      let begin = Clock.wall.now()
      let table = try await check.measure(keys: Self.keys)
      let seconds = Clock.wall.since(begin) / 1e9
      let plain = try await loading(source, isCorrected: false)
      try check.keep(table)
      let measured = try await loading(source, isCorrected: true)
      let keys = Self.keys.filter { table[$0]?.tone.deviation != nil }
      let before = try await notes(of: source, table, keys, isCorrected: false)
      let after = try await notes(of: source, table, keys, isCorrected: true)
      let (steady, moving) = (after.greatest(of: [.steady]), after.greatest(of: Self.moving))
      let file = URL(fileURLWithPath: source.font ?? "sf2").deletingPathExtension()
      let name = "\(file.lastPathComponent):\(source.bank):\(source.program)"
      report.add(
        name, keys.count,
        keys.count { table[$0]?.tone.isMendable != true }, before.median(\.mean),
        before.greatest(of: all), after.median(\.mean), after.greatest(of: all),
        after.median(\.furthest), after.greatest(\.furthest, of: all.subtracting([.vibrato])),
        after.greatest(\.furthest, of: [.vibrato]),
        before.loudness, after.loudness, seconds, plain, measured)
      report.goal("\(name): steady tones", steady, atMost: 0.5, " cents")
      report.goal("\(name): tones that move", moving, atMost: 2, " cents")
      report.goal("\(name): loudness", abs(after.loudness), atMost: 1, " dB")
      report.goal("\(name): measuring 61 notes", seconds, atMost: 10, " s")
      report.goal("\(name): loading, over plain", measured - plain, atMost: 20, " ms")
    }
    return report
  }

  /// A note that dies away is not struck again: the second that is measured would otherwise contain the attack of
  /// another stroke, which the measurement of a preset leaves out.
  private func player(_ source: SoundSourceID, isCorrected: Bool) throws -> RenderedPlayer {
    let settings = FixedSettings()
    settings.soundSource = source
    settings.correctIntonation = isCorrected
    settings.evenLoudness = isCorrected
    settings.reStrike = false
    return try RenderedPlayer(period: 1024, library: library, settings: settings, tables: cache)
  }

  /// The shortest time to create a player and start its first note, in milliseconds. Without a table it would start to
  /// measure, so correction is switched off.
  private func loading(_ source: SoundSourceID, isCorrected: Bool) async throws -> Double {
    var times = Distribution()
    for _ in 0..<tries {
      let begin = Clock.wall.now()
      try await player(source, isCorrected: isCorrected).playShortly()
      times.record(Clock.wall.since(begin) / 1e6)
    }
    return times.min
  }

  private func notes(
    of source: SoundSourceID, _ table: IntonationTable, _ keys: [Int], isCorrected: Bool
  ) async throws -> Notes {
    let player = try player(source, isCorrected: isCorrected)
    var played: [Note] = []
    for key in keys where key % step == 0 {
      try Task.checkCancellation()
      guard let known = table[key]?.tone else { continue }
      let frequency = TuningSystem.equalTemperament.frequency(
        for: MIDINote(key), referencePitch: TuningSystem.standardReferencePitch)
      let handle = try await player.play(frequency)
      let whole = try player.render(Self.heldFrames)
      handle.stop()
      // More than the fade-out.
      try player.render(4096)
      let tone = tone(whole.map { $0[..<Self.noteFrames] }, frequency)
      played.append(
        Note(
          verdict: known.verdict, isMendable: known.isMendable, level: tone.level,
          mean: abs(Self.mean(of: tone)),
          furthest: furthest(whole, frequency)))
    }
    return Notes(
      all: played.filter(\.isMendable),
      loudness: Distribution(played.compactMap(\.level)).median - IntonationTable.commonLevel)
  }

  private func tone(_ channels: [ArraySlice<Float>], _ frequency: Frequency) -> ToneMeasurement {
    ToneMeter().measure(
      RenderedTone(
        channels: channels.map(Array.init), sampleRate: Self.sampleRate, nominal: frequency))
  }

  /// Cents from the key in the mean of the second that the meter measures first.
  private static func mean(of tone: ToneMeasurement) -> Double {
    let deviation = tone.deviation ?? 0
    guard let change = tone.change else { return deviation }
    let share = min(max(change.seconds - 0.3, 0), 1)
    return share * deviation + (1 - share) * change.deviation
  }

  /// The greatest deviation of all half seconds, as long as the note has not fallen by 20 dB.
  private func furthest(_ channels: [[Float]], _ frequency: Frequency) -> Double {
    func peak(_ samples: ArraySlice<Float>) -> Float { samples.reduce(0) { max($0, abs($1)) } }
    let loudest = channels.map { peak($0[...]) }.max() ?? 0
    var furthest = 0.0
    // The first one begins at .3 s.
    for start in stride(
      from: 4_800, through: Self.heldFrames - Self.pieceFrames, by: Self.pieceStep)
    {
      let piece = channels.map { $0[start..<start + Self.pieceFrames] }
      guard piece.map(peak).max() ?? 0 > 0.1 * loudest else { continue }
      furthest = max(furthest, abs(tone(piece, frequency).deviation ?? 0))
    }
    return furthest
  }
}
