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
}

/// The judge alone, in this process.
final class OfflinePlayer: TaskPlayer {
  let place = ""
  let repetitions = 0

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
    var runs = 0
    var (right, falselyJudged) = (0, 0)

    /// In cents, of what was judged in the right octave, and how many of them are within twice their uncertainty.
    var errors: [Double] = []
    var honest = 0

    static func + (one: Group, other: Group) -> Group {
      var sum = one
      sum.runs += other.runs
      sum.right += other.right
      sum.falselyJudged += other.falselyJudged
      sum.errors += other.errors
      sum.honest += other.honest
      return sum
    }

    var percentJudged: Double { 100 * Double(errors.count) / Double(runs) }
    var percentRight: Double { 100 * Double(right) / Double(runs) }
    var percentFalse: Double { 100 * Double(falselyJudged) / Double(runs) }
    var percentHonest: Double { 100 * Double(honest) / Double(errors.count) }
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
      var group = Group()
      for result in results.prefix(tasks.count) {
        tally.add(result.outcome, to: result.recording.expectation)
        group.runs += 1
        guard case .judged(let cents, let octaves) = result.recording.expectation,
          case .judged(let note) = result.outcome, note.octaves == octaves
        else { continue }
        let error = abs(note.error - cents)
        group.errors.append(error)
        if error <= 2 * note.uncertainty { group.honest += 1 }
      }
      results = results.dropFirst(tasks.count)
      (group.right, group.falselyJudged) = (tally.right, tally.falselyJudged)
      let errors = Distribution(group.errors)
      report.add(
        row: [name, group.runs, group.right] + Self.outcomes.map { tally.counts[$0] } + [
          group.falselyJudged, errors.median, errors.value(atPercentile: 95), errors.max,
          group.percentHonest,
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

  func tonesReport() async throws -> Report {
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
        set.isVibrato ? "vibrato over 1 s" : "steady tones of 0.5 s", clean.errors.max(),
        atMost: set.greatest, " cents")
      report.goal(
        set.isVibrato ? "judged with vibrato" : "judged steady", clean.percentJudged,
        atLeast: 100, " %")
    }
    report.goal(
      "errors within twice the uncertainty", groups.map(\.percentHonest).min(), atLeast: 90, " %")
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

  func mishaps() async throws -> Report {
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
    let all = groups.reduce(Group(), +)
    report.goal("falsely judged", all.percentFalse, atMost: 1, " %")
    report.goal("the right outcome", all.percentRight, atLeast: 95, " %")
    return report
  }

  /// What a good player plays: within 20 cents of the reference, and never far from its end.
  func unisons() async throws -> Report {
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
    func sum(isLeaking: Bool) -> Group {
      zip(PlayedUnison.all, groups).filter { $0.0.isLeaking == isLeaking }
        .reduce(Group()) { $0 + $1.1 }
    }
    report.goal("judged without a leak", sum(isLeaking: false).percentRight, atLeast: 98, " %")
    report.goal(
      "falsely judged where the reference rings", sum(isLeaking: true).percentFalse, atMost: 1,
      " %")
    return report
  }

  /// Notes that are too loud by up to 12 dB.
  func clipping() async throws -> Report {
    var (report, groups) = try await play(
      "playedClipping", "Notes that are clipped, 1 to 12 dB over full scale",
      PlayedClipping.timbres.enumerated().map { [series] place, timbre in
        (
          timbre.name,
          (0..<4 * examples).map { index in
            PlayedTask { _ in PlayedClipping.recording(place, index, series: series).sound }
          }
        )
      }, MishapTally.self)
    let all = groups.reduce(Group(), +)
    report.goal("judged though clipped", all.percentJudged, atLeast: 95, " %")
    report.goal("errors within twice the uncertainty", all.percentHonest, atLeast: 95, " %")
    return report
  }

  // MARK: Waits

  /// A minute of waiting in each room, several times.
  func waits() throws -> Report {
    let outcomes = Self.outcomes.dropFirst()
    var report = Report(
      "playedWaits", "A minute in which nobody plays, listening on after each outcome",
      [
        .init("room", "what"), .init("runs", "minutes"),
        .init("falselyJudged", "with a false judgement"),
      ] + outcomes.map { .init($0) })
    let runs = max(examples / 2, 1)
    var wrong = 0
    for room in PlayedWait.allCases {
      var (falsely, counts) = (0, [String: Int]())
      for index in 0..<runs {
        try Task.checkCancellation()
        let outcomes = room.listen(index, series: series)
        if outcomes["judged"] != nil { falsely += 1 }
        counts.merge(outcomes, uniquingKeysWith: +)
      }
      wrong += falsely
      report.add(row: [room.rawValue, runs, falsely] + outcomes.map { counts[$0] })
    }
    report.goal(
      "minutes with a false judgement",
      100 * Double(wrong) / Double(runs * PlayedWait.allCases.count), atMost: 1, " %")
    return report
  }

  // MARK: Cost

  /// What the two stages cost.
  static func cost() -> Report {
    let seconds = 10.0
    var report = Report(
      "playedCost", "Cost of listening to a tone of 10 s",
      [
        "rate", .init("percent", "coarse % of a core", 3),
        .init("milliseconds", "a judgement ms", 2),
      ])
    var worst = 0.0
    for rate in [44_100.0, 48_000, 96_000, 192_000, 384_000] {
      var signal = PlayedSignal()
      signal.seconds = seconds
      let samples = signal.samples(lead: 0, total: seconds, sampleRate: rate).map(Float.init)
      // As the worker thread does it: at a rate that is not faster than need be.
      var decimator = InputDecimator(sampleRate: rate)
      var tracker = PitchTracker(sampleRate: decimator.rate)
      var fewer: [Float] = []
      let coarse = Clock.thread.time {
        for start in stride(from: 0, to: samples.count, by: JudgedRecording.piece) {
          let part = samples[start..<min(start + JudgedRecording.piece, samples.count)]
          let piece = part.withUnsafeBufferPointer { decimator.append($0) }
          _ = piece.withUnsafeBufferPointer { tracker.append($0) }
          fewer += piece
        }
      }
      let percent = coarse / 1e9 / seconds * 100
      let stretch = Int(decimator.rate)..<Int(1.6 * decimator.rate)
      let note = Frequency(hertz: signal.hertz)
      let judgement = Clock.thread.time {
        _ = PlayedToneMeter().measure(
          fewer, stretch: stretch, sampleRate: decimator.rate, near: note, target: note)
      }
      worst = max(worst, percent)
      report.add(rate, percent, judgement / 1e6)
    }
    report.goal("coarse stage", worst, atMost: 2, " % of a core")
    return report
  }
}
