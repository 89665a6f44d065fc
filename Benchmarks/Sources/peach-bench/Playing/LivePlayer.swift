import CJack
import Foundation
import Intonation
import Music
import Synchronization

/// Plays tasks to a program that trains, on a JACK server of the benchmark's own: the whole way from a port to the line
/// that says how far off a note was. Main thread.
final class LivePlayer: TaskPlayer {
  let place = ", played to the program"

  /// Long, so that a busy machine loses little.
  private static let period = 1024

  /// How often a task is played at most.
  private static let tries = 8

  private let program: URL
  private let folder: URL
  private let server: PrivateServer
  private let output: RecordingOutput
  private(set) var repetitions = 0

  /// - Parameter folder: the home of the program.
  /// - Throws: ``BenchFault``
  init(program: URL, folder: URL) async throws {
    (self.program, self.folder) = (program, folder)
    server = try PrivateServer(frames: Self.period)
    do {
      // The server runs when a client does.
      try await Program.client(.empty, server: PrivateServer.name).finish()
      output = try RecordingOutput(server: PrivateServer.name)
    } catch {
      server.stop()
      throw error
    }
  }

  /// Ends everything.
  func close() {
    output.client.close()
    server.stop()
  }

  func play(_ tasks: [PlayedTask]) async throws -> [PlayedTask.Result] {
    var results = [PlayedTask.Result?](repeating: nil, count: tasks.count)
    for setting in PosedNote.Setting.allCases {
      for keys in Set(tasks.map(\.keys)) {
        let places = tasks.indices.filter {
          tasks[$0].setting == setting && tasks[$0].keys == keys
        }
        guard !places.isEmpty else { continue }
        let training = try PlayedTraining(
          program, home: folder, keys: keys, setting, output: output)
        // A client that is killed may hold up the server.
        defer { training.run.finish() }
        for place in places { results[place] = try await play(tasks[place], to: training) }
      }
    }
    return results.compactMap { $0 }
  }

  /// Plays a task's recording for the next note that the program asks for, and once more if an xrun or another
  /// loss on the way made the program begin anew.
  private func play(
    _ task: PlayedTask, to training: PlayedTraining
  ) async throws -> PlayedTask.Result {
    for attempt in 1...Self.tries {
      try Task.checkCancellation()
      if let result = try await training.play(task, isLast: attempt == Self.tries) {
        return result
      }
      repetitions += 1
    }
    throw training.fault
  }
}

/// A JACK client with an output, into which it plays recordings. Main thread.
private final class RecordingOutput {
  let client: JackClient

  /// The full name of the output.
  static let port = "peach-bench-play:voice"

  private let port: AudioPort
  private let recording = Recording()

  /// What is left of a recording. The callback takes a lock, which the main thread holds for a moment: the server of a
  /// benchmark waits for its clients.
  private nonisolated final class Recording: Sendable {
    let rest = Mutex<ArraySlice<Float>>([])

    func process(_ frames: Int, into buffer: UnsafeMutablePointer<Float>) {
      buffer.update(repeating: 0, count: frames)
      rest.withLock { rest in
        for (index, sample) in rest.prefix(frames).enumerated() { buffer[index] = sample }
        rest = rest.dropFirst(frames)
      }
    }
  }

  init(server: String) throws {
    client = try JackClient("peach-bench-play", server: server, isExact: true)
    port = try client.port("voice")
    let (port, recording) = (port, recording)
    try client.activate { frames in
      if let buffer = port.buffer(frames) { recording.process(Int(frames), into: buffer) }
    }
  }

  /// Whether the output is connected with anything.
  var isConnected: Bool { jack_port_connected(port.handle) > 0 }

  /// Plays a recording from the next period on, instead of the one before.
  func play(_ samples: [Float]) { recording.rest.withLock { $0 = samples[...] } }
}

/// A program that trains played notes, into whose input recordings are played. Main thread.
private final class PlayedTraining {
  /// How long the program may say nothing while something is due, in seconds.
  private static let answerLimit = 30.0

  /// After a recording the judge has so many seconds; then what was held is to be judged, again within so many
  /// seconds.
  private static let (rest, answerTime) = (1.0, 3.0)

