import Foundation
import History
import Music
import TestSupport
import Testing
import Training

/// What a command that only reads finds in the folder of the history is what it leaves there.
@Suite("Commands that only read the history", .timeLimit(.minutes(1)))
@MainActor
struct ReadingCommandTests {
  private let home: Home

  init() throws { home = try Home() }

  /// How the history lies there. Each has two comparisons.
  enum State: String, CaseIterable, CustomTestStringConvertible {
    case closed, backup, inUse, emptyFolder, noFolder

    var testDescription: String { rawValue }

    var isPresent: Bool { self != .emptyFolder && self != .noFolder }
  }

  private var folder: URL { home.history.deletingLastPathComponent() }

  /// - Returns: what has the history open.
  private func make(_ state: State) async throws -> TrainingDataStore? {
    guard state != .noFolder else { return nil }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard state.isPresent else { return nil }
    // Made elsewhere, so that it can be left as a process does that is killed.
    let source = home.directory.appendingPathComponent("source.sqlite")
    let store = try TrainingDataStore(url: source)
    try store.save(comparison)
    try store.save(comparison)
    if state == .backup {
      _ = try await HistoryBackup(of: store, to: home.history).run()
    } else {
      try FileManager.default.copyItem(at: source, to: home.history)
    }
    store.close()
    guard state == .inUse else { return nil }
    let other = try TrainingDataStore(url: home.history)
    try other.save(comparison)
    return other
  }

  private var comparison: CompletedTrial {
    CompletedTrial(
      id: UUID(),
      comparison: Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: 12),
      answeredHigher: true, tuningSystem: .equalTemperament,
      timestamp: Date(timeIntervalSince1970: 1_700_000_000))
  }

  /// A file or a folder: its bytes, and when it was last written.
  private struct Entry: Equatable {
    let bytes: Data?
    let modified: [Int]

    /// - Parameter isInUse: whether this process has the history open.
    init?(_ path: String, isInUse: Bool = false) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
      // Reading the database itself here would drop SQLite's locks on it.
      bytes = isInUse ? nil : FileManager.default.contents(atPath: path)
    }
  }

  private func entries(isInUse: Bool) throws -> [String: Entry] {
    var entries: [String: Entry] = [:]
    entries["."] = Entry(folder.path)
    entries[".."] = Entry(folder.deletingLastPathComponent().path)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
      let path = folder.appendingPathComponent(name).path
      entries[name] = Entry(path, isInUse: isInUse)
    }
    return entries
  }

  @Test("names, bytes and times in the folder stay as they are", arguments: State.allCases)
  func unchanged(state: State) async throws {
    let open = try await make(state)
    let records = home.directory.appendingPathComponent("records.jsonl")
    try home.write(
      """
      {"training":"comparison","id":"6f9619ff-8b86-d011-b42d-00c04fc964ff",\
      "timestamp":"2025-01-21T10:00:00.123Z","referenceNote":60,"targetNote":60,"interval":"P1",\
      "tuningSystem":"equal","centOffset":-12.5,"isCorrect":true}

      """, to: records)
    let backup = home.directory.appendingPathComponent("copy.sqlite").path
    let page = home.directory.appendingPathComponent("page.html").path
    let missing: Int32 = state.isPresent ? 0 : 66
    let commands: [(arguments: [String], status: Int32?)] = [
      (["profile"], 0), (["profile", "--json"], 0), (["report", "--out", page], 0),
      (["report", "--out", "-"], 0), (["data", "check"], missing),
      (["data", "check", "--json"], missing), (["data", "export", "-"], missing),
      (["data", "backup", backup], missing), (["data", "path"], 0),
      (["data", "import", records.path, "--dry-run"], 0), (["info"], 0), (["doctor"], nil),
    ]
    let before = try entries(isInUse: open != nil)
    for (arguments, expected) in commands {
      let (status, _, errors) = try await home.run(arguments)
      if let expected { #expect(status == expected, "\(arguments): \(errors)") }
      #expect(try entries(isInUse: open != nil) == before, "\(arguments)")
    }
    open?.close()
  }

  @Test("the profile has every result", arguments: State.allCases)
  func complete(state: State) async throws {
    let open = try await make(state)
    let (status, output, _) = try await home.run(["profile", "--json"])
    let profile = try Event(output.line(0))
    let comparison: [String: Any] = try #require(profile["comparison"])
    let unison = try #require(comparison["unison"] as? [String: Any])
    #expect(unison["trials"] as? Int == (state == .inUse ? 3 : state.isPresent ? 2 : 0))
    #expect(status == 0)
    open?.close()
  }
}
