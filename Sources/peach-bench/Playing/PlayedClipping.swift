import Foundation
import Intonation

/// Notes that are too loud for the input.
nonisolated enum PlayedClipping {
  static let timbres:
    [(name: String, make: @Sendable (Double, inout NoiseGenerator) -> PlayedSignal.Timbre)] =
      [
        ("sine", { _, _ in .sine }), ("saw", { _, _ in .saw }),
        (
          "stretched string",
          { hertz, random in
            .string(
              inharmonicity: 5e-5 * pow(hertz / 65, 1.3) * .random(in: 0.3...3, using: &random))
          }
        ),
        (
          "sung vowel",
          { _, random in
            .voice(PlayedSignal.Vowel.allCases.randomElement(using: &random) ?? .a)
          }
        ),
        ("odd partials", { _, _ in .partials([1, 0, 0.6, 0, 0.4, 0, 0.2, 0, 0.1]) }),
        (
          "partials by chance",
          { _, random in
            .partials((1...10).map { _ in Double.random(in: 0.05...1, using: &random) })
          }
        ),
      ]

  /// A note whose peak is 1 to 12 dB over full scale, in turn steady, with vibrato, and on a microphone with an offset.
  static func recording(
    _ timbre: Int, _ index: Int, series: UInt64 = 0
  ) -> (sound: PlayedCase, over: Double) {
    var random = NoiseGenerator(
      seed: UInt64(9_000_000 + 1000 * timbre + index) &+ series &* 10_000_000)
    var note = PlayedSignal()
    note.hertz = 65 * pow(16, Double.random(in: 0...1, using: &random))
    note.cents = .random(in: -50...50, using: &random)
    note.timbre = timbres[timbre].make(note.hertz, &random)
    note.seed = random.next()
    if index % 3 == 1 {
      note.vibratoCents = .random(in: 10...40, using: &random)
      note.vibratoRate = .random(in: 4.5...6.5, using: &random)
    }
    let over = Double.random(in: 1...12, using: &random)
    let sound = note.samples(lead: 0.3, total: 1.8)
    let peak = sound.map(abs).max() ?? 1
    let offset = index % 3 == 2 ? 0.1 : 0
    let clipped = sound.map { min(max($0 / peak * pow(10, over / 20) + offset, -1), 1) }
    return (
      PlayedCase(target: note.hertz, sound: clipped, expectation: .judged(cents: note.cents)), over
    )
  }
}

extension PlayBenchmark {
  /// Notes that are too loud by up to 12 dB.
  func clipping() throws -> Report {
    var report = Report(
      key: "playedClipping", title: "Notes that are clipped, 1 to 12 dB over full scale",
      columns: [
        ReportColumn(key: "timbre", heading: "what"), ReportColumn(key: "runs", heading: "runs"),
        ReportColumn(key: "judged", heading: "judged"),
        ReportColumn(key: "median", heading: "median |c|"),
        ReportColumn(key: "p95", heading: "95 % |c|"), ReportColumn(key: "max", heading: "max |c|"),
        ReportColumn(key: "honest", heading: "in 2 u %"),
        ReportColumn(key: "ratio", heading: "max in u"),
      ])
    var (honest, judged, all) = (0, 0, 0)
    for (place, timbre) in PlayedClipping.timbres.enumerated() {
      var (errors, ratios) = ([Double](), [Double]())
      for index in 0..<(4 * examples) {
        try Task.checkCancellation()
        let recording = PlayedClipping.recording(place, index, series: series).sound
        guard case .judged(let note) = JudgedRecording.outcome(of: recording), note.octaves == 0,
          case .judged(let cents, _) = recording.expectation
        else { continue }
        errors.append(abs(note.error - cents))
        ratios.append(abs(note.error - cents) / note.uncertainty)
      }
      let within = ratios.filter { $0 <= 2 }.count
      (honest, judged, all) = (honest + within, judged + errors.count, all + 4 * examples)
      errors.sort()
      report.rows.append([
        .text(timbre.name), .number(Double(4 * examples)), .number(Double(errors.count)),
        .number(Self.quantile(errors, 0.5), decimals: 4),
        .number(Self.quantile(errors, 0.95), decimals: 4),
        errors.last.map { .number($0, decimals: 4) } ?? .nothing,
        .number(100 * Double(within) / Double(max(errors.count, 1)), decimals: 1),
        ratios.max().map { .number($0, decimals: 2) } ?? .nothing,
      ])
    }
    report.goals = [
      ReportGoal(
        name: "judged though clipped", limit: 95, measured: 100 * Double(judged) / Double(all),
        unit: " %", bound: .atLeast),
      ReportGoal(
        name: "errors within twice the uncertainty", limit: 95,
        measured: 100 * Double(honest) / Double(max(judged, 1)), unit: " %", bound: .atLeast),
    ]
    return report
  }
}
