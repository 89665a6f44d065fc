import Foundation
import GRDB
import Testing
import Training

@testable import History

@MainActor
@Suite("Recovery files are taken in")
struct RecoveryTests {
  let directory: TemporaryDirectory
  let places: RecoveryPaths
  let store: TrainingDataStore

  init() throws {
    directory = try TemporaryDirectory()
    places = directory.recoveryPlaces
    store = try TrainingDataStore(url: directory.database, busyTimeout: 0.01)
  }

  private func line(_ completed: CompletedTrial) -> String {
    RecordLine.text(of: RecordedResult(completed)) + "\n"
  }

  private func write(_ text: String, place: Int = 0) throws {
    try RecoveryFile(places.files[place]).append(Data(text.utf8))
  }

  @Test("the places: beside the database, the user's state, the temporary directory")
  func order() {
    let places = RecoveryPaths(
      database: URL(fileURLWithPath: "/data/a b/x.sqlite"),
      environment: ["HOME": "/home/ada", "TMPDIR": "/var/tmp"])
    // The name never changes: it is how the results are found again.
    let name = "peach-51c49e4d-ea34-5187-9a12-af34bcf37e48.recovery.jsonl"
    #expect(
      places.files.map(\.path) == [
        "/data/a b/x.sqlite.recovery.jsonl", "/home/ada/.local/state/peach/\(name)",
        "/var/tmp/\(name)",
      ])
    #expect(
      places.earlierFiles.map(\.path) == [
        "/home/ada/.local/state/peach/peach%data%a b%x.sqlite.recovery.jsonl",
        "/var/tmp/peach%data%a b%x.sqlite.recovery.jsonl",
      ])
    let state = RecoveryPaths(
      database: URL(fileURLWithPath: "/d.sqlite"), environment: ["XDG_STATE_HOME": "/state"],
      accountHome: "/home/ada")
    #expect(state.files[1].path.hasPrefix("/state/peach/peach-"))
  }

  /// Two histories whose paths differ in `/` and `%` only, and their places.
  private func twins() throws -> (
    names: [URL], places: [RecoveryPaths], stores: [TrainingDataStore]
  ) {
    let urls = ["a/b", "a%b"].map { directory.url.appendingPathComponent("\($0)/t.sqlite") }
    let places = urls.map {
      RecoveryPaths(
        database: $0,
        environment: [
          "XDG_STATE_HOME": directory.url.appendingPathComponent("state").path,
          "TMPDIR": directory.url.path,
        ])
    }
    return (urls, places, try urls.map { try TrainingDataStore(url: $0) })
  }

  @Test("no two histories share a recovery file, and each file names its own")
  func twinHistories() throws {
    let (urls, places, stores) = try twins()
    for place in [1, 2] {
      let result = makeComparison()
      try places[1].targets[place].append(Data(line(result).utf8))
      let file = places[1].files[place]
      #expect(try String(contentsOf: file, encoding: .utf8).contains(urls[1].path))
      #expect(stores[0].recover(places[0]).isEmpty)
      #expect(places[0].findings().isEmpty)
      #expect(places[1].findings() == [.pendingRecovery(path: file.path, lines: 1)])
      // A file that somebody has given another name says whose it is.
      try FileManager.default.moveItem(at: file, to: places[0].files[place])
      #expect(
        stores[0].recover(places[0])
          == [.ambiguous(path: places[0].files[place].path, histories: [urls[1].path])])
      try FileManager.default.moveItem(at: places[0].files[place], to: file)
      #expect(stores[1].recover(places[1]) == [.recovered(count: 1, path: file.path)])
    }
    #expect(try stores.map { try $0.comparisonCount() } == [0, 2])
  }

  @Test("a file under the name that earlier versions gave it is still found")
  func earlierName() throws {
    let file = places.earlierFiles[0]
    try RecoveryFile(file).append(Data(line(makeComparison()).utf8))
    #expect(places.findings() == [.pendingRecovery(path: file.path, lines: 1)])
    #expect(store.recover(places) == [.recovered(count: 1, path: file.path)])
    #expect(!file.isThere)
  }

  @Test("of a file under such a name that two histories had, nothing is taken")
  func earlierNameOfTwo() throws {
    let (urls, places, stores) = try twins()
    #expect(places[0].earlierFiles == places[1].earlierFiles)
    let file = places[0].earlierFiles[1]
    try RecoveryFile(file).append(Data(line(makeComparison()).utf8))
    for (own, other) in [(0, 1), (1, 0)] {
      let histories = [urls[own].path, urls[other].path]
      #expect(
        stores[own].recover(places[own]) == [.ambiguous(path: file.path, histories: histories)])
      #expect(
        places[own].findings() == [.ambiguousRecovery(path: file.path, histories: histories)])
    }
    #expect(file.isThere)
    try FileManager.default.removeItem(at: urls[1].deletingLastPathComponent())
    #expect(stores[0].recover(places[0]) == [.recovered(count: 1, path: file.path)])
  }

  @Test("a recovery file is a file that can be imported")
  func imported() async throws {
    let file = places.targets[1]
    try file.append(Data(line(makeComparison()).utf8))
    #expect(try file.lineCount() == 1)
    #expect(try await HistoryImport(file.url.path, into: store).run().comparison.new == 1)
  }

  @Test("every place is looked at, and what is there already is not there twice")
  func everyPlace() throws {
    let results = (0..<3).map { _ in makeComparison() }
    try store.save(results[0])
    for (place, result) in results.enumerated() {
      try write(line(result) + line(results[0]), place: place)
    }
    #expect(
      store.recover(places) == [
        .recovered(count: 1, path: places.files[1].path),
        .recovered(count: 1, path: places.files[2].path),
      ])
    #expect(try store.allComparisons().map(\.id) == results.map(\.id))
    #expect(places.files.allSatisfy { !$0.isThere })
  }

  @Test("a damaged line is set aside and told; those around it are taken in")
  func damaged() throws {
    let results = [makeComparison(), makeComparison()]
    let torn = String(line(makeComparison()).dropLast(20))
    try write(line(results[0]) + torn)
    // What is added next starts on a line of its own.
    try write(line(results[1]))
    let withoutID = line(makeComparison()).replacing(/"id":"[^"]*",/, with: "")
    try write(withoutID)
    let aside = directory.url.appendingPathComponent("training.sqlite.recovery.damaged.jsonl")
    #expect(
      store.recover(places) == [
        .recovered(count: 2, path: places.files[0].path), .setAside(count: 2, path: aside.path),
      ])
    #expect(try String(contentsOf: aside, encoding: .utf8) == torn + "\n" + withoutID)
    #expect(!places.files[0].isThere)
    #expect(store.recover(places).isEmpty)
  }

  @Test("damaged lines that cannot be set aside keep the file where it is")
  func nowhereToSetAside() throws {
    try write("rubbish\n")
    let aside = directory.url.appendingPathComponent("training.sqlite.recovery.damaged.jsonl")
    try FileManager.default.createDirectory(at: aside, withIntermediateDirectories: false)
    guard case .failed = store.recover(places).first else {
      Issue.record("not told")
      return
    }
    #expect(try String(contentsOf: places.files[0], encoding: .utf8) == "rubbish\n")
  }

  @Test("a database that does not take the results leaves them in their file")
  func locked() throws {
    let result = makeComparison()
    try write(line(result))
    let other = try makeConnection(directory.database)
    try other.writeWithoutTransaction { database in
      try database.beginTransaction(.immediate)
      #expect(
        store.recover(places)
          == [.failed(.saveFailed(.locked), path: places.files[0].path)])
      try database.rollback()
    }
    #expect(store.recover(places) == [.recovered(count: 1, path: places.files[0].path)])
    #expect(try store.comparisonCount() == 1)
  }

  @Test("a file that another Peach holds is left to it, and that is told")
  func heldByAnother() throws {
    try write(line(makeComparison()))
    let descriptor = open(places.files[0].path, O_RDONLY)
    #expect(flock(descriptor, LOCK_EX) == 0)
    #expect(store.recover(places) == [.failed(.saveFailed(.locked), path: places.files[0].path)])
    #expect(throws: DataStoreFault.locked) { try write("more\n") }
    close(descriptor)
    #expect(store.recover(places).count == 1)
  }

  @Test("several that start at once and some that add to the file lose and double nothing")
  func atOnce() async throws {
    let places = places
    let url = directory.database
    let batches = (0..<8).map { _ in (0..<5).map { _ in makeComparison() } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for batch in batches {
        let text = batch.map(line).joined()
        group.addTask {
          try RecoveryFile(places.files[0], timeout: 20).append(Data(text.utf8))
        }
        group.addTask {
          let store = try TrainingDataStore(url: url)
          _ = store.recover(places)
        }
      }
      try await group.waitForAll()
    }
    _ = store.recover(places)
    let stored = try store.allComparisons().map(\.id)
    #expect(stored.count == 40)
    #expect(Set(stored) == Set(batches.joined().map(\.id)))
    #expect(!places.files[0].isThere)
  }

  @Test("a link and a file of another kind are not touched, and that is told")
  func links() throws {
    let target = directory.url.appendingPathComponent("target")
    try Data(line(makeComparison()).utf8).write(to: target)
    try FileManager.default.createSymbolicLink(at: places.files[0], withDestinationURL: target)
    #expect(store.recover(places) == [.foreign(path: places.files[0].path)])
    #expect(throws: DataStoreFault.self) { try write("x\n") }
    #expect(target.isThere)
    try FileManager.default.removeItem(at: places.files[0])
    #expect(mkfifo(places.files[0].path, 0o600) == 0)
    #expect(store.recover(places) == [.foreign(path: places.files[0].path)])
    #expect(throws: DataStoreFault.self) { try write("x\n") }
    #expect(
      try store.check(places).findings == [.foreignRecovery(path: places.files[0].path)])
  }

  @Test("another user's file is not touched, and that is told", .enabled(if: geteuid() == 0))
  func ofAnotherUser() throws {
    let file = places.files[2]
    try write(line(makeComparison()), place: 2)
    #expect(chown(file.path, 65534, 65534) == 0)
    #expect(store.recover(places) == [.foreign(path: file.path)])
    #expect(try store.check(places).findings == [.foreignRecovery(path: file.path)])
    #expect(file.isThere)
  }
}
