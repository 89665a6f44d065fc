import Foundation
import TestSupport
import Testing

@testable import PeachApp

/// Moving records, through the program.
@Suite("Exporting, importing and merging", .timeLimit(.minutes(1)))
@MainActor
struct DataExchangeTests {
  private let home: Home

  init() throws { home = try Home() }

  private var phone: URL { home.directory.appendingPathComponent("phone.csv") }

  private static let phoneText = """
    # peach-export-format:1
    trainingType,timestamp,referenceNote,referenceNoteName,targetNote,targetNoteName,interval,tuningSystem,centOffset,isCorrect,initialCentOffset,userCentError
    pitchComparison,2026-03-03T14:30:00Z,60,C4,67,G4,P5,equalTemperament,-12.5,true,,
    pitchMatching,2026-03-03T14:30:09Z,60,C4,54,F#3,d5,justIntonation,,,41.7,-3.2
    rhythmMatching,2026-03-03T14:30:10Z,,,,,,,,,,
    """

  private func run(
    _ arguments: String..., input: String? = nil, data: String? = nil
  ) async throws -> (status: Int32, output: [String], errors: String) {
    let options = data.map { ["--data", home.directory.appendingPathComponent($0).path] } ?? []
    // What goes to standard output as bytes goes past the outputs of a command.
    guard input != nil || arguments.contains("-") else {
      return try await home.run(["data"] + arguments + options)
    }
    let peach = try PeachProcess(["data"] + arguments + options, home: home)
    if let input { peach.send(input) }
    peach.endInput()
    let output = await peach.rest()
    let (status, errors) = await peach.finish()
    return (status, output, errors)
  }

  private func importPhone() async throws {
    try home.write(Self.phoneText, to: phone)
    #expect(try await run("import", phone.path).status == 0)
  }

  @Test("a bad row: 65, its line and its reason, nothing taken in; --skip-bad takes the rest")
  func badRows() async throws {
    try home.write(Self.phoneText.replacing("-12.5", with: "loud"), to: phone)
    let refused = try await run("import", phone.path)
    #expect(refused.status == 65 && refused.output.isEmpty)
    #expect(refused.errors.contains("\(phone.path), line 3: centOffset 'loud' is not allowed"))
    #expect(refused.errors.contains("nothing was imported"))
    #expect(
      try SQLiteShell.query("SELECT count(*) FROM pitchMatchingRecord", in: home.history) == ["0"])
    #expect(try await run("import", phone.path, "--dry-run").status == 65)
    let skipping = try await run("import", phone.path, "--skip-bad")
    #expect(skipping.status == 0)
    #expect(skipping.output.contains("tuned notes: 1 new, 0 already in the history"))
  }

  @Test("what cannot be read is told in one line, with its exit code")
  func refusals() async throws {
    try home.write("\u{7F}ELF\u{0}", to: phone)
    let missing = home.directory.appendingPathComponent("none").path
    for (arguments, status) in [
      (["import", missing], 66), (["import", home.directory.path], 65),
      (["import", phone.path], 65), (["merge", missing], 66), (["merge", phone.path], 65),
      (["merge", home.directory.path], 65), (["import", phone.path, "--replace"], 64),
    ] as [([String], Int32)] {
      let (found, _, errors) = try await home.run(["data"] + arguments)
      #expect(found == status, "\(arguments)")
      #expect(errors.split(separator: "\n").count == 1, "\(errors)")
    }
  }

  @Test("check, dry run, export and backup leave an empty file empty and a backup as it is")
  func onlyReading() async throws {
    try await importPhone()
    let backup = home.directory.appendingPathComponent("backup.sqlite")
    let empty = home.directory.appendingPathComponent("empty.sqlite")
    #expect(try await run("backup", backup.path).status == 0)
    try home.write("", to: empty)
    for file in [backup, empty] {
      let before = try Data(contentsOf: file)
      let name = file.lastPathComponent
      let copy = home.directory.appendingPathComponent("copy-\(name)")
      for words in [
        ["check"], ["import", phone.path, "--dry-run"], ["export", "-"], ["backup", copy.path],
      ] {
        #expect(try await home.run(["data"] + words + ["--data", file.path]).status == 0)
      }
      #expect(try Data(contentsOf: file) == before)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: home.directory.path)
    #expect(names.allSatisfy { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") })
  }
}

