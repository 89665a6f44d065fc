import Foundation

/// One process of Peach that a script trains with until the time is over. Main thread.
final class EnduranceTraining {
  /// The time limit in seconds for Peach to become ready, to print anything, and to end.
  private static let timeout = 30.0
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
  private let onEvent: (PeachEvent) -> Void
  private var pendingKeystrokes: [Task<Void, any Error>] = []

  /// - Parameters:
  ///   - isPrompt: whether every trial is answered at once.
  ///   - onEvent: called with each event of the program.
  ///   - now: the time in seconds by the clock of the program's lines.
  init(
    _ run: any TrainedProgram, ending: EnduranceEnding, seed: UInt64, isPrompt: Bool = false,
    now: @escaping () -> Double = { TimedLine.now },
    onEvent: @escaping (PeachEvent) -> Void = { _ in }
  ) {
    self.run = run
    self.now = now
    self.onEvent = onEvent
    lastLine = now()
    self.ending = ending
    typist = Typist(seed: seed, isPrompt: isPrompt)
  }

  var diagnostics: DiagnosticText { DiagnosticText(errorText) }

  /// Trains while something disturbs the program.
  ///
  /// - Parameters:
  ///   - results: the number of results after which it ends before its time.
  ///   - disturb: disturbs Peach's outputs until its task is cancelled.
  /// - Returns: a count of the disturbances.
  /// - Throws: ``BenchFault/neverReady(messages:)``, and errors that end the benchmark.
  func train(
    for seconds: Double, results: Int = .max,
    amid disturb: @escaping @Sendable ([String]) async -> DisturbanceCounts
  ) async throws -> DisturbanceCounts {
    // Peach may end while a line is sent.
    signal(SIGPIPE, SIG_IGN)
    try run.start()
    // Whatever happens, no process is left behind.
    defer { run.kill() }
    let reading = [
      Task { for await line in run.outputLines { handle(line) } },
      Task { for await line in run.errorLines { errorText += line.text + "\n" } },
    ]
    let start = now()
    while run.isRunning, !ledger.isReady, now() < start + Self.timeout { try await tick() }
    guard ledger.isReady, outputs.count == 2 else {
      run.kill()
      for task in reading { await task.value }
      throw BenchFault.neverReady(messages: errorText)
    }
    let disturbing = Task { [outputs] in await disturb(outputs) }
    do {
      let begin = now()
      while run.isRunning, now() < begin + seconds, ledger.results < results, !isSilent {
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
    // The last lines count, too.
    for task in reading { await task.value }
    isEndingRight = hasEnded && ending.isRight(reason: ledger.stopReason, status: run.status)
    return counts
  }

  private var isSilent: Bool { now() > lastLine + Self.timeout }

  private func tick() async throws { try await Task.sleep(for: .milliseconds(50)) }

  private func sample(at seconds: Double) {
    guard seconds >= (memory.last?.seconds ?? -1) + Self.secondsPerSample,
      let size = try? run.residentSet(), size.total > 0
    else { return }
    memory.append(
      MemoryTrend.Sample(
        seconds: seconds, kibibytes: size.total - size.shared, results: ledger.results))
  }

  private func handle(_ line: TimedLine) {
    lastLine = line.seconds
    guard let event = PeachEvent.reading(line.text) else { return ledger.recordNonsense() }
    if event.event == "ready" { outputs = event.audioPorts ?? [] }
    ledger.handle(event, at: line.seconds)
    onEvent(event)
    for keystroke in typist.keystrokes(after: event) { type(keystroke) }
  }

  private func type(_ keystroke: Keystroke) {
    let typing = Task {
      try await Task.sleep(for: .seconds(keystroke.delay))
      // The sleep may be over, and the program asked to end before this task runs.
      try Task.checkCancellation()
      ledger.recordTyped(keystroke.kind)
      // The answer to `help` shows that the line has been handled.
      try run.type(keystroke.line + "\nhelp")
    }
    pendingKeystrokes = Array(pendingKeystrokes.suffix(20)) + [typing]
  }

  /// Asks the program to end, and returns whether it did without being killed.
  private func end() async -> Bool {
    for keystroke in pendingKeystrokes { keystroke.cancel() }
    if ledger.stopReason == nil { ledger.recordWait(until: now()) }
    switch ending {
    case .quit: try? run.type("quit")
    case .endOfInput: try? run.endInput()
    }
    let start = now()
    while run.isRunning, now() < start + Self.timeout { await Rest.seconds(0.05) }
    let hasEnded = !run.isRunning
    run.kill()
    while run.isRunning { await Rest.seconds(0.05) }
    return hasEnded
  }
}

/// A program that trains as Peach does: it reads lines, prints events, and can be inspected from outside.
protocol TrainedProgram: AnyObject {
  func start() throws

  /// The lines of standard output and standard error. Each may be called once.
  var outputLines: AsyncStream<TimedLine> { get }
  var errorLines: AsyncStream<TimedLine> { get }

  var isRunning: Bool { get }

  /// The exit status, 128 + n after signal n. The program must have ended.
  var status: Int32 { get }

  /// Sends a line. Throws if the program has ended.
  func type(_ line: String) throws
  func endInput() throws
  func kill()
  func residentSet() throws -> ResidentSet
}

extension PeachRun: TrainedProgram {}

/// The way in which a training is ended.
nonisolated enum EnduranceEnding: String {
  case quit, endOfInput

  /// Whether a process ended in this way and with success.
  func isRight(reason: String?, status: Int32) -> Bool { reason == rawValue && status == 0 }
}
