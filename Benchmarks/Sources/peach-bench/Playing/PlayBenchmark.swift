import Foundation
import Intonation

/// Tones and mishaps.
struct PlayBenchmark {
  private static let greatestError = (steady: 0.1, vibrato: 0.5)
  private static let noises: [Double?] = [nil, -40, -30, -20]

  let tones: Int
  let examples: Int
  /// Other tones and examples.
  var series: UInt64 = 0
  let player: any TaskPlayer

  // MARK: Tones

  func tonesReport() async throws -> Report {
    var report = Report(
      key: "playedTones",
      title: "Tones of known pitch, 65 to 1200 Hz, up to 50 cents off" + player.place,
      columns: [
        ReportColumn(key: "set", heading: "set"), ReportColumn(key: "noise", heading: "noise dB"),
        ReportColumn(key: "judged", heading: "judged"),
        ReportColumn(key: "median", heading: "median |c|"),
        ReportColumn(key: "p95", heading: "95 % |c|"), ReportColumn(key: "max", heading: "max |c|"),
        ReportColumn(key: "honest", heading: "in 2 u %"),
      ])
    var leastHonest = 100.0
    let repetitions = player.repetitions
    for isVibrato in [false, true] {
      for noise in Self.noises {
        try Task.checkCancellation()
        let played = try await player.play(toneTasks(vibrato: isVibrato, noise: noise))
        let result = errors(of: played)
        leastHonest = min(leastHonest, result.honest)
        let row: [ReportValue] = [
          .text(isVibrato ? "vibrato 1 s" : "steady 0.5 s"),
          noise.map { .number($0) } ?? .text("none"), .number(Double(result.errors.count)),
          .number(Self.quantile(result.errors, 0.5), decimals: 4),
          .number(Self.quantile(result.errors, 0.95), decimals: 4),
          result.errors.last.map { .number($0, decimals: 4) } ?? .nothing,
          .number(result.honest, decimals: 1),
        ]
        report.rows.append(row)
        guard noise == nil else { continue }
        report.goals += [
          ReportGoal(
            name: isVibrato ? "vibrato over 1 s" : "steady tones of 0.5 s",
            limit: isVibrato ? Self.greatestError.vibrato : Self.greatestError.steady,
            measured: result.errors.last, unit: " cents"),
          ReportGoal(
            name: isVibrato ? "judged with vibrato" : "judged steady", limit: 100,
            measured: 100 * Double(result.errors.count) / Double(max(played.count, 1)), unit: " %",
            bound: .atLeast),
        ]
      }
    }
    report.goals.append(
      ReportGoal(
        name: "errors within twice the uncertainty", limit: 90, measured: leastHonest, unit: " %",
        bound: .atLeast))
    report.notes =
      ["in turn sines, saws, stretched strings and sung vowels; pink noise;"]
      + player.notes(since: repetitions)
    return report
  }

  private func toneTasks(vibrato: Bool, noise: Double?) -> [PlayedTask] {
    PlayedCases.tones(tones, vibrato: vibrato, series: series).enumerated().map { index, signal in
      PlayedTask(keys: PlayedCases.toneKeys) { posed in
        var signal = signal
        if let posed {
          signal.hertz = posed.target
          signal.timbre = PlayedCases.timbre(index, at: posed.target)
          // As long as a training wants it.
          signal.seconds = max(signal.seconds, 0.9)
        }
        return PlayedCases.recorded(signal, noise: noise)
      }
    }
  }

  /// The errors in cents, sorted, of what was judged in the right octave, and the share of them within
  /// twice their uncertainty, in percent.
  private func errors(of played: [PlayedTask.Result]) -> (errors: [Double], honest: Double) {
    var errors: [Double] = []
    var honest = 0
    for result in played {
      guard case .judged(let cents, 0) = result.recording.expectation,
        case .judged(let note) = result.outcome, note.octaves == 0
      else { continue }
      let error = abs(note.error - cents)
      errors.append(error)
      if error <= 2 * note.uncertainty { honest += 1 }
    }
    return (errors.sorted(), 100 * Double(honest) / Double(max(errors.count, 1)))
  }

  static func quantile(_ sorted: [Double], _ share: Double) -> Double {
    sorted.isEmpty ? .nan : sorted[min(Int(share * Double(sorted.count)), sorted.count - 1)]
  }

  // MARK: Mishaps

