import ArgumentParser
import Client
import Console
import Intonation
import MainThread
import Program
import Settings
import Sound

/// A run of `peach play --calibrate`: opens a client and its audio input, measures how long sound takes from the
/// outputs into the input, and keeps that in the settings file. Main thread.
final class CalibrationRun {
  private let context: CommandContext
  private let settings: FileUserSettings
  private let view: CalibrationView

  /// The reason for the end, once the user or the server has ended the run.
  private var ending: Ending?

  /// True if the delay is known and stored.
  private var isMeasured = false

  private let suspension: Suspension
  private var measuring: BreakableTask?

  /// The number of tries if sound is lost during the measurement.
  private static let tries = 3

  /// The time within which both ends have to be connected.
  private static let wait = Duration.seconds(30)

  /// The time that a cancelled measurement may take to fade out. A server that hangs would keep it
  /// for ever.
  private static let longestEnd = Duration.seconds(2)

  private init(_ context: CommandContext, settings: FileUserSettings) {
    self.context = context
    self.settings = settings
    suspension = Suspension(on: context.terminal)
    view = CalibrationView(
      json: context.global.json ? JSONEvents(output: context.output) : nil,
      output: context.output, messages: context.messages)
  }

  static func exitCode(settings: SettingOptions, global: GlobalOptions) async -> ExitCode {
    let context = CommandContext(global)
    let status = await context.report(asEvents: true) {
      let values = try context.readSettings(settings.texts.merging(global.settingTexts) { $1 })
      // Before anything sounds: what is measured has to be kept.
      _ = try context.writableSettingsFile
      return try await CalibrationRun(context, settings: values).run()
    }
    return ExitCode(status)
  }

  private func run() async throws -> Int32 {
    // Before anything is opened, so that from here on a signal ends the run in order.
    let input = PromptInput(terminal: context.terminal, from: context.input) { [weak self] in
      self?.handle($0)
    }
    defer {
      input.stop()
      context.terminal?.restore()
    }
    try await suspension.perform(isOver: { isMeasured || ending != nil }) { try await measure() }
    if case .error(let fault)? = ending { throw fault }
    view.showStopped(ending?.code ?? "end")
    return ending?.status ?? ExitStatus.success.rawValue
  }

  /// Opens a client, measures the loop, and closes the client.
  ///
  /// - Throws: `JackError` if there is no client.
  private func measure() async throws {
    let global = context.global
    let engine = try await JackEngine.open(
      name: global.clientName, isExact: global.exactName, server: global.server, waits: false)
    engine.onNews = { [weak self] in
      if case .fault(let fault) = $0 { self?.end(.error(Fault(fault))) }
    }
    // The user may have wanted something else meanwhile.
    if ending == nil, !suspension.isWanted {
      context.terminal?.enterKeyMode()
      await measured(on: engine)
    }
    await engine.close()
  }

  /// Returns when the loop has been measured, or when somebody has broken that off.
  private func measured(on engine: JackEngine) async {
    let measuring = BreakableTask(endsWithin: Self.longestEnd) { [self] in
      do {
        try await measure(on: engine)
      } catch {
        // Whoever cancels it says why.
        if !Task.isCancelled { end(.error(Fault(any: error))) }
      }
    }
    self.measuring = measuring
    await measuring.wait()
    self.measuring = nil
  }

  private func measure(on engine: JackEngine) async throws {
    try await engine.activate()
    let outputs = PortRule(.outputs, context.outputTarget(settings))
    let made = await engine.connectOutputs(outputs)
    engine.describe(.inWords)
    try await engine.openInput()
    let sources = await engine.connectInput(PortRule(.input, context.inputTarget(settings)))
    let connections = try await connections(of: engine, after: made + sources)
    guard !engine.isFreewheeling else { throw Fault.freewheeling }
    // A signal may have come while the client was being opened.
    try Task.checkCancellation()
    view.showBeginning(connections, level: settings.outputLevel)
    let delay = try await delay(on: engine)
    let known = await engine.knownLoopLatency()
    // What was abandoned stores nothing: another measurement may be under way.
    try Task.checkCancellation()
    let result = Calibration(delay: delay, knownFrames: known, sampleRate: engine.sampleRate)
    try context.writableSettingsFile.set(.inputDelay, result.setting.description)
    view.show(result)
    isMeasured = true
    if let reason = context.output.failure { throw Fault.output(reason: reason) }
  }

