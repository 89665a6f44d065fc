import Foundation
import Installation
import Music
import Settings
import TestSupport
import Testing

@testable import History
@testable import Training

/// What a simulated participant hears of a trial.
private struct Hearing {
  var threshold: Double
  var shift = 0.0
}

@Suite("Published designs")
@MainActor
struct StudyTests {
  private let home: Home

  init() throws { home = try Home() }

  /// Runs a plan that comes with Peach: its blocks with answers, their choosers and a listener, without sound.
  private func run(
    _ name: String, _ participation: Participation, seed: UInt64, into store: TrainingDataStore,
    _ hears: (PosedTrial) -> Hearing
  ) throws {
    let file = SettingsFile(SettingsLocation(environment: home.environment))
    let (plan, problems) = try file.plan(at: try file.planPath(name))
    #expect(problems == [])
    let settings = try FileUserSettings(file: file)
    var random = RandomSource(SeededGenerator(seed: seed ^ 0xABCD))
    var hearing = HearingModel()
    var date = Date(timeIntervalSince1970: 1_790_000_000)
    for (index, block) in plan.blocks.enumerated() {
      guard let training = block.activity.training, training.answer == .choice else { continue }
      try settings.run(block)
      let course = BlockCourse(block, at: index, seed: seed, participant: participation.number)
      let chooser = TrainingChooser(training, hearing: { hearing }, course: course, now: { date })
      let run = chooser.makeRun(settings)
      var place = PlanPosition(plan.name, block: index + 1)
      place?.participation = participation
      place?.isPractice = block.isPractice
      let stamps = AnswerStamps(
        player: MockNotePlayer(), runID: nil, place: place, now: { date }, makeID: { UUID() })
      while !course.isOver {
        try settings.run(block, course.row)
        let notes = chooser.notes(in: run, settings, canSound: { _ in true })
        let trial = chooser.trial(
          course.count + 1, in: run, among: notes, settings, using: &random)
        let heard = hears(trial)
        let distance = trial.challenge.centOffset.rawValue - heard.shift
        let isHigher =
          Double.random(in: 0..<1, using: &random)
          < StandardNormal.cumulative(StandardNormal.upperQuartile * distance / heard.threshold)
        date += 4
        let stamp = stamps.stamp(TrialContext(of: trial), AnswerTiming(), from: .line, at: nil)
        let result = CompletedTrial(trial, .choice(isHigher), stamp)
        try store.save(result)
        hearing.add(result)
        course.add(result)
      }
    }
  }

  /// The rows of `peach analyse`.
  private func analysis(_ arguments: String...) async throws -> [[String: Any]] {
    let (status, output, errors) = try await home.run(["analyse", "--json"] + arguments)
    #expect(status == 0, "\(errors)")
    let object = try JSONSerialization.jsonObject(with: Data(output.joined(separator: "\n").utf8))
    return try #require(object as? [[String: Any]])
  }

  /// Compares a figure of the rows with what was put in: how far off each one is, and how many intervals hold it.
  private func expect(
    _ figure: String, in rows: [[String: Any]], within limit: Double,
    _ truth: ([String: Any]) -> Double, _ distance: (Double, Double) -> Double
  ) throws {
    var covered = 0
    for row in rows {
      let value = try #require(row[figure] as? Double)
      let (low, high) = (
        try #require(row[figure + "Low"] as? Double), try #require(row[figure + "High"] as? Double)
      )
      #expect(abs(distance(value, truth(row))) < limit, "\(row)")
      covered += (low...high).contains(truth(row)) ? 1 : 0
    }
    #expect(Double(covered) >= 0.7 * Double(rows.count), "\(covered) of \(rows.count)")
  }

  private func logRatio(_ value: Double, _ truth: Double) -> Double { log(value / truth) }