  /// The outcomes by name, in the order of the columns.
  static let outcomes = [
    "judged", "tooShort", "unsteady", "noPitch", "wrongNote", "inseparable",
  ]

  func mishaps() async throws -> Report {
    var report = Report(
      key: "playedMishaps", title: "What happens with players and microphones" + player.place,
      columns: [
        ReportColumn(key: "mishap", heading: "what"), ReportColumn(key: "right", heading: "right"),
      ] + Self.outcomes.map { ReportColumn(key: $0, heading: $0) } + [
        ReportColumn(key: "falselyJudged", heading: "false"),
        ReportColumn(key: "max", heading: "max |c|"),
      ])
    var (all, right, wrong) = (0, 0, 0)
    let difficulties = PlayedCases.Difficulty.allCases
    let tasks = difficulties.flatMap { [series] difficulty in
      (0..<examples).map { index in
        PlayedTask(keys: PlayedCases.exampleKeys, setting: difficulty.setting) {
          PlayedCases.example(difficulty, index, posed: $0, series: series)
        }
      }
    }
    let repetitions = player.repetitions
    let played = try await player.play(tasks)
    for (place, difficulty) in difficulties.enumerated() {
      var tally = MishapTally()
      for result in played[(place * examples)..<((place + 1) * examples)] {
        tally.add(result.outcome, to: result.recording.expectation)
      }
      report.rows.append(
        [.text(difficulty.rawValue), .number(Double(tally.right))]
          + Self.outcomes.map { tally.counts[$0].map { .number(Double($0)) } ?? .nothing }
          + [
            .number(Double(tally.falselyJudged)),
            tally.errors.max().map { .number($0, decimals: 3) } ?? .nothing,
          ])
      all += examples
      right += tally.right
      wrong += tally.falselyJudged
    }
    report.goals = [
      ReportGoal(
        name: "falsely judged", limit: 1, measured: 100 * Double(wrong) / Double(all), unit: " %"),
      ReportGoal(
        name: "the right outcome", limit: 95, measured: 100 * Double(right) / Double(all),
        unit: " %", bound: .atLeast),
    ]
    report.notes = [
      "false: judged though it should not be, in the wrong octave, or more than 2 cents wrong."
    ]
    report.notes += player.notes(since: repetitions)
    return report
  }
}

// MARK: - Unisons and clipped notes

extension PlayBenchmark {
  /// What a good player plays: within 20 cents of the reference, and never far from its end.
  func unisons() throws -> Report {
    var report = Report(
      key: "playedUnisons", title: "Unisons within 20 cents of the reference that has just ended",
      columns: [
        ReportColumn(key: "situation", heading: "what"),
        ReportColumn(key: "runs", heading: "runs"), ReportColumn(key: "right", heading: "right"),
      ] + Self.outcomes.map { ReportColumn(key: $0, heading: $0) } + [
        ReportColumn(key: "falselyJudged", heading: "false"),
        ReportColumn(key: "max", heading: "max |c|"),
      ])
    var (headphones, leaking) = ((right: 0, all: 0), (wrong: 0, all: 0))
    for unison in PlayedUnison.all {
      var tally = UnisonTally()
      for index in 0..<(2 * examples) {
        try Task.checkCancellation()
        let recording = unison.recording(index, series: series)
        tally.add(
          JudgedRecording.outcome(of: recording, longestWait: 10), to: recording.expectation)
      }
      if unison.isLeaking {
        leaking = (leaking.wrong + tally.falselyJudged, leaking.all + 2 * examples)
      } else {
        headphones = (headphones.right + tally.right, headphones.all + 2 * examples)
      }
      report.rows.append(
        [.text(unison.name), .number(Double(2 * examples)), .number(Double(tally.right))]
          + Self.outcomes.map { tally.counts[$0].map { .number(Double($0)) } ?? .nothing }
          + [
            .number(Double(tally.falselyJudged)),
            tally.errors.max().map { .number($0, decimals: 3) } ?? .nothing,
          ])
    }
    report.goals = [
      ReportGoal(
        name: "judged without a leak", limit: 98,
        measured: 100 * Double(headphones.right) / Double(headphones.all), unit: " %",
        bound: .atLeast),
      ReportGoal(
        name: "falsely judged where the reference rings", limit: 1,
        measured: 100 * Double(leaking.wrong) / Double(leaking.all), unit: " %"),
    ]
    report.notes = [
      "right: judged within half a cent; false: judged further off, or though nobody played."
    ]
    return report
  }

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
