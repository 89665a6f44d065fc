import ArgumentParser
import Foundation
import Training

struct GrowthCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "How much memory each trial of a training leaves behind, on a JACK server.",
    discussion: """
      Every trial of a comparison, of a matching and of purity is answered as soon as it can be, a second for a \
      trial or so. All three train at once. What counts is the later half of the trials.
      """)

  // What has a limit is filled beforehand or by the first half of the trials. A history of so many answers fills what
  // the profile keeps of the last ones, and SQLite's pages; so many lines fill the main thread's continuations, of
  // which libdispatch keeps 1024 of 80 bytes for each thread, and the trials those of its other threads.
  private static let (answers, lines) = (4200, 1100)

  @Option(help: "How many trials of each training are measured.", transform: wholeNumber)
  var trials = 2000
  @OptionGroup var options: BenchOptions

  /// The trainings with what answers a trial, and the state in which it is answered.
  private static let trainings: [(TrainingName, command: String, state: String, answer: String)] = [
    (.comparison, "compare", "playingNote2", "higher"),
    (.matching, "match", "playingTunable", "commit"),
    (.purity, "purity", "playingSecond", "first"),
  ]

  /// The trials before the measured ones.
  private static let warmUp = 150

  /// Bytes a trial. The course of the session keeps a quarter of that.
  private static let limit = 16.0

  func measure(into writer: ReportWriter) async throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    writer.write(try await report(in: workshop))
  }

  @MainActor private func report(in workshop: Workshop) async throws -> Report {
    var report = Report(
      "growth", "Growth of the resident set while training",
      [
        "training", "trials", .init("startKibibytes", "KiB at first"),
        .init("endKibibytes", "KiB at last"), .init("bytesPerTrial", "bytes a trial", 1),
      ],
      notes: [
        "In the later half of the trials after the first \(Self.warmUp), with a history of \(Self.answers) answers.",
        "Without the memory shared with the server.",
      ])
    let tasks = try Self.trainings.map { training, command, state, answer in
      let home = try workshop.folder("home-\(command)")
      try SyntheticHistory(count: Self.answers).store(training, in: Workshop.database(in: home))
      try Data("noteDuration = 0.3\n".utf8).write(to: home.appending(path: "peach/config.toml"))
      let run = Program(
        try options.program(), [command, "--json", "--client-name", "peach-growth-\(command)"],
        home: home,
        server: options.server)
      try run.start()
      return Task { try await memory(of: run, state: "\"\(state)\"", answer: answer) }
    }
    defer { tasks.forEach { $0.cancel() } }
    for (training, task) in zip(Self.trainings, tasks) {
      // From the median of the first fifth of the later half of the trials to that of the last fifth.
      let later = try await task.value.suffix(trials / 2)
      let fifth = max(later.count / 5, 1)
      let start = Distribution(Array(later.prefix(fifth))).median
      let end = Distribution(Array(later.suffix(fifth))).median
      let bytes = (end - start) * 1024 / Double(later.count - fifth)
      report.add(training.0.rawValue, later.count - fifth, start, end, bytes)
      report.goal("\(training.0.rawValue), bytes a trial", bytes, atMost: Self.limit)
    }
    return report
  }

  /// Answers every trial as soon as it can be; returns the memory after each in kibibytes.
  ///
  /// - Throws: ``BenchFault/failed(_:messages:)``
  @MainActor private func memory(of run: Program, state: String, answer: String) async throws
    -> [Double]
  {
    var memory: [Double] = []
    for await line in run.lines {
      try Task.checkCancellation()
      if line.text.contains(#""event":"ready""#) {
        for _ in 0..<Self.lines {
          try run.send("help")
          try await Task.sleep(for: .milliseconds(3))
        }
      } else if line.text.contains(#""event":"result""#) {
        let status = try ProcessStatus(process: run.processIdentifier)
        // What is shared belongs to the server.
        memory.append(status.kibibytes("VmRSS") - status.kibibytes("RssShmem"))
        if memory.count == Self.warmUp + trials { try run.send("quit") }
      } else if line.text.contains(#""event":"state""#), line.text.contains(state) {
        try run.send(answer)
      }
    }
    guard memory.count >= Self.warmUp + trials else {
      throw BenchFault.failed("peach", messages: run.messages)
    }
    return memory
  }
}