  @Test(
    "frequency discrimination: the thresholds of pure and complex tones come back",
    .timeLimit(.minutes(1)))
  func micheyl() async throws {
    let store = try TrainingDataStore(url: home.history)
    let truths: [String: [String: Double]] = [
      "01": ["pure": 3, "complex": 4], "02": ["pure": 18, "complex": 12],
      "03": ["pure": 8, "complex": 20], "04": ["pure": 30, "complex": 30],
    ]
    for (number, truth) in truths.sorted(by: { $0.key < $1.key }).enumerated() {
      try run(
        "micheyl-2006", Participation(participant: truth.key), seed: UInt64(number), into: store
      ) { Hearing(threshold: truth.value[$0.condition ?? ""] ?? 10) }
    }
    store.close()
    #expect(try home.query("select count(*) from result where practice = 1") == ["40"])
    // Each track has turned sixteen times, in fewer trials than there might be.
    let counts = try home.query(
      "select count(*) from result where practice is null group by participant")
    #expect(counts.allSatisfy { (40..<150).contains(Int($0) ?? 0) }, "\(counts)")
    let rows = try await analysis("--plan", "micheyl-2006")
    #expect(
      rows.count == 8 && Set(rows.compactMap { $0["condition"] as? String }) == ["pure", "complex"])
    try expect(
      "threshold", in: rows, within: 0.7,
      {
        truths[$0["participant"] as? String ?? ""]?[$0["condition"] as? String ?? ""] ?? 0
      }, logRatio)
  }

  @Test(
    "direction of mistuned dyads: thresholds and shifts of fifths and thirds come back",
    .timeLimit(.minutes(1)))
  func vos() async throws {
    let store = try TrainingDataStore(url: home.history)
    let truths: [String: [String: Hearing]] = [
      "1": [
        "fifth": Hearing(threshold: 20, shift: 5), "third": Hearing(threshold: 25, shift: -12),
      ],
      "2": ["fifth": Hearing(threshold: 12, shift: 0), "third": Hearing(threshold: 30, shift: 10)],
      "3": ["fifth": Hearing(threshold: 28, shift: -8), "third": Hearing(threshold: 15, shift: 4)],
    ]
    for (participant, truth) in truths.sorted(by: { $0.key < $1.key }) {
      try run(
        "vos-1982", Participation(participant: participant), seed: 9, into: store
      ) { truth[$0.condition ?? ""] ?? Hearing(threshold: 20) }
    }
    store.close()
    #expect(
      try home.query("select distinct presentation || tuningSystem || strategy from result") == [
        "harmonicjustconstant"
      ])
    let rows = try await analysis()
    #expect(rows.count == 6 && rows.allSatisfy { $0["answers"] as? Int == 80 })
    func truth(_ row: [String: Any]) -> Hearing {
      truths[row["participant"] as? String ?? ""]?[row["condition"] as? String ?? ""]
        ?? Hearing(threshold: 0)
    }
    try expect("threshold", in: rows, within: 0.6, { truth($0).threshold }, logRatio)
    try expect("shift", in: rows, within: 12, { truth($0).shift }, -)
  }

  @Test(
    "intervals with listening: the thresholds before and after come back", .timeLimit(.minutes(1)))
  func little() async throws {
    let store = try TrainingDataStore(url: home.history)
    let truths = ["1": ["M3": 30.0, "P4": 24.0], "2": ["M3": 14.0, "P4": 10.0]]
    for participant in ["01", "02"] {
      for (session, truth) in truths.sorted(by: { $0.key < $1.key }) {
        try run(
          "little-2019", Participation(participant: participant, session: session), seed: 4,
          into: store
        ) { Hearing(threshold: truth[$0.interval.description] ?? 10) }
      }
    }
    store.close()
    let rows = try await analysis()
    #expect(rows.count == 8)
    try expect(
      "threshold", in: rows, within: 0.7,
      {
        truths[$0["session"] as? String ?? ""]?[$0["interval"] as? String ?? ""] ?? 0
      }, logRatio)
  }

  @Test("each column of a BIDS table is described, and nothing else")
  func columns() throws {
    let folder = try #require(ShippedFiles.bids.last)
    let data = try Data(contentsOf: folder.appending(path: "beh.json"))
    let described = try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]])
    #expect(Set(described.keys) == Set(BIDSTree.columnNames))
    #expect(described.values.allSatisfy { $0["LongName"] is String && $0["Description"] is String })
  }

  @Test("nothing to analyse, a folder without tables and a row that is no record are said")
  func faults() async throws {
    try home.makeHistory()
    let empty = home.directory.appending(path: "empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    let folder = try await home.run(["analyse", empty.path])
    #expect(folder.status == 65 && folder.errors.contains("_beh.tsv"))
    #expect(try await home.run(["analyse", "--plan", "none"]).status == 65)
    let table = home.directory.appending(path: "sub-1_task-x_beh.tsv")
    try home.write("training\ttimestamp\ncomparison\tn/a\n", to: table)
    let row = try await home.run(["analyse", table.path])
    #expect(row.status == 65 && row.errors.contains("line 2"))
  }
}

extension MemoryTests {
  @Suite("BIDS trees")
  @MainActor
  struct BIDSTests {
    private let home: Home
    private let plan: URL
    private let tree: URL

