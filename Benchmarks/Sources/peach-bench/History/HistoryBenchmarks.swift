import ArgumentParser
import Foundation
import History
import Music
import Training

struct ProfileCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "What it costs to rebuild the profile, and to update it.")

  /// In seconds, for reading and summing a million records, and for the conclusions from the last of
  /// them, on two cores.
  private static let (reading, concluding) = (1.0, 0.35)

  @OptionGroup var options: BenchOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(try rebuilding(in: workshop))
    writer.write(try hearing())
  }

  @MainActor private func rebuilding(in workshop: Workshop) throws -> Report {
    var report = Report(
      "profile", "Rebuilding the profile from the records",
      ["records"] + Distribution.secondsColumns + [
        .init("microsecondsPerRecord", "us per record", 2)
      ],
      notes: ["From opening the database to the profile with its thresholds, trends and timeline."])
    for count in [1000, 20_000, 100_000, options.records] {
      let url = Workshop.database(in: try workshop.home(records: count))
      var times = Distribution()
      for _ in 0..<options.tries {
        try Task.checkCancellation()
        times.record(
          try Clock.wall.time {
            let store = try TrainingDataStore(url: url)
            _ = try store.hearing()
            store.close()
          })
      }
      report.add(row: [count] + times.secondsFigures + [times.median / 1000 / Double(count)])
      guard count == options.records else { continue }
      report.goal(
        "\(count) records", times.median / 1e9, atMost: Self.reading + Self.concluding, " s")
    }
    return report
  }

  /// The cost of the model of hearing itself, without a database: of the last answers that it is
  /// rebuilt from, of its verdicts, of the next answer, and of keeping it.
  @MainActor private func hearing() throws -> Report {
    // As many unisons as the thresholds rest on, and as many intervals: the most work there is.
    let past = 40_000
    let answers = SyntheticHistory(count: past + 2000).map { record in
      ChoiceAnswer(
        .comparison, note: record.referenceNote, interval: record.interval,
        centOffset: record.measures.centOffset ?? 0, isCorrect: record.measures.isCorrect == true,
        date: record.timestamp, context: TrialContext())
    }
    var (rebuilding, verdicts, answering) = (Distribution(), Distribution(), Distribution())
    var models: [HearingModel] = []
    var kibibytes = Distribution()
    for _ in 0...options.tries {
      try Task.checkCancellation()
      var replay = HearingReplay()
      answers.prefix(past).forEach { replay.add($0) }
      let before = try ProcessStatus().kibibytes("VmRSS")
      var hearing = HearingModel()
      rebuilding.record(Clock.wall.time { hearing = replay.finish() })
      verdicts.record(
        Clock.wall.time {
          _ = UnisonVerdicts(hearing.unison.melodic)
          _ = IntervalVerdicts(hearing.intervals.melodic)
        })
      for answer in answers.dropFirst(past) {
        answering.record(Clock.wall.time { hearing.add(answer) })
      }
      models.append(hearing)
      kibibytes.record(try ProcessStatus().kibibytes("VmRSS") - before)
    }
    var report = Report(
      "hearing", "The model of hearing", ["case"] + Distribution.secondsColumns,
      notes: ["Memory: how much the process grows by a further model."])
    report.add(row: ["concluding from the last 20000 of each kind"] + rebuilding.secondsFigures)
    report.add(row: ["verdicts and trends"] + verdicts.secondsFigures)
    report.add(row: ["an answer"] + answering.secondsFigures)
    report.goal(
      "rebuilding from \(past) answers", rebuilding.median / 1e9, atMost: Self.concluding, " s")
    report.goal("an answer", answering.median / 1000, atMost: 100, " us")
    report.goal("memory", kibibytes.median, atMost: 2048, " KiB")
    return withExtendedLifetime(models) { report }
  }
}

struct ExchangeCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "exchange", abstract: "What it costs to export, import and merge.")

  /// In seconds and mebibytes, at the larger count.
  private static let (longestExport, longestImport, largestGrowth) = (20.0, 60.0, 60.0)

  @OptionGroup var options: BenchOptions

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    var report = Report(
      "exchange", "Records in and out of files",
      [
        "what", "records", .init("seconds", "s", 2),
        .init("growthMebibytes", "MiB more at the peak", 1),
      ], notes: ["Memory: how much more the larger history takes at the peak than the smaller."])
    var smaller: [Double] = []
    for count in [1000, options.records] {
      let home = try workshop.home(records: count)
      for (index, work) in Self.works.enumerated() {
        try Task.checkCancellation()
        let store = try TrainingDataStore(url: home.appending(path: work.store))
        defer { store.close() }
        let before = try ProcessStatus().kibibytes("VmRSS")
        ProcessStatus.restartPeak()
        let begin = Clock.wall.now()
        try await work.run(store, home.appending(path: work.file).path)
        let seconds = Clock.wall.since(begin) / 1e9
        let mebibytes = (try ProcessStatus().kibibytes("VmHWM") - before) / 1024
        report.add(work.name, count, seconds, mebibytes)
        guard count == options.records else {
          smaller.append(mebibytes)
          continue
        }
        let limit = work.name.hasPrefix("export") ? Self.longestExport : Self.longestImport
        report.goal(work.name, seconds, atMost: limit, " s")
        report.goal(
          "\(work.name), memory", mebibytes - smaller[index], atMost: Self.largestGrowth, " MiB")
      }
    }
    writer.write(report)
  }

  /// A way of records from or to the history `store`, both in the folder of the full history.
  private typealias Work = (
    name: String, store: String, file: String,
    run: @Sendable (TrainingDataStore, String) async throws -> Void
  )

  private static let history = "peach/training.sqlite"

  private static let works: [Work] = [
    ("export, CSV", history, "all.csv", export(.csv)),
    ("export, JSON lines", history, "all.jsonl", export(.jsonLines)),
    ("export for the app", history, "app.csv", export(.app)),
    ("import, CSV", "csv.sqlite", "all.csv", importing),
    ("the same import again", "csv.sqlite", "all.csv", importing),
    ("import of the app's CSV", "app.sqlite", "app.csv", importing),
    ("the app's CSV where all is there", history, "app.csv", importing),
    ("import, JSON lines", "jsonl.sqlite", "all.jsonl", importing),
    (
      "merge", "merged.sqlite", history,
      { _ = try await HistoryMerge($1, into: $0).run() }
    ),
  ]

  private static func export(
    _ format: ExportFormat
  ) -> @Sendable (TrainingDataStore, String) async throws -> Void {
    { store, file in
      try? FileManager.default.removeItem(atPath: file)
      _ = try await HistoryExport(of: store, to: file, as: format).run()
    }
  }

  private static let importing: @Sendable (TrainingDataStore, String) async throws -> Void = {
    _ = try await HistoryImport($1, into: $0).run()
  }
}
