import Foundation
import Intonation
import Music

/// Something to be played and judged.
nonisolated struct PlayedTask: Sendable {
  /// The recording, and what has become of it.
  struct Result: Sendable {
    let recording: PlayedCase
    let outcome: PlayedNoteOutcome
  }

  /// The keys that a training may ask for.
  var keys = PlayedCases.exampleKeys

  /// What the training plays meanwhile.
  var setting = PosedNote.Setting.alone

  /// How long the judge waits for a note, in seconds.
  var longestWait = PlayedCases.longestWait

  /// Makes the recording for a note that is asked for; `nil` for one of its own choice.
  let recording: @Sendable (PosedNote?) -> PlayedCase
}

/// Plays recordings to what judges them.
protocol TaskPlayer: AnyObject {
  /// What follows the titles of its reports.
  var place: String { get }

  /// How often something was played once more so far, because it did not arrive in one piece.
  var repetitions: Int { get }

  /// The results in the order of the tasks.
  func play(_ tasks: [PlayedTask]) async throws -> [PlayedTask.Result]

  func close()
}

/// The judge alone, in this process.
final class OfflinePlayer: TaskPlayer {
  let place = ""
  let repetitions = 0

  func close() {}

  func play(_ tasks: [PlayedTask]) async throws -> [PlayedTask.Result] {
    try tasks.map { task in
      try Task.checkCancellation()
      let recording = task.recording(nil)
      return PlayedTask.Result(
        recording: recording,
        outcome: JudgedRecording.outcome(of: recording, longestWait: task.longestWait))
    }
  }
}

/// The outcomes of a group of recordings: what is right and what a false judgement, by the limits of its kind.
protocol OutcomeTally {
  init()
  var counts: [String: Int] { get }
  var right: Int { get }
  var falselyJudged: Int { get }
  mutating func add(_ outcome: PlayedNoteOutcome, to expectation: PlayedCase.Expectation)
}

extension MishapTally: OutcomeTally {}
extension UnisonTally: OutcomeTally {}

/// Played notes of known pitch, and what is made of them.
struct PlayBenchmark {
  /// The outcomes by name, in the order of the columns.
  private static let outcomes = [
    "judged", "tooShort", "unsteady", "noPitch", "wrongNote", "inseparable",
  ]

  let tones: Int
  let examples: Int
  /// Other tones and examples.
  var series: UInt64 = 0
  let player: any TaskPlayer

  // MARK: Recordings

  /// What has become of a group of recordings.
  private struct Group {
    let runs: Int
    let right: Int
    let falselyJudged: Int

    /// What was judged in the right octave, and how many of that within twice its uncertainty.
    let judged: Int
    let honest: Int

    /// In cents.
    let greatestError: Double
  }

  /// A sum over groups in percent of another.
  private func percent(
    _ part: (Group) -> Int, of whole: (Group) -> Int = { $0.runs }, in groups: [Group]
  ) -> Double {
    100 * Double(groups.reduce(0) { $0 + part($1) })
      / Double(groups.reduce(0) { $0 + whole($1) })
  }

  /// Plays groups of tasks, all at once, and reports on each group.
  private func play(
    _ key: String, _ title: String, _ groups: [(name: String, tasks: [PlayedTask])],
    _ tally: (some OutcomeTally).Type, notes: [String] = []
  ) async throws -> (report: Report, groups: [Group]) {
    var report = Report(
      key, title + player.place,
      ["what", "runs", "right"] + Self.outcomes.map { .init($0) } + [
        .init("falselyJudged", "false"), .init("median", "median |c|", 4),
        .init("p95", "95 % |c|", 4), .init("max", "max |c|", 4), .init("honest", "in 2 u %", 1),
      ], notes: notes)
    let repetitions = player.repetitions
    var results = try await player.play(groups.flatMap(\.tasks))[...]
    var found: [Group] = []
    for (name, tasks) in groups {
      var tally = tally.init()
      var (errors, honest) = (Distribution(), 0)
      for result in results.prefix(tasks.count) {
        tally.add(result.outcome, to: result.recording.expectation)
        guard case .judged(let cents, let octaves) = result.recording.expectation,
          case .judged(let note) = result.outcome, note.octaves == octaves
        else { continue }
        let error = abs(note.error - cents)
        errors.record(error)
        if error <= 2 * note.uncertainty { honest += 1 }
      }
      results = results.dropFirst(tasks.count)
      let group = Group(
        runs: tasks.count, right: tally.right, falselyJudged: tally.falselyJudged,
        judged: errors.count, honest: honest, greatestError: errors.max)
      report.add(
        row: [name, group.runs, group.right] + Self.outcomes.map { tally.counts[$0] } + [
          group.falselyJudged, errors.median, errors.value(atPercentile: 95), errors.max,
          percent(\.honest, of: \.judged, in: [group]),
        ])
      found.append(group)
    }
    let more = player.repetitions - repetitions
    if more > 0 {
      report.notes.append(
        "\(more) times a recording was played anew, because the server had lost a part of it.")
    }
    return (report, found)
  }

