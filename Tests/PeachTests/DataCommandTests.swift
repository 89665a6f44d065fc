import Foundation
import GRDB
import History
import TestSupport
import Testing

/// `peach data`, and what the other commands make of a history that is not as it should be.
@Suite("The history from the command line", .timeLimit(.minutes(1)))
@MainActor
struct DataCommandTests {
  private let home: Home

  init() throws { home = try Home() }

  private func run(
    _ arguments: String...
  ) async throws -> (status: Int32, output: [String], errors: [Substring]) {
    let (status, output, errors) = try await home.run(arguments)
    return (status, output, errors.split(separator: "\n"))
  }

  private let line = """
    {"training":"comparison","id":"6f9619ff-8b86-d011-b42d-00c04fc964ff",\
    "timestamp":"2026-11-21T10:00:00.123Z","referenceNote":60,"targetNote":60,"interval":"P1",\
    "tuningSystem":"equal","centOffset":-12.5,"isCorrect":true}

    """

  private var recovery: URL { URL(fileURLWithPath: home.history.path + ".recovery.jsonl") }

  /// A history with one result.
  private func makeHistory() throws {
    try home.write(line, to: recovery)
    let store = try TrainingDataStore(url: home.history)
    let places = RecoveryPaths(database: home.history, environment: home.environment)
    #expect(store.recover(places) == [.recovered(count: 1, path: recovery.path)])
    store.close()
  }

