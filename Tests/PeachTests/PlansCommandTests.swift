import Foundation
import History
import Music
import TestSupport
import Testing
import Training

/// `peach plans` and `peach today`.
@Suite("Plans and the plan of a day", .timeLimit(.minutes(1)))
@MainActor
struct PlansCommandTests {
  private let home: Home

  init() throws { home = try Home() }

  private func run(
    _ arguments: [String]
  ) async throws -> (status: Int32, output: [String], errors: [String]) {
    let (status, output, errors) = try await home.run(arguments)
    return (status, output, errors.split(separator: "\n").map(String.init))
  }

  private func write(_ text: String, to name: String) throws -> String {
    let url = home.directory.appendingPathComponent(name)
    try home.write(text, to: url)
    return url.path
  }

  @Test("the list has each plan with its title and file, and the folder of the user's own")
  func list() async throws {
    let path = try write(
      "title = \"My lesson\"\n[[block]]\ntraining = \"rest\"\nseconds = 5\n",
      to: "config/peach/plans/mine.toml")
    _ = try write("title = 3\n", to: "config/peach/plans/wrong.toml")
    let (status, output, _) = try await run(["plans"])
    #expect(status == 0)
    #expect(output.contains("mine: My lesson, \(path)"))
    #expect(output.contains { $0.hasPrefix("thirds: Thirds in triads, ") })
    #expect(output.contains { $0.hasPrefix("wrong: ") && $0.contains("line 1: ") })
    #expect(output.last?.hasSuffix("/plans/NAME.toml") == true)
    let json = try await run(["plans", "list", "--json"]).output.joined()
    let rows = try JSONDecoder().decode([Row].self, from: Data(json.utf8))
    #expect(rows.first { $0.name == "mine" }?.faults == [])
    #expect(rows.first { $0.name == "wrong" }?.faults.isEmpty == false)
  }

  private struct Row: Decodable {
    let name: String
    let faults: [String]
  }

  @Test("check tells all faults at once, with file, line, key and what is allowed; exit 78")
  func check() async throws {
    let path = try write(
      """
      [[block]]
      training = "comparison"
      trails = 20
      [[block]]
      training = "purity"
      trials = 5
      seconds = 5
      noteDuration = 9
      """, to: "lesson.toml")
    let (status, _, errors) = try await run(["plans", "check", path])
    #expect(status == 78)
    #expect(errors.count == 4)
    for (line, part) in [
      (1, "trials: a block has one of trials, seconds, list"),
      (3, "there is no key 'trails' (did you mean trials?); allowed: training, trials, "),
      (7, "seconds: a block has one of trials, seconds, list"),
      (8, "noteDuration = 9 is not allowed; allowed: 0.3…3.0"),
    ] {
      #expect(errors.contains { $0.contains("\(path), line \(line): \(part)") }, "\(part)")
    }
    let good = try await run(["plans", "check", "thirds", "choir"])
    #expect(good.status == 0)
    #expect(good.output.map { $0.hasSuffix("blocks") } == [true, true])
    #expect(try await run(["plans", "check", "gone.toml"]).status == 66)
    #expect(try await run(["plans", "check", "third"]).status == 64)
  }