extension DataExchangeTests {
  /// What only a process of its own or a terminal can show.
  @Suite("Exchange through pipes and on a terminal")
  @MainActor
  struct ProcessTests {
    private let outer: DataExchangeTests
    private var home: Home { outer.home }

    init() throws { outer = try DataExchangeTests() }

    @Test("the app's file is taken in once, whichever way it comes, and goes back")
    func thereAndBack() async throws {
      try home.write(DataExchangeTests.phoneText, to: outer.phone)
      let preview = try await outer.run("import", outer.phone.path, "--dry-run")
      #expect(preview.status == 0)
      #expect(preview.output.contains("comparisons: 1 new, 0 already in the history"))
      #expect(!FileManager.default.fileExists(atPath: home.history.path))

      let first = try await outer.run("import", outer.phone.path)
      #expect(first.status == 0)
      #expect(first.output.contains("tuned notes: 1 new, 0 already in the history"))
      #expect(
        first.errors
          == "peach: 1 row of rhythmMatching skipped because Peach does not have that training\n")

      let again = try await outer.run("import", "-", "--json", input: DataExchangeTests.phoneText)
      let summary = try Event(#require(again.output.first))
      let comparison: [String: Any] = try #require(summary["comparison"])
      #expect(comparison["new"] as? Int == 0 && comparison["present"] as? Int == 1)

      let back = try await outer.run("export", "--for-app", "-")
      #expect(back.output.first == "# peach-export-format:3")
      #expect(
        back.output.count == 4
          && back.errors.contains(
            "1 comparison, 1 tuned note, 0 questions of purity and 0 played notes")
      )
      let other = try await outer.run(
        "import", "-", input: back.output.joined(separator: "\n"), data: "other.sqlite")
      #expect(other.status == 0)
      let merged = try await outer.run(
        "merge", home.directory.appendingPathComponent("other.sqlite").path)
      #expect(merged.output.contains("comparisons: 0 new, 1 already in the history"))
    }

    @Test("an export replaces nothing unasked, and leaves nothing where it cannot be written")
    func exportRefusals() async throws {
      #expect(try await outer.run("export", "-").status == 66)
      try await outer.importPhone()
      let file = home.directory.appendingPathComponent("out.csv")
      try Data("mine".utf8).write(to: file)
      let refused = try await outer.run("export", file.path)
      #expect(refused.status == 73 && refused.errors.contains("--force"))
      #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
      #expect(try await outer.run("export", file.path, "--force").status == 0)
      let itself = try await outer.run("export", "--force", home.history.path)
      #expect(itself.status == 64 && itself.errors.contains("belongs to the training history"))
      #expect(try await outer.run("export", "/proc/none.csv").status == 73)
      #expect(try await outer.run("export", home.directory.path).status == 73)
      let full = try await outer.run("export", "/dev/full")
      #expect(full.status == 74 && full.errors.contains("No space left"))
      let lines = home.directory.appendingPathComponent("out.jsonl")
      let json = try await outer.run("export", lines.path, "--json")
      #expect(try Event(#require(json.output.first))["comparisons"] == 1)
      #expect(try String(contentsOf: lines, encoding: .utf8).hasPrefix(#"{"format":"#))
    }

