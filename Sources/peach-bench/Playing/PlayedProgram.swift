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
  private static let tries = 4

  private let run: PeachRun
  private let client: RecordingClient
  private let index: Int
  private var reading: [Task<Void, Never>] = []
  private var messages = ""
  private var lastLines: [String] = []
  private static let keptLines = 9

  private var posed: PosedNote?
  private var isListening = false
  private var outcome: PlayedNoteOutcome?
  /// A part of what is played was lost, or another note is asked for meanwhile.
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
      "--connect-input", "^\(RecordingClient.port(index))$", "--note-duration", "0.3",
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
  func begin() async throws {
    try await wait(for: Self.patience) { isListening && posed != nil && client.isConnected(index) }
  }

  /// Plays a task's recording for the next note that the program asks for, and once more if an xrun or another
  /// loss on the way made the program begin anew.
  func play(_ task: PlayedTask) async throws -> PlayedTask.Result {
    for _ in 1..<Self.tries {
      if let result = try await attempt(task) { return result }
    }
    guard let result = try await attempt(task, isLast: true) else {
      throw BenchFault.neverReady(messages: lastWords)
    }
    return result
  }

  /// `nil` if the recording did not reach the judge in one piece, unless it is the last try.
  private func attempt(_ task: PlayedTask, isLast: Bool = false) async throws -> PlayedTask.Result?
  {
    try await wait(for: Self.patience) { isListening && posed != nil }
    try await wait(for: Self.patience) { client.isConnected(index) }
    let note = posed
    let recording = await Task.detached { task.recording(note) }.value
    (outcome, isBroken) = (nil, false)
    client.play(recording.sound.map { Float($0) }, on: index)
    let seconds = Double(recording.sound.count) / PlayedCases.sampleRate + Self.rest
    _ = try await isSoon(seconds) { outcome != nil || isBroken }
    let deadline = ContinuousClock.now + .seconds(Self.patience)
    // A loss while it judges lets it listen anew, without a word.
    while outcome == nil, !isBroken, ContinuousClock.now < deadline {
      try run.type("commit")
      _ = try await isSoon(Self.answerTime) { outcome != nil || isBroken }
    }
    client.stop(index)
    if isBroken, !isLast {
      if isListening { try run.type("skip") }
      (posed, isListening) = (nil, false)
      return nil
    }
    guard let outcome else { throw BenchFault.neverReady(messages: lastWords) }
    // A result leads to the next trial by itself.
    if case .judged = outcome {} else { try run.type("skip") }
    (posed, isListening) = (nil, false)
    return PlayedTask.Result(recording: recording, outcome: outcome)
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
      isListening = false
      posed = event.targetFrequency.map {
        PosedNote(target: $0, reference: event.referenceFrequency ?? $0)
      }
    case "state": isListening = event.state == "listening"
    case "result", "missed": outcome = outcome ?? outcome(of: event)
    case "notice":
      if event.code == "waitingForStart" { try? run.type("start") }
      if event.code == "inputLost" { isBroken = true }
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