  func report(on part: PlayCommand.Part) async throws -> Report {
    switch part {
    case .tones: try await tonesReport()
    case .mishaps: try await mishaps()
    case .unisons: try await unisons()
    case .waits: try waits()
    case .cost: try await InputCost().run()
    }
  }

  private func tonesReport() async throws -> Report {
    let noises: [Double?] = [nil, -40, -30, -20]
    let sets: [(isVibrato: Bool, greatest: Double)] = [(false, 0.1), (true, 0.5)]
    var (report, groups) = try await play(
      "playedTones", "Tones of known pitch, 65 to 1200 Hz, up to 50 cents off",
      sets.flatMap { set in
        noises.map { noise in
          (
            (set.isVibrato ? "vibrato 1 s, " : "steady 0.5 s, ")
              + (noise.map { "noise \(Int($0)) dB" } ?? "no noise"),
            toneTasks(vibrato: set.isVibrato, noise: noise)
          )
        }
      }, MishapTally.self,
      notes: ["in turn sines, saws, stretched strings and sung vowels; pink noise."])
    for (place, set) in sets.enumerated() {
      let clean = groups[place * noises.count]
      report.goal(
        set.isVibrato ? "vibrato over 1 s" : "steady tones of 0.5 s", clean.greatestError,
        atMost: set.greatest, " cents")
      report.goal(
        set.isVibrato ? "judged with vibrato" : "judged steady", percent(\.judged, in: [clean]),
        atLeast: 100, " %")
    }
    report.goal(
      "errors within twice the uncertainty",
      groups.map { percent(\.honest, of: \.judged, in: [$0]) }.min(), atLeast: 90, " %")
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

  private func mishaps() async throws -> Report {
    var (report, groups) = try await play(
      "playedMishaps", "What happens with players and microphones",
      PlayedCases.Difficulty.allCases.map { [series] difficulty in
        (
          difficulty.rawValue,
          (0..<examples).map { index in
            PlayedTask(setting: difficulty.setting) {
              PlayedCases.example(difficulty, index, posed: $0, series: series)
            }
          }
        )
      }, MishapTally.self,
      notes: [
        "false: judged though it should not be, in the wrong octave, or more than 2 cents wrong."
      ])
    report.goal("falsely judged", percent(\.falselyJudged, in: groups), atMost: 1, " %")
    report.goal("the right outcome", percent(\.right, in: groups), atLeast: 95, " %")
    return report
  }

  /// What a good player plays: within 20 cents of the reference, and never far from its end.
  private func unisons() async throws -> Report {
    var (report, groups) = try await play(
      "playedUnisons", "Unisons within 20 cents of the reference that has just ended",
      PlayedUnison.all.map { [series] unison in
        (
          unison.name,
          (0..<2 * examples).map { index in
            PlayedTask(longestWait: 10) { _ in unison.recording(index, series: series) }
          }
        )
      }, UnisonTally.self,
      notes: [
        "right: judged within half a cent; false: judged further off, or though nobody played."
      ])
    func situations(isLeaking: Bool) -> [Group] {
      zip(PlayedUnison.all, groups).filter { $0.0.isLeaking == isLeaking }.map(\.1)
    }
    report.goal(
      "judged without a leak", percent(\.right, in: situations(isLeaking: false)), atLeast: 98, " %"
    )
    report.goal(
      "falsely judged where the reference rings",
      percent(\.falselyJudged, in: situations(isLeaking: true)), atMost: 1, " %")
    return report
  }

  // MARK: Waits

  /// A minute of waiting in each room, several times.
  private func waits() throws -> Report {
    let outcomes = Self.outcomes.dropFirst()
    var report = Report(
      "playedWaits", "A minute in which nobody plays, listening on after each outcome",
      [
        .init("room", "what"), .init("runs", "minutes"),
        .init("falselyJudged", "with a false judgement"),
      ] + outcomes.map { .init($0) })
    let runs = max(examples / 2, 1)
    var wrong = 0
    for (place, room) in PlayedWait.all.enumerated() {
      var (falsely, counts) = (0, [String: Int]())
      for index in 0..<runs {
        try Task.checkCancellation()
        let outcomes = room.listen(place, index, series: series)
        if outcomes["judged"] != nil { falsely += 1 }
        counts.merge(outcomes, uniquingKeysWith: +)
      }
      wrong += falsely
      report.add(row: [room.name, runs, falsely] + outcomes.map { counts[$0] })
    }
    report.goal(
      "minutes with a false judgement",
      100 * Double(wrong) / Double(runs * PlayedWait.all.count), atMost: 1, " %")
    return report
  }
}
