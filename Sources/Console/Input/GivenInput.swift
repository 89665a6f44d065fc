/// Input that a run gets in place of the process's own, such as a test that runs a command within its own process: the
/// bytes of a descriptor, and signals that reach only this run. Main thread.
public final class GivenInput {
  let descriptor: CInt

  /// Whoever waits for signals.
  private var receive: (@MainActor @Sendable (Int32) -> Void)?

  /// - Parameter descriptor: takes the place of standard input. It stays open until the run has read its end.
  public init(descriptor: CInt) { self.descriptor = descriptor }

  /// Sends the run a signal.
  public func send(signal number: Int32) { receive?(number) }

  /// Whether somebody waits for signals.
  public var isListening: Bool { receive != nil }

  func onSignal(_ receive: @escaping @MainActor @Sendable (Int32) -> Void) {
    self.receive = receive
  }
}