    @Test("tunings that the app does not know are told without what they would do to a terminal")
    func leftOut() async throws {
      try await outer.importPhone()
      for number in 10..<25 {
        try SQLiteShell.execute(
          """
          INSERT INTO result (training, id, referenceNote, targetNote, centOffset, isCorrect, interval,
            tuningSystem, timestamp) VALUES ('comparison', '6f9619ff-8b86-d011-b42d-00c04fc964\(number)', 60, 60,
            1, 0, 'P1', 'my' || char(10, 27) || '[2J\(number)', 5)
          """, in: home.history)
      }
      let result = try await outer.run("export", "--for-app", "-")
      let lines = result.errors.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 13 && lines.last == "")
      #expect(
        lines.first ?? ""
          == "peach: 1 result left out because the app does not support the tuning my__[2J10")
      #expect(
        lines[10] == "peach: 5 results left out because the app does not support 5 more tunings")
      #expect(!result.errors.unicodeScalars.contains("\u{1B}"))
    }

    @Test("a replacement leaves a backup of what was")
    func replacement() async throws {
      try await outer.importPhone()
      let text = DataExchangeTests.phoneText.replacing("-12.5", with: "3.5")
      let result = try await outer.run("import", "-", "--replace", "--yes", "--json", input: text)
      #expect(result.status == 0)
      let summary = try Event(#require(result.output.first))
      let backup: String = try #require(summary["backup"])
      let sql = "SELECT centOffset FROM comparisonRecord"
      #expect(try SQLiteShell.query(sql, in: home.history) == ["3.5"])
      #expect(try SQLiteShell.query(sql, in: URL(fileURLWithPath: backup)) == ["-12.5"])
      let head = DataExchangeTests.phoneText.split(separator: "\n").prefix(2).joined(
        separator: "\n")
      let empty = try await outer.run("import", "-", "--replace", "--yes", input: head)
      #expect(empty.status == 65 && empty.errors.contains("contains no results"))
      #expect(try SQLiteShell.query(sql, in: home.history) == ["3.5"])
    }

    @Test(
      "a signal ends an import that waits for its input, and nothing is stored",
      arguments: [SIGINT, SIGTERM])
    func signal(number: Int32) async throws {
      try await outer.importPhone()
      let peach = try PeachProcess(["data", "import", "-"], home: home)
      peach.send(DataExchangeTests.phoneText.replacing("-12.5", with: "3.5"))
      // Its handler is there once it has opened the history.
      try await wait(for: "open history") { peach.hasOpen("training.sqlite") }
      peach.signal(number)
      let (status, _) = await peach.finish()
      #expect(status == 128 + number)
      #expect(
        try SQLiteShell.query("SELECT centOffset FROM comparisonRecord", in: home.history) == [
          "-12.5"
        ])
    }

    @Test(
      "a signal ends what waits at a named pipe that has no other end",
      arguments: [["import"], ["import", "--dry-run"], ["export"]])
    func namedPipe(command: [String]) async throws {
      try await outer.importPhone()
      let pipe = home.directory.appendingPathComponent("pipe")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      let peach = try PeachProcess(["data"] + command + [pipe.path], home: home)
      try await wait(for: "open history") { peach.hasOpen("training.sqlite") }
      peach.signal(SIGTERM)
      #expect(await peach.finish().status == 128 + SIGTERM)
      #expect(FileManager.default.fileExists(atPath: pipe.path))
    }

    @Test("records go through named pipes, however slowly the other end comes")
    func throughPipes() async throws {
      try await outer.importPhone()
      let pipe = home.directory.appendingPathComponent("pipe")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      let other = home.directory.appendingPathComponent("other.sqlite")
      let reader = try PeachProcess(
        ["data", "import", pipe.path, "--data", other.path], home: home)
      let writer = try PeachProcess(["data", "export", pipe.path], home: home)
      #expect(await writer.finish().status == 0)
      #expect(await reader.finish().status == 0)
      #expect(
        try SQLiteShell.query("SELECT centOffset FROM comparisonRecord", in: other) == ["-12.5"])
    }

    @Test("progress is shown on a terminal and nowhere else")
    func progress() async throws {
      try await outer.importPhone()
      let terminal = try PseudoTerminal(
        ["data", "import", outer.phone.path], home: home, server: "none")
      #expect(await terminal.shows("Reading ["))
      #expect(await terminal.shows("comparisons: 0 new, 1 already in the history"))
      #expect(await terminal.change() == .exited(0))
      #expect(try await !outer.run("import", outer.phone.path).errors.contains("Reading"))
    }
  }
}
