import Foundation

/// Plays tasks to programs that train, on a JACK server of the benchmark's own: the whole way from a port to the line
/// that says how far off a note was. Main thread.
final class LivePlayer: TaskPlayer {
  let place = ", played to the program"

  /// Long, so that a busy machine loses little.
  private static let period = 1024
  private static let startLimit = Duration.seconds(20)

  private let program: URL
  private let count: Int
  private let home: URL
  private let server: PrivateServer
  private let client: RecordingClient

  /// The programs that run, and what they ask for.
  private var programs: [PlayedProgram] = []
  private var endedRepetitions = 0
  private var running: (keys: ClosedRange<Int>, setting: PosedNote.Setting)?

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

  var repetitions: Int { endedRepetitions + programs.reduce(0) { $0 + $1.repetitions } }

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
    await endPrograms()
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
        try await start(min(count, places.count), keys, setting)
        let lanes = programs.map { program in
          Task {
            while let (place, task) = queue.next() {
              try Task.checkCancellation()
              results.all[place] = try await program.play(task)
            }
          }
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

  /// Lets so many programs run, or more: those that are there, if they ask for the same notes. They come and go one
  /// after the other: a server that many clients describe themselves to at once may hang.
  private func start(
    _ wanted: Int, _ keys: ClosedRange<Int>, _ setting: PosedNote.Setting
  ) async throws {
    if running?.keys != keys || running?.setting != setting { await endPrograms() }
    running = (keys, setting)
    while programs.count < wanted {
      let index = programs.count
      let next = try PlayedProgram(
        program, home: home.appending(path: "\(index)"), server: PrivateServer.name, keys: keys,
        setting, client: client, index: index)
      programs.append(next)
      try await next.begin()
    }
  }

  private func endPrograms() async {
    endedRepetitions = repetitions
    for program in programs { await program.close() }
    programs = []
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
