import Foundation
import Intonation

/// A program that trains played notes, into whose input recordings are played. Main thread.
final class PlayedProgram {
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
  private static let patience = 30.0

  /// After a recording the judge has so many seconds; then what was held is to be judged.
  private static let rest = 1.0

  /// The judge answers a commit within so many seconds.
  private static let answerTime = 3.0

  /// How often a task is played at most.
  private static let tries = 8

  private let run: PeachRun
  private let client: RecordingClient
  private let index: Int
  private var reading: [Task<Void, Never>] = []
  private var messages = ""
  private var lastLines: [String] = []
  private static let keptLines = 9

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
    _ program: URL, home: URL, server: String, keys: ClosedRange<Int>,
    _ setting: PosedNote.Setting, client: RecordingClient, index: Int
  ) throws {
    self.client = client
    self.index = index
    var arguments = [
      "play", "--json", "--client-name", "peach-\(index)", "--seed", "\(100 + index)",
      "--connect-input", "^\(RecordingClient.port(index))$", "--note-duration",
      "\(PosedNote.referenceSeconds)",
      "--after-wrong-answer", "next", "--next-trial", "auto",
      "--note-range-min", "\(keys.lowerBound)", "--note-range-max", "\(keys.upperBound)",
    ]
    switch setting {
    case .alone: arguments += ["--intervals", "P1"]
    case .overUnison: arguments += ["--intervals", "P1", "--presentation", "harmonic"]
    case .afterFifth: arguments += ["--intervals", "P5"]
    case .overFifth: arguments += ["--intervals", "P5", "--presentation", "harmonic"]
    }
    run = PeachRun(program, arguments, home: home, server: server)
    try run.start()
    reading = [
      Task { [weak self, lines = run.outputLines] in
        for await line in lines { self?.handle(line.text) }
        self?.hasEnded = true
      },
      Task { [weak self, lines = run.errorLines] in
        for await line in lines { self?.messages += line.text + "\n" }
      },
    ]
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
    throw BenchFault.neverReady(messages: lastWords)
  }

  /// `nil` if the recording did not reach the judge in one piece, unless it is the last try.
  private func attempt(_ task: PlayedTask, isLast: Bool) async throws -> PlayedTask.Result? {
    guard let note = posed else { return nil }
    let trial = trials
    let recording = try await Task.detached { try await task.recording(note) }.value
    // It was posed anew while the recording was made.
    guard trial == trials, state == "listening" else { return nil }
    let isBegun = try await begin(recording)
    let seconds =
      Double(recording.before.count + recording.sound.count) / PlayedCases.sampleRate + Self.rest
    if !isBegun { isBroken = true }
    _ = try await isSoon(seconds) { outcome != nil || isBroken }
    let deadline = ContinuousClock.now + .seconds(Self.patience)
    // A loss while it judges lets it listen anew, without a word.
    while outcome == nil, !isBroken, ContinuousClock.now < deadline {
      try run.type("commit")
      _ = try await isSoon(Self.answerTime) { outcome != nil || isBroken }
    }
    client.stop(index)
    let result = outcome
    // A result leads to the next trial by itself, all else back to the same one.
    if case .judged = result {} else { try run.type("pause") }
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
    try run.type("again")
    try await wait(for: Self.patience) {
      goOn()
      return waiting == nil
    }
    return posed?.target == target
  }

  private func start(_ samples: [Float]) {
    (outcome, isBroken, played, waiting) = (nil, false, trials, nil)
    client.play(samples, on: index)
  }

  /// Returns when the program listens to a trial for which nothing was played yet.
  private func waitForTrial() async throws {
    try await wait(for: Self.patience) {
      goOn()
      return state == "listening" && posed != nil && trials > played && client.isConnected(index)
    }
  }

  /// Ends a pause, also one of the program's own: while the other programs were busy, nobody played to it.
  private func goOn() {
    guard state == "paused" else { return }
    state = ""
    try? run.type("start")
  }

  /// Ends the program.
  func close() async {
    try? run.endInput()
    // Also in a task that was cancelled: a client that is killed may hold up the server.
    let deadline = ContinuousClock.now + .seconds(10)
    while run.isRunning, ContinuousClock.now < deadline { await Rest.seconds(0.02) }
    run.kill()
    for task in reading { await task.value }
  }

  /// What it said last, for the fault.
  private var lastWords: String { (lastLines + [messages]).joined(separator: "\n") }

  private func handle(_ line: String) {
    lastLines = lastLines.suffix(Self.keptLines) + [line]
    guard let event = try? JSONDecoder().decode(Event.self, from: Data(line.utf8)) else { return }
    switch event.event {
    case "trial":
      if outcome == nil { isBroken = true }
      state = ""
      trials += 1
      posed = event.targetFrequency.map {
        PosedNote(target: $0, reference: event.referenceFrequency ?? $0)
      }
    case "state":
      state = event.state ?? ""
      if state == "playingReference", let waiting { start(waiting) }
    case "result", "missed": outcome = outcome ?? outcome(of: event)
    case "discarded": if outcome == nil { isBroken = true }
    case "notice": handleNotice(event.code)
    default: break
    }
  }

  private func handleNotice(_ code: String?) {
    switch code {
    case "waitingForStart": try? run.type("start")
    // After an xrun the judge begins anew with what follows, so too little of a note may be left.
    case "inputLost", "xrun", "serverStalled", "inputDisconnected":
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

  /// - Throws: ``BenchFault/neverReady(messages:)`` if that does not come about.
  private func wait(for seconds: Double, _ condition: () -> Bool) async throws {
    guard try await isSoon(seconds, condition) else {
      throw BenchFault.neverReady(messages: lastWords)
    }
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
