import Foundation
import Intonation
import Music
import Sound
import SoundFonts
import Training

/// The instruments of SoundFonts as players: each note sounds through Peach's engine, and the table of
/// the sound's intonation says how far it is from the target.
final class PlayedInstruments {
  /// By their programs in General MIDI, with the keys that they play.
  private static let instruments: [(name: String, program: Int, keys: ClosedRange<Int>)] = [
    ("guitar", 24, 40...76), ("violin", 40, 55...88), ("cello", 42, 36...69),
    ("voice", 52, 48...79), ("trumpet", 56, 54...82), ("oboe", 68, 58...86),
    ("flute", 73, 60...91),
  ]

  private let library: SoundFontLibrary
  private let fonts: [String]
  private let player: any TaskPlayer

  init(fonts: [String], player: any TaskPlayer) throws {
    self.fonts = fonts.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    self.player = player
    library = try SoundFontLibrary(
      SoundFontSearch(places: self.fonts.map { SoundFontPlace(.option, $0) }))
  }

  func run() async throws -> Report {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "peach-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = IntonationCache(folder: folder.path)
    var sounds: [InstrumentSound] = []
    for font in fonts {
      let name = URL(fileURLWithPath: font).deletingPathExtension().lastPathComponent
      for instrument in Self.instruments {
        guard let source = SoundSourceID("\(font):0:\(instrument.program)") else { continue }
        sounds.append(
          try await InstrumentSound(
            "\(name) \(instrument.name)", source, keys: instrument.keys, library: library,
            cache: cache))
      }
    }
    let repetitions = player.repetitions
    // All at once: those with the same keys share their programs.
    let results = try await player.play(sounds.flatMap(\.tasks))
    var report = Report(
      key: "playedInstruments",
      title: "Instruments of SoundFonts, up to 45 cents off" + player.place,
      columns: [
        ReportColumn(key: "sound", heading: "sound"), ReportColumn(key: "notes", heading: "notes"),
        ReportColumn(key: "judged", heading: "judged"),
        ReportColumn(key: "octave", heading: "octave"),
        ReportColumn(key: "median", heading: "median |c|"),
        ReportColumn(key: "max", heading: "max |c|"),
        ReportColumn(key: "sameJudged", heading: "same second"),
        ReportColumn(key: "sameMedian", heading: "median |c|"),
        ReportColumn(key: "sameMax", heading: "max |c|"),
        ReportColumn(key: "covered", heading: "in 2 u %"),
      ])
    var place = 0
    for sound in sounds {
      let count = sound.tasks.count
      report.rows.append(Self.row(sound.name, results[place..<(place + count)]))
      place += count
    }
    report.notes =
      [
        "corrected by the table, against its mean over a second from 0.3 s on:",
        "first the steady 0.6 s that are found first, as in a training; recordings of players move;",
        "then the same second, from both channels together, which the table takes one by one.",
      ] + player.notes(since: repetitions)
    return report
  }

  /// - Parameter results: in turn of a whole note and of its later part.
  private static func row(_ name: String, _ results: ArraySlice<PlayedTask.Result>)
    -> [ReportValue]
  {
    var (count, octaves, covered) = (0, 0, 0)
    var (first, same) = ([Double](), [Double]())
    for (index, result) in results.enumerated() {
      let isWhole = index.isMultiple(of: 2)
      // Else the table does not know the note.
      guard case .judged(let cents, _) = result.recording.expectation else { continue }
      if isWhole { count += 1 }
      guard case .judged(let note) = result.outcome else { continue }
      let error = abs(note.error - cents)
      if isWhole {
        if note.octaves != 0 { octaves += 1 }
        first.append(error)
      } else {
        same.append(error)
        if error <= 2 * note.uncertainty { covered += 1 }
      }
    }
    (same, first) = (same.sorted(), first.sorted())
    return [
      .text(name), .number(Double(count)), .number(Double(first.count)), .number(Double(octaves)),
      .number(PlayBenchmark.quantile(first, 0.5), decimals: 2),
      first.last.map { .number($0, decimals: 2) } ?? .nothing,
      .number(Double(same.count)), .number(PlayBenchmark.quantile(same, 0.5), decimals: 3),
      same.last.map { .number($0, decimals: 2) } ?? .nothing,
      .number(100 * Double(covered) / Double(max(same.count, 1))),
    ]
  }
}

/// A sound that plays an instrument's notes, one after the other however many ask for one. Main thread.
private final class InstrumentSound {
  let name: String

  /// In turn a whole note, and its later part.
  private(set) var tasks: [PlayedTask] = []

  private static let step = 3
  private static let lead = 0.3

  /// The second that the table measures begins 0.3 s after the note.
  private static let begin = 0.26

  private let table: IntonationTable
  private let notes: PlayedNotes

  /// The note before, which has to be over.
  private var last: Task<[[Float]], any Error>?

  init(
    _ name: String, _ source: SoundSourceID, keys: ClosedRange<Int>, library: SoundFontLibrary,
    cache: IntonationCache
  ) async throws {
    self.name = name
    let check = try SoundCheck(source, library: library, cache: cache)
    table = try await check.measure(keys: keys)
    try check.keep(table)
    notes = try PlayedNotes(source, library: library, cache: cache, isCorrected: true)
    var random = NoiseGenerator(seed: 7)
    for key in stride(from: keys.lowerBound, through: keys.upperBound, by: Self.step)
    where isKnown(key) {
      let cents = Double.random(in: -45...45, using: &random)
      let target = TuningSystem.equalTemperament.frequency(
        for: MIDINote(key), referencePitch: TuningSystem.standardReferencePitch)
      for isWhole in [true, false] {
        tasks.append(
          PlayedTask(keys: keys) { [self] posed in
            try await recording(
              of: posed.map { Frequency(hertz: $0.target) } ?? target, cents: cents,
              isWhole: isWhole)
          })
      }
    }
  }

  private func isKnown(_ key: Int) -> Bool {
    guard let tone = table[key]?.tone else { return false }
    return tone.deviation != nil && tone.octaves == 0
  }

  private func recording(of target: Frequency, cents: Double, isWhole: Bool) async throws
    -> PlayedCase
  {
    let channels = try await play(target.shifted(by: Cents(cents)))
    let sound = zip(channels[0], channels[1]).map { Double($0 + $1) / 2 }
    let later = sound.dropFirst(isWhole ? 0 : Int(Self.begin * PlayedCases.sampleRate))
    let silence = [Double](repeating: 0, count: Int(Self.lead * PlayedCases.sampleRate))
    let key = Int((69 + 12 * log2(target.hertz / 440)).rounded())
    return PlayedCase(
      target: target.hertz, sound: silence + later,
      expectation: isKnown(key) ? .judged(cents: cents) : .notJudged, steadyTime: isWhole ? 0.6 : 1)
  }

  private func play(_ frequency: Frequency) async throws -> [[Float]] {
    let task = Task { [notes, last] in
      _ = await last?.result
      return try await notes.play(frequency)
    }
    last = task
    return try await task.value
  }
}
