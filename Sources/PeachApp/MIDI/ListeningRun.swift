import Client
import Console
import Program
import Sound

/// The part that all runs of `peach midi` share: the listener, the user's input and the end. Main
/// thread.
final class ListeningRun {
  /// Called with events and the number of events that were lost before them.
  var onEvents: (([HeardMIDI], _ dropped: Int) -> Void)?

  /// Called with each word of the user other than `q` and `quit`.
  var onWord: ((String) -> Void)?

  /// Called with each key that is neither a letter nor Enter, and does not end the run.
  var onKey: ((Key) -> Void)?

  /// Called when Peach listens and the user can begin, or resume after a suspension.
  var whenReady: (() -> Void)?

  let view: any MIDIView
  private let context: CommandContext

  /// The inputs before the run was ready. They wait, so that a missing server is reported first.
  private var early: [PromptInput.Input] = []
  private static let mostEarlyInputs = 100
  private var isReady = false
  private var ending: Int32?
  private let suspension: Suspension
  private var whenInterrupted: CheckedContinuation<Void, Never>?

  init(_ context: CommandContext) {
    self.context = context
    suspension = Suspension(on: context.terminal)
    view =
      context.global.json
      ? MIDIJSONView(output: context.output)
      : MIDITextView(
        output: context.output, messages: context.messages, hasKeys: context.terminal != nil)
  }

  /// Listens until something ends the run, and returns the exit status.
  ///
  /// - Parameter begin: called with each listener before it is activated.
  /// - Throws: `JackError` if there is no server.
  func run(begin: (MIDIListener) -> Void) async throws -> Int32 {
    // The closures hold this object weakly, and nothing else may hold it.
    defer { withExtendedLifetime(self) {} }
    // Before a client is opened, so that a signal ends the run in order.
    let input = PromptInput(terminal: context.terminal, from: context.input) { [weak self] in
      self?.handle($0)
    }
    defer { input.stop() }
    try await suspension.perform(isOver: { ending != nil }) { try await listen(begin) }
    return ending ?? ExitStatus.success.rawValue
  }

  /// Listens with a client of its own until the run ends or the user suspends Peach.
  private func listen(_ begin: (MIDIListener) -> Void) async throws {
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
    do {
      try await listener.activate()
    } catch {
      await listener.close()
      throw error
    }
    let connected = await listener.connectSources(matching: global.midiPatterns)
    listener.describe(PortTitles.controller)
    // First, so that no key is echoed after it has said that it listens.
    context.terminal?.enterKeyMode()
    view.showListening(at: listener.portName)
    for source in connected { view.showNotice(.midiConnected(source: source)) }
    // A source that is being connected will be reported by then.
    if !global.connectMidi.isEmpty, !listener.hasSource {
      view.showNotice(.noMIDISource(pattern: global.connectMidi.joined(separator: ", ")))
    }
    await withCheckedContinuation { continuation in
      whenInterrupted = continuation
      whenReady?()
      isReady = true
      for input in early { handle(input) }
      early = []
      if ending != nil || suspension.isWanted { interrupt() }
    }
    context.terminal?.restore()
    await listener.close()
  }

  func end(_ status: Int32) {
    ending = ending ?? status
    interrupt()
  }

  private func interrupt() {
    whenInterrupted?.resume()
    whenInterrupted = nil
  }

  private func fail(_ fault: Fault) {
    guard ending == nil else { return }
    view.showFault(fault)
    end(fault.status.rawValue)
  }

  private func handle(_ input: PromptInput.Input) {
    switch input {
    case .signal(let number): end(ExitStatus.signalled(by: number))
    case .suspend: if suspension.request() { interrupt() } else { view.showNotice(.cannotStop) }
    case .overlongLine: view.showNotice(.lineTooLong())
    case _ where !isReady: early = (early + [input]).suffix(Self.mostEarlyInputs)
    case .word("q"), .word("quit"), .key(.escape), .end: end(ExitStatus.success.rawValue)
    case .word(let word): onWord?(word)
    case .key(let key): onKey?(key)
    }
    checkOutput()
  }

  private func checkOutput() {
    if let reason = context.output.failure { fail(.output(reason: reason)) }
  }
}
