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
  private static let step = 3

  private let library: SoundFontLibrary
  private let fonts: [String]

  init(fonts: [String]) throws {
    self.fonts = fonts.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
    library = try SoundFontLibrary(
      SoundFontSearch(places: self.fonts.map { SoundFontPlace(.option, $0) }))
  }

  func run() async throws -> Report {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "peach-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = IntonationCache(folder: folder.path)
    var report = Report(
      key: "playedInstruments", title: "Instruments of SoundFonts, up to 45 cents off",
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
    for font in fonts {
      for instrument in Self.instruments {
        guard let source = SoundSourceID("\(font):0:\(instrument.program)") else { continue }
        let name = "\(URL(fileURLWithPath: font).deletingPathExtension().lastPathComponent) "
        let result = try await play(source, keys: instrument.keys, cache: cache)
        report.rows.append([.text(name + instrument.name)] + result)
      }
    }
    report.notes = [
      "corrected by the table, against its mean over a second from 0.3 s on:",
      "first the steady 0.6 s that are found first, as in a training; recordings of players move;",
      "then the same second, from both channels together, which the table takes one by one.",
    ]
    return report
  }

  private func play(
    _ source: SoundSourceID, keys: ClosedRange<Int>, cache: IntonationCache
  ) async throws -> [ReportValue] {
    let check = try SoundCheck(source, library: library, cache: cache)
    let table = try await check.measure(keys: keys)
    try check.keep(table)
    let notes = try PlayedNotes(source, library: library, cache: cache, isCorrected: true)
    var random = NoiseGenerator(seed: 7)
    var (count, octaves) = (0, 0)
    var (same, first) = ([Double](), [Double]())
    var covered = 0
    for key in stride(from: keys.lowerBound, through: keys.upperBound, by: Self.step) {
      guard let tone = table[key]?.tone, tone.deviation != nil, tone.octaves == 0 else { continue }
      try Task.checkCancellation()
      count += 1
      let target = TuningSystem.equalTemperament.frequency(
        for: MIDINote(key), referencePitch: TuningSystem.standardReferencePitch)
      let cents = Double.random(in: -45...45, using: &random)
      let channels = try await notes.play(target.shifted(by: Cents(cents)))
      let sound = zip(channels[0], channels[1]).map { Double($0 + $1) / 2 }
      if case .judged(let note) = outcome(of: sound, target: target, steadyTime: 0.6) {
        if note.octaves != 0 { octaves += 1 }
        first.append(abs(note.error - cents))
      }
      // The second that the table measures begins 0.3 s after the note.
      let later = Array(sound.dropFirst(Int(0.26 * PlayedCases.sampleRate)))
      if case .judged(let note) = outcome(of: later, target: target, steadyTime: 1) {
        same.append(abs(note.error - cents))
        if abs(note.error - cents) <= 2 * note.uncertainty { covered += 1 }
      }
    }
    (same, first) = (same.sorted(), first.sorted())
    return [
      .number(Double(count)), .number(Double(first.count)), .number(Double(octaves)),
      .number(PlayBenchmark.quantile(first, 0.5), decimals: 2),
      first.last.map { .number($0, decimals: 2) } ?? .nothing,
      .number(Double(same.count)), .number(PlayBenchmark.quantile(same, 0.5), decimals: 3),
      same.last.map { .number($0, decimals: 2) } ?? .nothing,
      .number(100 * Double(covered) / Double(max(same.count, 1))),
    ]
  }

  private func outcome(
    of sound: [Double], target: Frequency, steadyTime: Double
  ) -> PlayedNoteOutcome {
    let lead = [Double](repeating: 0, count: Int(0.3 * PlayedCases.sampleRate))
    return JudgedRecording.outcome(
      of: PlayedCase(
        target: target.hertz, sound: lead + sound, expectation: .judged(cents: 0),
        steadyTime: steadyTime))
  }
}
