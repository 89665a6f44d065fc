import CJack
import Dispatch

/// Looks at a JACK server for a moment, as a client without ports. Main thread.
@MainActor
public enum ServerWatch {
  private static let closingLimit = DispatchTimeInterval.milliseconds(500)

  public enum Outcome: Hashable, Sendable {
    case absent
    /// A server is there, and hangs.
    case silent
    case refused(JackError)
    case answered(ServerReport)
  }

  /// Asks the server and watches it for `duration`; returns soon even where it hangs.
  ///
  /// - Parameter server: the server's name, `nil` for the default one.
  public static func watch(_ server: String?, for duration: Duration) async -> Outcome {
    let opened = await JackRequests.perform(within: JackRequests.answerLimit) {
      Result { () throws(JackError) in try WatchingClient(server: server) }
    }
    guard let opened else { return .silent }
    let client: WatchingClient
    switch opened {
    case .success(let value): client = value
    case .failure(.noServer): return .absent
    case .failure(let error): return .refused(error)
    }
    let outcome = await watch(client, for: duration)
    _ = await JackRequests.perform(within: closingLimit) { client.close() }
    return outcome
  }

  private static func watch(_ client: WatchingClient, for duration: Duration) async -> Outcome {
    guard
      let isActive = await JackRequests.perform(
        within: JackRequests.answerLimit, { client.activate() })
    else { return .silent }
    guard isActive else { return .refused(.notActivated) }
    // A client that has just come does not know the time yet: PipeWire's tells 0 until its first period.
    try? await Task.sleep(for: duration / 2)
    let beginning = client.moment
    try? await Task.sleep(for: duration / 2)
    let end = client.moment
    let report = await JackRequests.perform(within: JackRequests.answerLimit) {
      client.report(from: beginning, to: end)
    }
    return report.map(Outcome.answered) ?? .silent
  }
}