  let run: Program
  private let output: RecordingOutput
  private var lastLines: [String] = []
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
  /// - Parameter keys: the range of the targets.
  init(
    _ program: URL, home: URL, keys: ClosedRange<Int>, _ setting: PosedNote.Setting,
    output: RecordingOutput
  ) throws {
    self.output = output
    let isFifth = [.afterFifth, .overFifth].contains(setting)
    let isHarmonic = [.overUnison, .overFifth].contains(setting)
    run = Program(
      program,
      [
        "play", "--json", "--client-name", "peach-played", "--seed", "100",
        "--connect-input", "^\(RecordingOutput.port)$",
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

  /// `nil` if the recording did not reach the judge in one piece, unless it is the last try.
  func play(_ task: PlayedTask, isLast: Bool) async throws -> PlayedTask.Result? {
    // A trial for which nothing was played yet.
    try await wait {
      state == "listening" && posed != nil && trials > played && output.isConnected
    }
    guard let note = posed else { return nil }
    let trial = trials
    let recording = await Task.detached { task.recording(note) }.value
    // It was posed anew while the recording was made.
    guard trial == trials, state == "listening" else { return nil }
    let samples = (recording.before + recording.sound).map { Float($0) }
    if recording.before.isEmpty, recording.accompaniment.isEmpty {
      start(samples)
    } else {
      // With sound from the loudspeakers: it begins with the trial, which is heard again for that.
      waiting = samples
      try run.send("again")
      try await wait { waiting == nil }
      if posed?.target != note.target { isBroken = true }
    }
    let seconds = Double(samples.count) / PlayedCases.sampleRate + Self.rest
    _ = try await isSoon(seconds) { outcome != nil || isBroken }
    let deadline = ContinuousClock.now + .seconds(Self.answerLimit)
    // A loss while it judges lets it listen anew, without a word.
    while outcome == nil, !isBroken, ContinuousClock.now < deadline {
      try run.send("commit")
      _ = try await isSoon(Self.answerTime) { outcome != nil || isBroken }
    }
    output.play([])
    let result = outcome
    // A result leads to the next trial by itself, all else back to the same one.
    if case .judged = result {} else { try run.send("pause") }
    guard let result, !isBroken || isLast else { return nil }
    return PlayedTask.Result(recording: recording, outcome: result)
  }

  private func start(_ samples: [Float]) {
    (outcome, isBroken, played, waiting) = (nil, false, trials, nil)
    output.play(samples)
  }

  /// What it said last.
  var fault: BenchFault {
    .failed("peach play", messages: (lastLines + [run.messages]).joined(separator: "\n"))
  }

  private func handle(_ line: String) {
    lastLines = lastLines.suffix(9) + [line]
    let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    guard let event = object else { return }
    switch (event["event"] as? String, event["code"] as? String) {
    case ("trial", _):
      if outcome == nil { isBroken = true }
      state = ""
      trials += 1
      posed = (event["targetFrequency"] as? Double).map {
        PosedNote(target: $0, reference: event["referenceFrequency"] as? Double ?? $0)
      }
    case ("state", _):
      state = event["state"] as? String ?? ""
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

  private func outcome(of event: [String: Any]) -> PlayedNoteOutcome? {
    func number(_ key: String) -> Double { event[key] as? Double ?? 0 }
    switch event["outcome"] as? String {
    case "judged":
      return .judged(
        PlayedNote(
          error: number("userCentError"), uncertainty: number("uncertainty"),
          length: number("playedLength"), level: 0, octaves: Int(number("octaves")), frequency: 0))
    case "tooShort": return .tooShort(seconds: number("seconds"))
    case "unsteady": return .unsteady(wobble: number("wobble"))
    case "noPitch": return .noPitch
    case "wrongNote":
      let frequency = number("frequency")
      return .wrongNote(
        frequency: frequency, cents: 1200 * log2(frequency / (posed?.target ?? frequency)))
    case "inseparable": return .inseparable
    default: return nil
    }
  }

  /// Waits for a condition, and ends pauses meanwhile, also those of the program's own: if nobody played to it.
  ///
  /// - Throws: ``BenchFault/failed(_:messages:)`` if that does not come about.
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
