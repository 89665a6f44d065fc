import Console
import Sound

/// A run of `peach midi`: a listener, the user's answers, and an end. Main thread.
final class ListeningRun {
  /// Called with what comes in and how much was too much to be kept.
  var onEvents: (([HeardMIDI], _ dropped: Int) -> Void)?

  /// Called with each of the user's words that is not `q` or `quit`.
  var onWord: ((String) -> Void)?

  /// Called when everything is ready for the user.
  var whenReady: (() -> Void)?

  let view: any MIDIView
  private let context: CommandContext
  private var input: PromptInput?

  // Words that came before anybody was asked.
  private var early: [String] = []
  private var isReady = false
  private var ending: Int32?
  private var whenEnded: CheckedContinuation<Int32, Never>?

  init(_ context: CommandContext) {
    self.context = context
    view =
      context.global.json
      ? MIDIJSONView(output: context.output)
      : MIDITextView(output: context.output, messages: context.messages)
  }

  /// Listens until there is a reason to end, and returns the exit status.
  ///
  /// - Parameter begin: called when all is ready.
  /// - Throws: `JackError` where there is no server.
  func run(begin: @escaping (MIDIListener) -> Void) async throws -> Int32 {
    // The closures hold this weakly, and nobody else has to.
    defer { withExtendedLifetime(self) {} }
    let global = context.global
    let listener = try await MIDIListener.open(
      name: global.clientName, isExact: global.exactName, server: global.server)
    listener.onFault = { [weak self] fault in
      self?.fail(fault == .serverGone ? .noServer(name: global.server) : Fault(fault))
    }
    listener.onConnected = { [weak self] in self?.view.showNotice(.midiConnected(source: $0)) }
    begin(listener)
    listener.onEvents = { [weak self] events, dropped in
      self?.onEvents?(events, dropped)
      self?.checkOutput()
    }
    // Before anybody is told that Peach listens: from here on a signal ends it in order.
    let terminal = context.terminal
    input = PromptInput(terminal: terminal) { [weak self] in self?.take($0) }
    do {
      try await listener.activate()
    } catch {
      await listener.close()
      throw error
    }
    let connected = await listener.connectSources(matching: global.midiPatterns)
    listener.describe(PortTitles.controller)
    view.showListening(at: listener.portName)
    view.showConnections(connected, patterns: global.connectMidi)
    let status = await withCheckedContinuation { continuation in
      whenEnded = continuation
      terminal?.enterKeyMode()
      whenReady?()
      isReady = true
      for word in early { onWord?(word) }
      if let ending { end(ending) }
    }
    terminal?.restore()
    await listener.close()
    return status
  }

  func end(_ status: Int32) {
    ending = ending ?? status
    guard let continuation = whenEnded else { return }
    whenEnded = nil
    input?.stop()
    continuation.resume(returning: ending ?? status)
  }

  private func fail(_ fault: Fault) {
    guard ending == nil else { return }
    view.showFault(fault)
    end(fault.status.rawValue)
  }

  private func take(_ input: PromptInput.Input) {
    switch input {
    case .word("q"), .word("quit"), .end: end(ExitStatus.success.rawValue)
    case .word(let word): if isReady { onWord?(word) } else { early.append(word) }
    case .signal(let number): end(ExitStatus.signalled(by: number))
    }
    checkOutput()
  }

  private func checkOutput() {
    if let reason = context.output.failure { fail(.output(reason: reason)) }
  }
}

extension MIDIView {
  /// Tells which sources are connected, or that none is that was asked for.
  fileprivate func showConnections(_ sources: [String], patterns: [String]) {
    for source in sources { showNotice(.midiConnected(source: source)) }
    if sources.isEmpty, !patterns.isEmpty {
      showNotice(.noMIDISource(pattern: patterns.joined(separator: ", ")))
    }
  }
}