  @Test("show has the blocks with their settings")
  func show() async throws {
    let path = try write(
      """
      title = "Fifths"
      say = "A pure fifth does not beat."
      tuningSystem = "just"
      [[block]]
      training = "matching"
      intervals = ["P5"]
      trials = 8
      """, to: "fifths.toml")
    let (status, output, _) = try await run(["plans", "show", path])
    #expect(status == 0)
    #expect(
      output == [
        "Fifths", "A pure fifth does not beat.", "1. 8 tuned notes: perfect fifth",
        "   intervals = P5", "   tuningSystem = just",
      ])
    let json = try await run(["plans", "show", path, "--json"]).output
    #expect(
      json.first?.contains("\"settings\":{\"intervals\":\"P5\",\"tuningSystem\":\"just\"}") == true)
  }

  // MARK: Today

  /// Comparisons on the 20th of November 2026, as the focus of the day's plan.
  private func makeHistory() throws {
    let store = try TrainingDataStore(url: home.history)
    defer { store.close() }
    for number in 0..<40 {
      var context = TrialContext()
      (context.plan, context.block) = (Plan.nameOfDay, Block.Part.focus.number)
      try store.save(
        CompletedTrial(
          id: UUID(),
          comparison: Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: 20),
          answeredHigher: number % 7 < 6, tuningSystem: .equalTemperament,
          // 12:00 UTC is that day in nearly all time zones.
          timestamp: Date(timeIntervalSince1970: 1_795_176_000 + Double(number) * 5),
          context: context))
    }
  }

  @Test("without a history today is 40 comparisons, and no history is made")
  func firstDay() async throws {
    let (status, output, errors) = try await run(["today", "--date", "2026-11-28"])
    #expect(status == 0 && errors == [])
    #expect(
      output == [
        "28 November 2026: about 3 minutes", "1. 40 comparisons: unison",
        "   the first day: Peach finds out how small a difference you hear",
      ])
    #expect(!FileManager.default.fileExists(atPath: home.history.path))
  }

  @Test("the records of the days before make the plan; their plan and block tell the focus")
  func records() async throws {
    try makeHistory()
    let (status, output, _) = try await run(["today", "--date", "2026-11-28", "--why"])
    #expect(status == 0)
    #expect(output[0] == "28 November 2026: about 7 minutes")
    #expect(output[1] == "1. 60 comparisons: unison")
    #expect(output[2].hasPrefix("   unison: ") && output[2].hasSuffix("; day 2 of it"))
    #expect(output[3] == "2. 12 tuned notes: unison")
    #expect(output.last == "These rules are reasons, not laws. Train what you like.")
    // The records of the day itself do not count.
    #expect(
      try await run(["today", "--date", "2026-11-20"]).output[1] == "1. 40 comparisons: unison")
  }

  @Test("the same in JSON, the same each time; settings are its own")
  func json() async throws {
    try makeHistory()
    let arguments = ["today", "--json", "--date", "2026-11-28"]
    let first = try await run(arguments).output
    #expect(first.count == 1)
    #expect(try await run(arguments).output == first)
    let begin = "{\"date\":\"2026-11-28\",\"plan\":\"today\",\"seconds\":444,\"blocks\":["
    #expect(first[0].hasPrefix(begin))
    #expect(
      first[0].contains(
        """
        {"index":1,"of":2,"part":"focus","training":"comparison","trials":60,"feedback":true,\
        "settings":{"accompaniment":"P1","intervals":"P1","presentation":"melodic"},\
        "reason":{"kind":"focus","training":"comparison","interval":"P1","answers":40,
        """.trimmingCharacters(in: .newlines)))
    try home.write("dailyMinutes = 3\n", to: home.settings)
    #expect(try await run(arguments).output[0].contains("\"trials\":18"))
  }

  // MARK: The story

  @Test(
    "the story has the month of the records, and the report has it at its top; without records none"
  )
  func story() async throws {
    #expect(try await run(["story"]).output == ["Nothing has been trained yet."])
    #expect(!FileManager.default.fileExists(atPath: home.history.path))
    try makeHistory()
    let (status, output, errors) = try await run(["story"])
    #expect(status == 0 && errors == [])
    #expect(output.count == 1)
    #expect(output[0].hasPrefix("November") && output[0].hasSuffix(": 40 comparisons on 1 day."))
    let json = try await run(["story", "--json"]).output
    #expect(
      json.first?.hasPrefix(
        "{\"months\":[{\"month\":\"2026-11\",\"days\":1,\"comparison\":40,") == true)
    let page = try await run(["report", "--out", "-"]).output.joined()
    #expect(page.contains("<h2>Month by month</h2><p>\(output[0])</p>"))
  }

  @Test("a date that is none", arguments: ["2026-13-01", "2026-02-30", "tomorrow", "2026-11", ""])
  func wrongDate(date: String) async throws {
    #expect(try await run(["today", "--date", date]).status == 64)
  }
}
