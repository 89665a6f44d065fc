import Foundation
import Intonation

/// Plays tasks to programs that train, on a JACK server of the benchmark's own: the whole way from a port to the line
/// that says how far off a note was. Main thread.
final class LivePlayer: TaskPlayer {
  let place = ", played to the program"

  /// Long, so that a busy machine loses little.
  private static let period = 1024
  private static let startLimit = Duration.seconds(20)

  private let program: URL
  private let count: Int
  private let folder: URL
  private let server: PrivateServer
  private let client: RecordingClient
  private(set) var repetitions = 0

  /// - Parameters:
  ///   - count: how many programs are played to at once.
  ///   - folder: where their homes are.
  /// - Throws: ``BenchFault``
  init(program: URL, count: Int, folder: URL) async throws {
    guard PrivateServer.isInstalled else { throw BenchFault.noServer }
    (self.program, self.count, self.folder) = (program, count, folder)
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
  func close() {
    client.close()
    server.stop()
  }

  /// The tasks that several programs share, and their results.
  private final class Queue {
    let tasks: [PlayedTask]
    var places: ArraySlice<Int> = []
    var results: [PlayedTask.Result?]

    init(_ tasks: [PlayedTask]) {
      self.tasks = tasks
      results = Array(repeating: nil, count: tasks.count)
    }

    /// Plays the next task as soon as one is done.
    func play(to program: PlayedProgram) async throws {
      while let place = places.popFirst() {
        try Task.checkCancellation()
        results[place] = try await program.play(tasks[place])
      }
    }
  }

  func play(_ tasks: [PlayedTask]) async throws -> [PlayedTask.Result] {
    let queue = Queue(tasks)
    for setting in PosedNote.Setting.allCases {
      for keys in Set(tasks.map(\.keys)) {
        queue.places =
          tasks.indices.filter {
            tasks[$0].setting == setting && tasks[$0].keys == keys
          }[...]
        let programs = try await start(min(count, queue.places.count), keys, setting)
        // One after the other: a server that many clients describe themselves to at once may hang.
        defer { programs.forEach { $0.close() } }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for program in programs { group.addTask { try await queue.play(to: program) } }
          try await group.waitForAll()
        }
        repetitions += programs.reduce(0) { $0 + $1.repetitions }
      }
    }
    return queue.results.compactMap { $0 }
  }

  private func start(
    _ wanted: Int, _ keys: ClosedRange<Int>, _ setting: PosedNote.Setting
  ) async throws -> [PlayedProgram] {
    var programs: [PlayedProgram] = []
    for index in 0..<wanted {
      let next = try PlayedProgram(
        program, home: folder.appending(path: "\(index)"), keys: keys, setting, client: client,
        index: index)
      programs.append(next)
      try await next.begin()
    }
    return programs
  }
}

/// A program that trains played notes, into whose input recordings are played. Main thread.
private final class PlayedProgram {
  /// What the events of the training say that matters here.
  private struct Event: Decodable {
    let event: String
    var state: String?
    var targetFrequency: Double?
    var referenceFrequency: Double?
    var userCentError: Double?
    var uncertainty: Double?
    var playedLength: Double?
    var octaves: Int?
    var outcome: String?
    var frequency: Double?
    var seconds: Double?
    var wobble: Double?
    var code: String?
  }

  /// How long the program may say nothing while something is due, in seconds.
  private static let answerLimit = 30.0

  /// After a recording the judge has so many seconds; then what was held is to be judged, again within so many
  /// seconds.
  private static let (rest, answerTime) = (1.0, 3.0)

  /// How often a task is played at most.
  private static let tries = 8

  private let run: Program
  private let client: RecordingClient
  private let index: Int
  private var lastLines: [String] = []

  /// How often a recording was played once more.
  private(set) var repetitions = 0

  private var posed: PosedNote?
  /// How many trials there were, each time that one was posed anew as well, and the last one of them that something was
  /// played for.
  private var trials = 0
  private var played = 0
  private var state = ""
  /// Is played as soon as the reference sounds.
  private var waiting: [Float]?
  private var outcome: PlayedNoteOutcome?
  /// A part of what is played was lost, or the trial was posed anew meanwhile.
  private var isBroken = false
  private var hasEnded = false

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - keys: the range of the targets.
  ///   - index: which output of the client plays to it.
  init(
    _ program: URL, home: URL, keys: ClosedRange<Int>, _ setting: PosedNote.Setting,
    client: RecordingClient, index: Int
  ) throws {
    self.client = client
    self.index = index
    let isFifth = [.afterFifth, .overFifth].contains(setting)
    let isHarmonic = [.overUnison, .overFifth].contains(setting)
    run = Program(
      program,
      [
        "play", "--json", "--client-name", "peach-\(index)", "--seed", "\(100 + index)",
        "--connect-input", "^\(RecordingClient.port(index))$",
        "--note-duration", "\(PosedNote.referenceSeconds)",
        "--after-wrong-answer", "next", "--next-trial", "auto",
        "--note-range-min", "\(keys.lowerBound)", "--note-range-max", "\(keys.upperBound)",
        "--intervals", isFifth ? "P5" : "P1",
      ] + (isHarmonic ? ["--presentation", "harmonic"] : []), home: home,
      server: PrivateServer.name)
    try run.start()
    Task { [weak self, lines = run.lines] in
      for await line in lines { self?.handle(line.text) }
      self?.hasEnded = true
    }
  }

  /// Returns when the program asks for its first note.
  func begin() async throws { try await waitForTrial() }