    init() throws {
      home = try Home()
      plan = home.directory.appendingPathComponent("a-study.toml")
      tree = home.directory.appendingPathComponent("data-set")
      try home.write(
        """
        title = "A study"
        say = "About fifths."
        bids = "data-set"
        intervals = ["P5"]
        noteDuration = 0.3
        [[block]]
        training = "comparison"
        trials = 2
        practice = true
        [[block]]
        training = "listening"
        seconds = 2
        [[block]]
        training = "comparison"
        trials = 4
        condition = "=1"
        strategy = "constant"
        centOffset = 20
        [[block]]
        training = "rest"
        seconds = 1
        """, to: plan)
    }

    /// Answers to so many comparisons, then ends.
    private func run(_ arguments: String..., until limit: Int = .max) async throws {
      let peach = try PeachRun(
        ["run", plan.path, "--json"] + arguments, home: home, server: MemoryTests.serverName)
      var count = 0
      while let event = try await peach.nextEvent() {
        if event.state == "awaitingAnswer" { peach.send("higher") }
        if event.event == "result", event["training"] == "comparison" { count += 1 }
        if count == limit {
          peach.send("quit")
          count += 1
        }
      }
      #expect(await peach.finish().status == 0)
    }

    private func text(_ name: String) throws -> String {
      try String(contentsOf: tree.appending(path: name), encoding: .utf8)
    }

    @Test("a tree is whole after each block and each break, and keeps what the user has added")
    func tree() async throws {
      let server = MemoryTests.server()
      let (without, _, errors) = try await home.run(["run", plan.path])
      #expect(without == 64 && errors.contains("--participant"))
      try await run("--participant", "07", "--session", "2", until: 4)
      #expect(try BIDSCheck.faults(of: tree) == [])
      let name = "sub-07/ses-2/beh/sub-07_ses-2_task-astudy_beh.tsv"
      let sidecar = try text(name.replacing(".tsv", with: ".json"))
      #expect(sidecar.contains("\"SoftwareName\" : \"Peach\""))
      let broken = try text(name)
      #expect(broken.split(separator: "\n").count == 6)
      try home.write(
        "participant_id\tage\nsub-07\t31\n", to: tree.appending(path: "participants.tsv"))
      try home.write(
        #"{"Name": "Mine", "BIDSVersion": "1.10.0", "Authors": ["A. Uthor"]}"#,
        to: tree.appending(path: "dataset_description.json"))
      try await run("--participant", "07", "--session", "2", "--continue")
      let whole = try text(name)
      #expect(
        whole.hasPrefix(broken.prefix { $0 != "\n" }) && whole.split(separator: "\n").count == 8)
      try await run("--participant", "08")
      #expect(try BIDSCheck.faults(of: tree) == [])
      #expect(try text("participants.tsv") == "participant_id\tage\nsub-07\t31\nsub-08\tn/a\n")
      #expect(try text("dataset_description.json").contains("A. Uthor"))
      let other = try text("sub-08/beh/sub-08_task-astudy_beh.tsv")
      #expect(other.split(separator: "\n").count == 8 && other.contains("\t=1\t"))
      await server.stop()
      // The analysis of the tree, of an export and of the history is the same; practice is not in it.
      let analysis = try await home.run(["analyse"])
      #expect(analysis.status == 0)
      let rows = analysis.output
      #expect(rows.count == 3 && rows[1].hasPrefix("07,2,'=1,comparison,melodic,P5,4,"))
      #expect(try await home.run(["analyse", tree.path]).output == rows)
      let export = home.directory.appending(path: "export.csv").path
      #expect(try await home.run(["data", "export", export]).status == 0)
      #expect(try await home.run(["analyse", export]).output == rows)
      #expect(try await home.run(["analyse", export, "--plan", "a-study"]).output == rows)
    }

    @Test("a tree that cannot be written is said, and the plan goes on; the next run writes it")
    func unwritable() async throws {
      let server = MemoryTests.server()
      try home.write("no folder", to: tree)
      let peach = try PeachRun(
        ["run", plan.path, "--json", "--participant", "1"], home: home,
        server: MemoryTests.serverName)
      var notices = 0
      while let event = try await peach.nextEvent() {
        if event.state == "awaitingAnswer" { peach.send("higher") }
        if event.event == "notice", event["code"] == "bidsNotWritten" { notices += 1 }
      }
      #expect(await peach.finish().status == 0)
      #expect(notices == 4)
      #expect(try home.query("select count(*) from result") == ["7"])
      try FileManager.default.removeItem(at: tree)
      try await run("--participant", "1", until: 1)
      #expect(try BIDSCheck.faults(of: tree) == [])
      await server.stop()
    }
  }
}
