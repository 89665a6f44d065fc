import Foundation

/// Plays tasks to programs that train, on a JACK server of the benchmark's own: the whole way from a port to the line
/// that says how far off a note was. Main thread.
final class LivePlayer: TaskPlayer {
  let place = ", played to the program"

  private static let period = 256
  private static let startLimit = Duration.seconds(20)

  private let program: URL
  private let count: Int
  private let home: URL
  private let server: PrivateServer
  private let client: RecordingClient

  /// - Parameter count: how many programs are played to at once.
  /// - Throws: ``BenchFault``
  init(program: URL, count: Int) async throws {
    guard PrivateServer.isInstalled else { throw BenchFault.noServer }
    // A program may end while a line is sent.
    signal(SIGPIPE, SIG_IGN)
    self.program = program
    self.count = count
    home = FileManager.default.temporaryDirectory.appending(
      path: "peach-bench-\(ProcessInfo.processInfo.processIdentifier)-play")
    let server = try PrivateServer(frames: Self.period)
    do {
      client = try await Self.client(count: count)
    } catch {
      server.stop()
      throw error
    }
    self.server = server
  }

  /// The server needs some time until it accepts clients.
  private static func client(count: Int) async throws -> RecordingClient {
    let deadline = ContinuousClock.now + startLimit
    while true {
      do {
        return try RecordingClient(server: PrivateServer.name, count: count)
      } catch BenchFault.noServer where ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  /// Ends everything.
  func close() async {
    client.close()
    server.stop()
    try? FileManager.default.removeItem(at: home)
  }

  func play(_ tasks: [PlayedTask]) async throws -> [PlayedTask.Result] {
    let results = Results(count: tasks.count)
    for setting in PosedNote.Setting.allCases {
      for keys in Set(tasks.map(\.keys)) {
        let places = tasks.indices.filter {
          tasks[$0].setting == setting && tasks[$0].keys == keys
        }
        let queue = TaskQueue(tasks, places)
        // Each program takes the next task as soon as it is done with one.
        let lanes = (0..<min(count, places.count)).map { index in
          Task { try await play(queue, keys, setting, on: index, into: results) }
        }
        try await Self.finish(lanes)
      }
    }
    return results.all.compactMap { $0 }
  }

  /// Waits for all, and ends the others if one fails.
  private static func finish(_ lanes: [Task<Void, any Error>]) async throws {
    let outcomes = await withTaskCancellationHandler {
      var outcomes: [Result<Void, any Error>] = []
      for lane in lanes {
        let outcome = await lane.result
        if case .failure = outcome { lanes.forEach { $0.cancel() } }
        outcomes.append(outcome)
      }
      return outcomes
    } onCancel: {
      lanes.forEach { $0.cancel() }
    }
    // The first failure is the reason, the others follow from it.
    let failures = outcomes.compactMap { outcome -> (any Error)? in
      if case .failure(let error) = outcome { error } else { nil }
    }
    if let failure = failures.first(where: { !($0 is CancellationError) }) ?? failures.first {
      throw failure
    }
  }

  private func play(
    _ queue: TaskQueue, _ keys: ClosedRange<Int>, _ setting: PosedNote.Setting, on index: Int,
    into results: Results
  ) async throws {
    let trained = try PlayedProgram(
      program, home: home.appending(path: "\(index)"), server: PrivateServer.name, keys: keys,
      setting, client: client, index: index)
    do {
      while let (place, task) = queue.next() {
        try Task.checkCancellation()
        results.all[place] = try await trained.play(task)
      }
    } catch {
      await trained.close()
      throw error
    }
    await trained.close()
  }

  /// Tasks that several programs share.
  private final class TaskQueue {
    private let tasks: [PlayedTask]
    private var places: ArraySlice<Int>

    init(_ tasks: [PlayedTask], _ places: [Int]) {
      self.tasks = tasks
      self.places = places[...]
    }

    func next() -> (Int, PlayedTask)? { places.popFirst().map { ($0, tasks[$0]) } }
  }

  private final class Results {
    var all: [PlayedTask.Result?]

    init(count: Int) { all = Array(repeating: nil, count: count) }
  }
}