  /// Plays a task's recording for the next note that the program asks for, and once more if an xrun or another
  /// loss on the way made the program begin anew.
  func play(_ task: PlayedTask) async throws -> PlayedTask.Result {
    for attempt in 1...Self.tries {
      try await waitForTrial()
      let isLast = attempt == Self.tries
      if let result = try await self.attempt(task, isLast: isLast) { return result }
      repetitions += 1
    }
    throw fault
  }

  /// `nil` if the recording did not reach the judge in one piece, unless it is the last try.
  private func attempt(_ task: PlayedTask, isLast: Bool) async throws -> PlayedTask.Result? {
    guard let note = posed else { return nil }
    let trial = trials
    let recording = await Task.detached { task.recording(note) }.value
    // It was posed anew while the recording was made.
    guard trial == trials, state == "listening" else { return nil }
    let isBegun = try await begin(recording)
    let seconds =
      Double(recording.before.count + recording.sound.count) / PlayedCases.sampleRate + Self.rest
    if !isBegun { isBroken = true }
    _ = try await isSoon(seconds) { outcome != nil || isBroken }
    let deadline = ContinuousClock.now + .seconds(Self.answerLimit)
    // A loss while it judges lets it listen anew, without a word.
    while outcome == nil, !isBroken, ContinuousClock.now < deadline {
      try run.send("commit")
      _ = try await isSoon(Self.answerTime) { outcome != nil || isBroken }
    }
    client.play([], on: index)
    let result = outcome
    // A result leads to the next trial by itself, all else back to the same one.
    if case .judged = result {} else { try run.send("pause") }
    guard let result, !isBroken || isLast else { return nil }
    return PlayedTask.Result(recording: recording, outcome: result)
  }

  /// Plays a recording. Those with sound from the loudspeakers begin with the trial, which is heard again for that.
  ///
  /// - Returns: whether it is the same trial.
  private func begin(_ recording: PlayedCase) async throws -> Bool {
    let samples = (recording.before + recording.sound).map { Float($0) }
    guard !recording.before.isEmpty || !recording.accompaniment.isEmpty else {
      start(samples)
      return true
    }
    let target = posed?.target
    waiting = samples
    try run.send("again")
    try await wait { waiting == nil }
    return posed?.target == target
  }

  private func start(_ samples: [Float]) {
    (outcome, isBroken, played, waiting) = (nil, false, trials, nil)
    client.play(samples, on: index)
  }

  /// Returns when the program listens to a trial for which nothing was played yet.
  private func waitForTrial() async throws {
    try await wait {
      state == "listening" && posed != nil && trials > played && client.isConnected(index)
    }
  }

  /// Ends the program: one that is killed may hold up the server.
  func close() { run.finish() }

  /// What it said last.
  private var fault: BenchFault {
    .failed(
      program: "peach play", messages: (lastLines + [run.messages]).joined(separator: "\n"))
  }

  private func handle(_ line: String) {
    lastLines = lastLines.suffix(9) + [line]
    guard let event = try? JSONDecoder().decode(Event.self, from: Data(line.utf8)) else { return }
    switch (event.event, event.code) {
    case ("trial", _):
      if outcome == nil { isBroken = true }
      state = ""
      trials += 1
      posed = event.targetFrequency.map {
        PosedNote(target: $0, reference: event.referenceFrequency ?? $0)
      }
    case ("state", _):
      state = event.state ?? ""
      if state == "playingReference", let waiting { start(waiting) }
    case ("result", _), ("missed", _): outcome = outcome ?? outcome(of: event)
    case ("notice", "waitingForStart"): try? run.send("start")
    // After an xrun the judge begins anew with what follows, so too little of a note may be left.
    case ("discarded", _), ("notice", "inputLost"), ("notice", "xrun"), ("notice", "serverStalled"),
      ("notice", "inputDisconnected"):
      if outcome == nil { isBroken = true }
    default: break
    }
  }

  private func outcome(of event: Event) -> PlayedNoteOutcome? {
    switch event.outcome {
    case "judged":
      guard let error = event.userCentError else { return nil }
      return .judged(
        PlayedNote(
          error: error, uncertainty: event.uncertainty ?? 0, length: event.playedLength ?? 0,
          level: 0, octaves: event.octaves ?? 0, frequency: 0))
    case "tooShort": return .tooShort(seconds: event.seconds ?? 0)
    case "unsteady": return .unsteady(wobble: event.wobble ?? 0)
    case "noPitch": return .noPitch
    case "wrongNote":
      guard let frequency = event.frequency, let posed else { return .noPitch }
      return .wrongNote(frequency: frequency, cents: 1200 * log2(frequency / posed.target))
    case "inseparable": return .inseparable
    default: return nil
    }
  }

  /// Waits for a condition, and ends pauses meanwhile, also those of the program's own: while the other programs were
  /// busy, nobody played to it.
  ///
  /// - Throws: ``BenchFault/failed(program:messages:)`` if that does not come about.
  private func wait(_ condition: () -> Bool) async throws {
    let isMet = try await isSoon(Self.answerLimit) {
      if state == "paused" {
        state = ""
        try? run.send("start")
      }
      return condition()
    }
    guard isMet else { throw fault }
  }

  private func isSoon(_ seconds: Double, _ condition: () -> Bool) async throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while !condition() {
      guard !hasEnded, ContinuousClock.now < deadline else { return condition() }
      try await Task.sleep(for: .milliseconds(5))
    }
    return true
  }
}