  private func count() throws -> [String] {
    try SQLiteShell.query("SELECT count(*) FROM comparisonRecord", in: home.history)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: home.history.deletingLastPathComponent().path
    ).sorted()
  }

  @Test("results that wait stay where they are if a command only reads, which says so in one line")
  func waiting() async throws {
    for isThere in [false, true] {
      if isThere { try makeHistory() }
      try home.write(line.replacing("6f9619ff", with: "7f9619ff"), to: recovery)
      let before = try contents()
      let result = try await run("profile", "--json")
      #expect(result.status == 0)
      #expect(result.output.count == 1)
      #expect(result.errors.count == 1)
      #expect(result.errors.first?.contains("1 result is not in the history yet") == true)
      #expect(try contents() == before)
    }
  }

  @Test("path and check; a history that is not there is 66 and is not made")
  func missing() async throws {
    #expect(try await run("data", "path").output == [home.history.path])
    for command in [["check"], ["backup", "x"], ["reset", "--yes"]] {
      let (status, _, errors) = try await home.run(["data"] + command)
      #expect(status == 66)
      #expect(errors.split(separator: "\n").count == 1 && errors.contains(home.history.path))
    }
    #expect(!FileManager.default.fileExists(atPath: home.history.path))
  }

  @Test("a sound history is 0; each thing that is wrong has a line, and the status is 65")
  func check() async throws {
    try makeHistory()
    let sound = try await run("data", "check")
    #expect(sound.status == 0)
    #expect(sound.output.last == "no problems found")
    #expect(
      sound.output.contains {
        $0.hasPrefix("1 comparison, 0 tuned notes, 0 questions of purity and 0 played notes")
      })

    try SQLiteShell.execute("CREATE TABLE song (name)", in: home.history)
    try home.write("rubbish\n", to: recovery)
    let wrong = try await run("data", "check")
    #expect(wrong.status == 65)
    #expect(wrong.output.count == 4)
    #expect(wrong.output.line(2).contains("song") && wrong.output.line(3).contains(recovery.path))
    let json = try await run("data", "check", "--json")
    let object = try Event(json.output.joined())
    #expect(object["isSound"] == false)
    let findings = try #require(object["findings"] as [[String: Any]]?)
    #expect(findings.map { $0["code"] as? String } == ["foreignObjects", "pendingRecovery"])
  }

  @Test("no database at all is what a check says, too")
  func noDatabase() async throws {
    try home.write(String(repeating: "text ", count: 200), to: home.history)
    let check = try await run("data", "check")
    #expect(check.status == 65 && check.output.count == 2)
    for command in ["profile", "compare", "match"] {
      let result = try await run(command)
      #expect(result.status == 65 && result.errors.count == 1)
      #expect(result.errors[0].contains(home.history.path))
    }
  }

  @Test("a backup is a history; one that is there is replaced by --force alone")
  func backup() async throws {
    try makeHistory()
    let file = home.directory.appendingPathComponent("backup.sqlite")
    let first = try await run("data", "backup", file.path)
    #expect(first.status == 0)
    #expect(
      first.output == [
        "1 comparison, 0 tuned notes, 0 questions of purity and 0 played notes in \(file.path)"
      ])
    let second = try await run("data", "backup", file.path)
    #expect(second.status == 73 && second.errors.count == 1)
    #expect(second.errors[0].contains("--force"))
    #expect(try await run("data", "backup", "--force", file.path).status == 0)
    #expect(try await run("data", "check", "--data", file.path).output.last == "no problems found")
    let itself = try await run("data", "backup", "--force", home.history.path)
    #expect(itself.status == 64 && itself.errors.count == 1)
  }

  @Test("a reset wants a yes, makes a backup first and deletes everything")
  func reset() async throws {
    try makeHistory()
    let unasked = try await run("data", "reset")
    #expect(unasked.status == 64 && unasked.errors.count == 1)
    #expect(unasked.errors[0].contains("--yes"))
    #expect(try count() == ["1"])

    let result = try await run("data", "reset", "--yes", "--json")
    #expect(result.status == 0)
    let object = try Event(result.output.joined())
    #expect(object["comparisons"] == 1)
    let backup: String = try #require(object["backup"])
    #expect(try count() == ["0"])
    #expect(
      try SQLiteShell.query(
        "SELECT id FROM comparisonRecord", in: URL(fileURLWithPath: backup)
      ).count == 1)
    #expect(try await run("data", "reset", "--yes").output == ["There was nothing to delete."])
  }

  @Test("a reset takes along what waits, or it would come back")
  func resetWithRecovery() async throws {
    try makeHistory()
    try home.write(line.replacing("6f9619ff", with: "7f9619ff"), to: recovery)
    #expect(
      try await run("data", "reset", "--yes").output.line(0).hasPrefix("Deleted 2 comparisons"))
    #expect(try await run("profile").errors.isEmpty)
    #expect(try count() == ["0"])
  }

  @Test("what waits and cannot be taken in stops a reset; a link is told and left alone")
  func resetWithoutRecovery() async throws {
    try makeHistory()
    try home.write(line, to: recovery)
    let descriptor = open(recovery.path, O_RDONLY)
    #expect(flock(descriptor, LOCK_EX) == 0)
    let held = try await run("data", "reset", "--yes")
    close(descriptor)
    #expect(held.status == 74 && held.errors.count == 1)
    #expect(held.errors[0].contains("nothing was deleted"))
    #expect(held.errors[0].contains(recovery.path))
    #expect(try count() == ["1"])

    try FileManager.default.removeItem(at: recovery)
    try FileManager.default.createSymbolicLink(
      at: recovery, withDestinationURL: home.directory.appendingPathComponent("elsewhere"))
    let profile = try await run("profile")
    #expect(profile.status == 0 && profile.errors.count == 1)
    #expect(profile.errors[0].contains(recovery.path))
    let check = try await run("data", "check")
    #expect(check.status == 65 && check.output.count == 3)
    #expect(check.output.line(2).contains(recovery.path))
  }

  /// Leaves the history as a process does that is killed in the middle of a save: with a journal.
  private func crash() throws {
    let live = try DatabaseQueue(path: home.history.path)
    let folder = home.directory.appendingPathComponent("crashed")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let history = home.history.path
    try live.writeWithoutTransaction {
      try $0.execute(
        sql: """
          PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE result SET centOffset = 7;
          CREATE TABLE large (bytes); INSERT INTO large VALUES (zeroblob(100000))
          """)
      for ending in ["", "-journal"] {
        try FileManager.default.copyItem(
          atPath: history + ending, toPath: folder.path + "/x" + ending)
      }
      try $0.execute(sql: "ROLLBACK")
    }
    try live.close()
    try FileManager.default.removeItem(atPath: history)
    for ending in ["", "-journal"] {
      try FileManager.default.moveItem(
        atPath: folder.path + "/x" + ending, toPath: history + ending)
    }
  }

  private func contents() throws -> [String: Data] {
    let folder = home.history.deletingLastPathComponent()
    return try Dictionary(
      uniqueKeysWithValues: names().map {
        ($0, try Data(contentsOf: folder.appendingPathComponent($0)))
      })
  }

  @Test("an interrupted save is undone and said by whoever comes next")
  func interrupted() async throws {
    try makeHistory()
    for command in [["profile"], ["data", "check"], ["data", "export", "-"], ["doctor"]] {
      try crash()
      let (status, _, errors) = try await home.run(command)
      #expect(command == ["doctor"] || status == 0, "\(command)")
      #expect(errors.contains("a save was interrupted"), "\(command)")
      #expect(try names() == ["training.sqlite"])
      #expect(
        try SQLiteShell.query("SELECT centOffset FROM result", in: home.history) == ["-12.5"])
    }
  }

  @Test("a backup is restored, and what was there is kept")
  func restore() async throws {
    try makeHistory()
    let backup = home.directory.appendingPathComponent("backup.sqlite")
    #expect(try await run("data", "backup", backup.path).status == 0)
    try home.write(String(repeating: "text ", count: 200), to: home.history)
    let restored = try await run("data", "restore", backup.path, "--json")
    #expect(restored.status == 0)
    let object = try Event(restored.output.joined())
    #expect(object["comparisons"] == 1)
    let kept = try #require(object["kept"] as [String]?)
    #expect(kept.count == 1 && kept[0].contains("before-restore"))
    #expect(try await run("data", "check").output.last == "no problems found")
    #expect(try count() == ["1"])

    let missing = try await run("data", "restore", backup.path + "x")
    #expect(missing.status == 66 && missing.errors.count == 1)
    try home.write("text", to: backup)
    let bad = try await run("data", "restore", backup.path)
    #expect(bad.status == 65 && bad.errors.count == 1)
    #expect(try count() == ["1"])
  }

  @Test("nothing is restored while a program writes to the history")
  func restoreInUse() async throws {
    try makeHistory()
    let backup = home.directory.appendingPathComponent("backup.sqlite")
    #expect(try await run("data", "backup", backup.path).status == 0)
    let hold = try HistoryHold(home.history)
    let before = try names()
    let result = try await run("data", "restore", backup.path)
    #expect(result.status == 74 && result.errors.count == 1)
    #expect(try names() == before)
    try hold.release()
  }

  @Test("no command writes over the history, its journal, the settings file or a SoundFont")
  func protectedFiles() async throws {
    try makeHistory()
    try home.write("noteGap = 0\n", to: home.settings)
    let font = home.directory.appendingPathComponent("my.font")
    try Data("RIFF\0\0\0\0sfbkLIST".utf8).write(to: font)
    let journal = URL(fileURLWithPath: home.history.path + "-journal")
    let manager = FileManager.default
    for target in [home.history, journal, home.settings, font] {
      let link = home.directory.appendingPathComponent("link")
      let hard = home.directory.appendingPathComponent("hard")
      try manager.createSymbolicLink(at: link, withDestinationURL: target)
      let isThere = manager.fileExists(atPath: target.path)
      if isThere { try manager.linkItem(at: target, to: hard) }
      let bytes = try? Data(contentsOf: target)
      for path in [target.path, link.path] + (isThere ? [hard.path] : []) {
        for command in [
          ["report", "--out", path], ["data", "export", path], ["data", "backup", path],
        ] {
          let (status, _, errors) = try await home.run(command + ["--force"])
          #expect(status == 64 && errors.contains("name another file"), "\(command)")
          #expect(bytes == (try? Data(contentsOf: target)))
        }
      }
      try manager.removeItem(at: link)
      try? manager.removeItem(at: hard)
    }
    let set = try await run("--config", font.path, "settings", "set", "noteGap", "1")
    #expect(set.status == 64 && set.errors.count == 1)
  }

  @Test("an earlier report behind a link is replaced by --force alone")
  func linkedReport() async throws {
    try makeHistory()
    let report = home.directory.appendingPathComponent("report.html")
    let link = home.directory.appendingPathComponent("link.html")
    #expect(try await run("report", "--out", report.path).status == 0)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: report)
    let refused = try await run("report", "--out", link.path)
    #expect(refused.status == 73 && refused.errors.count == 1)
    #expect(try await run("report", "--out", link.path, "--force").status == 0)
    #expect(try await run("report", "--out", report.path).status == 0)
  }
}

extension DataCommandTests {
  /// What only a process of its own or a terminal can show.
  @Suite("The history on a terminal")
  @MainActor
  struct ProcessTests {
    private let outer: DataCommandTests
    private var home: Home { outer.home }

    init() throws { outer = try DataCommandTests() }

    @Test("on a terminal a reset asks, and anything but yes leaves everything")
    func asked() async throws {
      try outer.makeHistory()
      for answer in ["no\n", "\n", "yess\n"] {
        let peach = try PseudoTerminal(["data", "reset"], home: home, server: "peachnone")
        #expect(await peach.shows("yes or no: "))
        peach.type(answer)
        #expect(await peach.shows("Nothing was deleted."))
        #expect(await peach.change() == .exited(0))
      }
      #expect(try outer.count() == ["1"])
      #expect(try outer.names() == ["training.sqlite"])
      let peach = try PseudoTerminal(["data", "reset"], home: home, server: "peachnone")
      #expect(
        await peach.shows(
          "Delete 1 comparison, 0 tuned notes, 0 questions of purity and 0 played notes?"))
      peach.type("yes\n")
      #expect(await peach.shows("the backup is"))
      #expect(await peach.change() == .exited(0))
      #expect(try outer.count() == ["0"])
    }
  }
}