  /// Waits until both ends are connected, for which the user is given some time; returns the
  /// connections.
  ///
  /// - Throws: ``Fault/calibration(_:)`` if an end is not connected by then.
  private func connections(
    of engine: JackEngine, after made: [JackConnections.Connection]
  ) async throws -> CalibrationView.Connections {
    let begin = ProgramClock.now
    var isTold = false
    while true {
      let outputs =
        await engine.askForOutputs(after: made.filter { $0.port != JackConnections.audioInput })
        ?? []
      let inputs = engine.inputPeers
      if !outputs.isEmpty, !inputs.isEmpty {
        return .init(outputs: outputs.map(\.peer), inputs: inputs)
      }
      let fault = inputs.isEmpty ? CalibrationFault.noInput : .noOutput
      guard ProgramClock.now < begin + Self.wait else { throw Fault(fault) }
      // A server that has just started accepts clients before it has ports.
      if !isTold, ProgramClock.now >= begin + .seconds(1) {
        isTold = true
        view.showNotice(
          inputs.isEmpty ? .noInput(engine.inputRule) : .loopNeedsOutput)
        view.showNotice(.waitingForLoop)
      }
      try await ProgramClock.sleep(for: .milliseconds(50))
    }
  }

  private func delay(on engine: JackEngine) async throws -> LoopDelay {
    for attempt in 1...Self.tries {
      switch await engine.measureLoop(gain: settings.outputLevel.gain) {
      case .measured(let delay): return delay
      case .failed(let fault): throw Fault(.loop(fault))
      case .broken:
        if attempt < Self.tries { view.showNotice(.measuredAgain) }
      case .stalled:
        // If the server has gone, that is known.
        throw engine.isRunning ? Fault(.stalled) : Fault.serverGone
      case .cancelled: throw CancellationError()
      }
    }
    throw Fault(.broken)
  }

  private func handle(_ input: PromptInput.Input) {
    switch input {
    case .word("q"), .word("quit"), .word("!"), .word("panic"), .key(.escape): end(.quit)
    case .signal(let number): end(.signal(number))
    case .suspend:
      // What is broken off is measured anew when the process goes on.
      if suspension.request() { measuring?.cancel() } else { view.showNotice(.cannotStop) }
    case .overlongLine: view.showNotice(.lineTooLong())
    // It ends by itself, so the end of the input does not matter.
    case .word, .key, .end: break
    }
  }

  private func end(_ reason: Ending) {
    ending = ending ?? reason
    measuring?.cancel()
  }
}

/// A task that can be cancelled without waiting for its end: a request to a server that hangs may never return.
/// Main thread.
final class BreakableTask {
  private let work: Task<Void, Never>
  private let longestEnd: Duration
  private let clock: any Clock<Duration>
  private let outcomes: AsyncStream<Void>
  private let first: AsyncStream<Void>.Continuation

  /// Starts the work.
  ///
  /// - Parameters:
  ///   - longestEnd: the longest time that cancelled work is waited for.
  init(
    endsWithin longestEnd: Duration, on clock: any Clock<Duration> = ProgramClock(),
    _ work: @escaping @MainActor () async -> Void
  ) {
    self.longestEnd = longestEnd
    self.clock = clock
    let (outcomes, first) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))
    (self.outcomes, self.first) = (outcomes, first)
    self.work = Task {
      await work()
      first.yield()
    }
  }

  /// Cancels the work.
  func cancel() {
    guard !work.isCancelled else { return }
    work.cancel()
    Task {
      await withDeadline(longestEnd, on: clock) { [work] in await work.value }
      first.yield()
    }
  }

  /// Waits until the work has ended, or until it is clear that it does not end after ``cancel()``. Only one caller
  /// may wait.
  func wait() async { for await _ in outcomes { break } }
}
