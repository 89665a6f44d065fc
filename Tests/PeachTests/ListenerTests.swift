import Foundation
import History
import Music
import TestSupport
import Testing
import Training

/// Several people with a history each on one account.
@Suite("Listeners from the command line", .timeLimit(.minutes(1)))
@MainActor
struct ListenerTests {
  private let home: Home

  init() throws { home = try Home() }

  private func run(
    _ arguments: String...
  ) async throws -> (status: Int32, output: [String], errors: [Substring]) {
    let (status, output, errors) = try await home.run(arguments)
    return (status, output, errors.split(separator: "\n"))
  }

  private func history(of listener: String) -> URL {
    home.directory.appendingPathComponent("data/peach/listeners/\(listener)/training.sqlite")
  }

  /// A history with so many comparisons.
  private func makeHistory(at file: URL, comparisons: Int) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let store = try TrainingDataStore(url: file)
    for index in 0..<comparisons {
      try store.save(
        CompletedTrial(
          id: UUID(),
          comparison: Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: 12),
          answeredHigher: true, tuningSystem: .equalTemperament,
          timestamp: Date(timeIntervalSince1970: 1_700_000_000 + Double(index))))
    }
    store.close()
  }

  private func trials(_ options: String...) async throws -> Int? {
    let (status, output, _) = try await home.run(["profile", "--json"] + options)
    #expect(status == 0)
    let profile = try Event(output.line(0))
    let comparison: [String: Any] = try #require(profile["comparison"])
    return (comparison["unison"] as? [String: Any])?["trials"] as? Int
  }

  @Test("each has a history of their own; without the option everything is as before")
  func histories() async throws {
    try makeHistory(at: home.history, comparisons: 1)
    try makeHistory(at: history(of: "anna"), comparisons: 2)
    #expect(try await trials() == 1)
    #expect(try await trials("--listener", "anna") == 2)
    #expect(try await trials("--listener", "ben") == 0)
    #expect(!FileManager.default.fileExists(atPath: history(of: "ben").path))
    #expect(
      try await run("--listener", "anna", "data", "path").output == [history(of: "anna").path])
    #expect(try await run("data", "path").output == [home.history.path])
    let check = try await run("data", "check", "--listener", "anna", "--json")
    #expect(try Event(check.output.joined())["comparisons"] == 2)
    let info = try await run("info", "--listener", "anna", "--json")
    #expect(try Event(info.output.joined())["listener"] == "anna")
    let doctor = try await run("doctor", "--listener", "anna", "--json")
    #expect(doctor.output.joined().contains(history(of: "anna").path))
  }

  @Test("a reset deletes what one listener has, and no other's")
  func reset() async throws {
    try makeHistory(at: home.history, comparisons: 1)
    try makeHistory(at: history(of: "anna"), comparisons: 2)
    #expect(try await run("data", "reset", "--yes", "--listener", "anna").status == 0)
    #expect(try await trials("--listener", "anna") == 0)
    #expect(try await trials() == 1)
  }

  @Test("the list has results, the last answer and the size")
  func list() async throws {
    let none = try await run("data", "listeners")
    #expect(none.status == 0 && none.output.count == 1 && none.errors.isEmpty)
    #expect(try await run("data", "listeners", "--json").output == [#"{"listeners":[]}"#])
    try makeHistory(at: history(of: "ben"), comparisons: 0)
    try makeHistory(at: history(of: "anna"), comparisons: 2)
    let list = try await run("data", "listeners")
    #expect(list.output.count == 2)
    #expect(list.output.line(0).hasPrefix("anna: 2 comparisons, "))
    #expect(list.output.line(0).contains("; last answer 2023-11-1"))
    #expect(list.output.line(1).hasPrefix("ben: 0 comparisons, "))
    let json = try Event(try await run("data", "listeners", "--json").output.joined())
    let listeners: [[String: Any]] = try #require(json["listeners"])
    #expect(listeners.map { $0["name"] as? String } == ["anna", "ben"])
    #expect(listeners.first?["comparisons"] as? Int == 2)
    #expect(listeners.first?["lastAnswer"] as? String == "2023-11-14T22:13:21.000Z")
    #expect((listeners.first?["bytes"] as? Int).map { $0 > 0 } == true)
    #expect(listeners.last?["lastAnswer"] is NSNull)
  }

  @Test("one that cannot be read is listed all the same, with a message and 65")
  func unreadable() async throws {
    try makeHistory(at: history(of: "anna"), comparisons: 1)
    try home.write(String(repeating: "text ", count: 200), to: history(of: "ben"))
    let list = try await run("data", "listeners")
    #expect(list.status == 65 && list.output.count == 2 && list.errors.count == 1)
    #expect(list.output.line(0).hasPrefix("anna: 1 comparison, "))
    #expect(list.output.line(1).hasPrefix("ben: cannot be read"))
    #expect(list.errors.first?.contains(history(of: "ben").path) == true)
  }

  @Test("a name that is none, and a name beside --data, are refused before anything is opened")
  func usage() async throws {
    for arguments in [["--listener", "../anna"], ["--listener", "anna", "--data", "x.sqlite"]] {
      let (status, output, errors) = try await home.run(["profile"] + arguments)
      #expect(status == 64 && output.isEmpty)
      #expect(errors.contains("--listener"))
    }
    #expect(!FileManager.default.fileExists(atPath: home.history.deletingLastPathComponent().path))
  }

  @Test("no command writes over the history of another listener")
  func protected() async throws {
    try makeHistory(at: home.history, comparisons: 1)
    try makeHistory(at: history(of: "anna"), comparisons: 2)
    let cases: [(options: [String], file: URL)] = [
      ([], history(of: "anna")), (["--listener", "anna"], home.history),
      (["--data", history(of: "anna").path], home.history),
    ]
    for (options, file) in cases {
      #expect(try await home.run(["data", "export", "--force", file.path] + options).status == 64)
    }
    #expect(try await trials() == 1)
    #expect(try await trials("--listener", "anna") == 2)
  }

  @Test("the start screen names the listener and lets another one be chosen")
  func startScreen() async throws {
    try makeHistory(at: home.history, comparisons: 1)
    try makeHistory(at: history(of: "anna"), comparisons: 2)
    let peach = TerminalRun([], home: home, server: "peachnone")
    #expect(await peach.shows("a  Listener    the usual history"))
    peach.type("a")
    #expect(await peach.shows("a new listener"))
    peach.type("2")
    #expect(await peach.shows("a  Listener    anna"))
    peach.type("q")
    #expect(await peach.change() == .exited(0))
  }

  @Test("if a history cannot be read, the former listener is back, and the reason is shown")
  func unreadableChoice() async throws {
    try makeHistory(at: home.history, comparisons: 1)
    try home.write(String(repeating: "text ", count: 200), to: history(of: "ben"))
    let peach = TerminalRun([], home: home, server: "peachnone")
    #expect(await peach.shows("a  Listener    the usual history"))
    peach.type("a")
    #expect(await peach.shows("a new listener"))
    peach.type("2")
    #expect(await peach.shows("The training history"))
    #expect(await peach.shows("a  Listener    the usual history"))
    peach.type("q")
    #expect(await peach.change() == .exited(0))
  }

  @Test("without listeners the start screen has no such row, and the key leads to the first one")
  func noListeners() async throws {
    try makeHistory(at: home.history, comparisons: 1)
    let peach = TerminalRun(["--plain"], home: home, server: "peachnone")
    #expect(await peach.shows("0 Settings"))
    #expect(await peach.shows("t selected."))
    peach.type("a")
    #expect(await peach.shows("a new listener"))
    peach.type("q")
    #expect(await peach.shows("t selected."))
    peach.type("q")
    #expect(await peach.change() == .exited(0))
  }
}
