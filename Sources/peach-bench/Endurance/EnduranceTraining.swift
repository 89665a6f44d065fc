import Foundation

/// One process of Peach that is trained by script until its time is over. Main thread.
final class EnduranceTraining {
  /// How long Peach may take to become ready, to say anything at all, and to end.
  private static let patience = 30.0
  private static let secondsPerSample = 1.0

  private let run: any TrainedProgram
  private let now: () -> Double
  private let ending: EnduranceEnding
  private var typist: Typist
  private(set) var ledger = TrainingLedger()
  private(set) var memory: [MemoryTrend.Sample] = []
  private(set) var outputs: [String] = []
  private(set) var isEndingRight = false

  private var lastLine: Double
  private var errorText = ""
  private var hands: [Task<Void, any Error>] = []

  /// - Parameter now: the time in seconds, by the clock of the program's lines.
  init(
    _ run: any TrainedProgram, ending: EnduranceEnding, seed: UInt64,
    now: @escaping () -> Double = { TimedLine.now }
  ) {
    self.run = run
    self.now = now
    lastLine = now()
    self.ending = ending
    typist = Typist(seed: seed)
  }

  var diagnostics: DiagnosticText { DiagnosticText(errorText) }

  /// Trains amid disturbances.
  ///
  /// - Parameter disturb: makes trouble for Peach's outputs until its task is cancelled.
  /// - Returns: the disturbances that there were.
  /// - Throws: ``BenchFault/neverReady(messages:)``, and what ends the benchmark.
  func train(
    for seconds: Double, amid disturb: @escaping @Sendable ([String]) async -> DisturbanceCounts
  ) async throws -> DisturbanceCounts {
    // Peach may end while something is typed.
    signal(SIGPIPE, SIG_IGN)
    try run.start()
    // Whatever happens, no process is left behind.
    defer { run.kill() }
    let reading = [
      Task { for await line in run.outputLines { take(line) } },
      Task { for await line in run.errorLines { errorText += line.text + "\n" } },
    ]
    let start = now()
    while run.isRunning, !ledger.isReady, now() < start + Self.patience { try await tick() }
    guard ledger.isReady, outputs.count == 2 else {
      run.kill()
      for task in reading { await task.value }
      throw BenchFault.neverReady(messages: errorText)
    }
    let disturbing = Task { [outputs] in await disturb(outputs) }
    do {
      let begin = now()
      while run.isRunning, now() < begin + seconds, !isSilent {
        sample(at: now() - begin)
        try await tick()
      }
    } catch {
      disturbing.cancel()
      _ = await disturbing.value
      throw error
    }
    disturbing.cancel()
    let counts = await disturbing.value
    let hasEnded = await end()
    // Its last words are among what is looked at.
    for task in reading { await task.value }
    isEndingRight = hasEnded && ending.isRight(reason: ledger.stopReason, status: run.status)
    return counts
  }

  private var isSilent: Bool { now() > lastLine + Self.patience }

  private func tick() async throws { try await Task.sleep(for: .milliseconds(50)) }

  private func sample(at seconds: Double) {
    guard seconds >= (memory.last?.seconds ?? -1) + Self.secondsPerSample,
      let size = try? run.residentSet(), size.total > 0
    else { return }
    memory.append(
      MemoryTrend.Sample(
        seconds: seconds, kibibytes: size.total - size.shared, results: ledger.results))
  }

  private func take(_ line: TimedLine) {
    lastLine = line.seconds
    guard let event = PeachEvent.reading(line.text) else { return ledger.noteNonsense() }
    if event.event == "ready" { outputs = event.audioPorts ?? [] }
    ledger.take(event, at: line.seconds)
    for keystroke in typist.keystrokes(after: event) { type(keystroke) }
  }

  private func type(_ keystroke: Keystroke) {
    let hand = Task {
      try await Task.sleep(for: .seconds(keystroke.delay))
      // One that has slept enough may come to its turn when the program has been asked to end.
      try Task.checkCancellation()
      ledger.noteTyped(keystroke.kind)
      // The answer to `help` says that the line has been dealt with.
      try run.type(keystroke.line + "\nhelp")
    }
    hands = Array(hands.suffix(20)) + [hand]
  }

  /// Asks it to end; whether it has done so by itself.
  private func end() async -> Bool {
    for hand in hands { hand.cancel() }
    if ledger.stopReason == nil { ledger.noteWait(until: now()) }
    switch ending {
    case .quit: try? run.type("quit")
    case .endOfInput: try? run.endInput()
    }
    let start = now()
    while run.isRunning, now() < start + Self.patience { await Rest.seconds(0.05) }
    let hasEnded = !run.isRunning
    run.kill()
    while run.isRunning { await Rest.seconds(0.05) }
    return hasEnded
  }
}

/// A program that trains as Peach does: it takes lines and tells events, and it can be looked at from outside.
protocol TrainedProgram: AnyObject {
  func start() throws

  /// What it writes to standard output and to standard error. To be asked for once.
  var outputLines: AsyncStream<TimedLine> { get }
  var errorLines: AsyncStream<TimedLine> { get }

  var isRunning: Bool { get }

  /// The exit status, 128 + n after signal n; only of one that has ended.
  var status: Int32 { get }

  /// Types a line. Throws where it has ended.
  func type(_ line: String) throws
  func endInput() throws
  func kill()
  func residentSet() throws -> ResidentSet
}

extension PeachRun: TrainedProgram {}

/// How a training is brought to its end.
nonisolated enum EnduranceEnding: String {
  case quit, endOfInput

  /// Whether a process ended so, and well.
  func isRight(reason: String?, status: Int32) -> Bool { reason == rawValue && status == 0 }
}
