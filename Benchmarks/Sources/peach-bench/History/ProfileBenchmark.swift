import ArgumentParser
import Foundation
import History
import Music
import Training

struct ProfileCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "What it costs to rebuild the profile, and to update it.")

  @OptionGroup var tries: TriesOptions
  @OptionGroup var output: OutputOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(try ProfileBenchmark(tries: tries.tries).run(in: workshop))
    writer.write(try HearingBenchmark(tries: tries.tries).run())
  }
}

/// The cost of rebuilding the profile from the records.
struct ProfileBenchmark {
  private static let counts = [1000, 20_000, 100_000, 1_000_000]

  /// In seconds: for reading and summing a million records, and for the conclusions from the last of
  /// them, on two cores.
  private static let (reading, concluding) = (1.0, 0.35)

  let tries: Int

  func run(in workshop: Workshop) throws -> Report {
    var report = Report(
      key: "profile", title: "Rebuilding the profile from the records",
      columns: [ReportColumn(key: "records", heading: "records")] + Distribution.secondsColumns
        + [ReportColumn(key: "microsecondsPerRecord", heading: "us per record")])
    for count in Self.counts {
      let url = Workshop.database(in: try workshop.home(records: count))
      var times = Distribution()
      for _ in 0..<tries { times.record(try timeToRebuild(from: url)) }
      report.rows.append(
        [.number(Double(count))] + times.secondsFigures
          + [.number(Double(times.median) / 1000 / Double(count), decimals: 2)])
      guard count == Self.counts.last else { continue }
      report.goals.append(
        ReportGoal(
          name: "\(count) records", limit: Self.reading + Self.concluding,
          measured: Double(times.median) / 1e9, unit: " s"))
    }
    report.notes = [
      "From opening the database to the profile with its thresholds, trends and timeline."
    ]
    return report
  }

  private func timeToRebuild(from url: URL) throws -> UInt64 {
    try Task.checkCancellation()
    return try WallClock.nanoseconds {
      let store = try TrainingDataStore(url: url)
      var hearing = HearingModel()
      try store.replay(into: &hearing)
      store.close()
    }
  }
}

/// The cost of the model of hearing itself, without a database: of the last answers that it is
/// rebuilt from, of the next one, of its verdicts, and of keeping it.
struct HearingBenchmark {
  /// As many unisons as the thresholds rest on, and as many intervals: the most work there is.
  private static let answers = 40_000
  private static let nextAnswers = 2000
  private static let copies = 16

  let tries: Int

  func run() throws -> Report {
    let answers = SyntheticHistory(count: Self.answers + Self.nextAnswers).map(
      ComparisonAnswer.init)
    let (past, next) = (answers.prefix(Self.answers), answers.dropFirst(Self.answers))
    var times = (summing: Distribution(), rebuilding: Distribution(), verdicts: Distribution())
    var costs = (unison: Distribution(), interval: Distribution())
    var hearing = HearingModel()
    for _ in 0..<tries {
      try Task.checkCancellation()
      var replay = HearingReplay()
      times.summing.record(WallClock.nanoseconds { for answer in past { replay.add(answer) } })
      let begin = WallClock.now()
      hearing = replay.finish()
      times.rebuilding.record(WallClock.now() - begin)
      times.verdicts.record(
        WallClock.nanoseconds {
          _ = UnisonVerdicts(hearing.unison.melodic)
          _ = IntervalVerdicts(hearing.intervals.melodic)
        })
    }
    for answer in next {
      let cost = WallClock.nanoseconds { hearing.add(answer) }
      if answer.interval == .prime {
        costs.unison.record(cost)
      } else {
        costs.interval.record(cost)
      }
    }
    var report = Report(
      key: "hearing", title: "The model of hearing",
      columns: [ReportColumn(key: "case", heading: "case")] + Distribution.secondsColumns)
    report.rows = [
      [.text("summing \(Self.answers) answers")] + times.summing.secondsFigures,
      [.text("concluding from the last 20000 of each kind")] + times.rebuilding.secondsFigures,
      [.text("verdicts and trends")] + times.verdicts.secondsFigures,
    ]
    report.goals = [
      seconds("rebuilding from \(Self.answers) answers", times.rebuilding, limit: 0.35),
      microseconds("an answer to a unison", costs.unison),
      microseconds("an answer to an interval", costs.interval),
      ReportGoal(
        name: "memory", limit: 2048, measured: try memory(of: hearing, next: Array(next)),
        unit: " KiB"),
    ]
    report.notes = ["Memory: what a copy takes that shares nothing with the original."]
    return report
  }

  /// In kibibytes: the growth of the process by copies that are each changed, so that they share
  /// nothing of size.
  private func memory(of hearing: HearingModel, next: [ComparisonAnswer]) throws -> Double? {
    guard let unison = next.first(where: { $0.interval == .prime }),
      let interval = next.first(where: { $0.interval != .prime })
    else { return nil }
    var copies: [HearingModel] = []
    func addCopies() {
      for _ in 0..<Self.copies {
        var copy = hearing
        copy.add(unison)
        copy.add(interval)
        copies.append(copy)
      }
    }
    // The first ones fill what the heap had free.
    addCopies()
    let before = try ResidentSet().total
    addCopies()
    let after = try ResidentSet().total
    return withExtendedLifetime(copies) { Double(after - before) / Double(Self.copies) }
  }

  private func seconds(_ name: String, _ times: Distribution, limit: Double) -> ReportGoal {
    ReportGoal(name: name, limit: limit, measured: Double(times.median) / 1e9, unit: " s")
  }

  private func microseconds(_ name: String, _ costs: Distribution) -> ReportGoal {
    ReportGoal(name: name, limit: 100, measured: Double(costs.median) / 1000, unit: " us")
  }
}

extension ComparisonAnswer {
  fileprivate init(_ record: RecordedResult) {
    self.init(
      note: record.referenceNote, interval: record.interval,
      centOffset: record.measures.centOffset ?? 0, isCorrect: record.measures.isCorrect == true,
      date: record.timestamp, context: TrialContext())
  }
}
