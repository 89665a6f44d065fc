import CJack

/// Asks whether a JACK server is there, as a client that leaves at once. Main thread.
@MainActor
public enum ServerProbe {
  private enum Outcome { case answers, isAbsent, refuses }

  /// Whether a server of that name (`nil`: the default one) accepts clients. A server that hangs
  /// does not.
  public static func serverAnswers(_ server: String?) async -> Bool {
    await probe(server) == .answers
  }

  /// Whether there is no server of that name. One that hangs or refuses is there.
  public static func isServerAbsent(_ server: String?) async -> Bool {
    await probe(server) == .isAbsent
  }

  /// `nil` if the server hangs.
  private static func probe(_ server: String?) async -> Outcome? {
    await JackRequests.perform(within: JackRequests.answerLimit) {
      do throws(JackError) {
        jack_client_close(try JackOpening.openObserver("peach-probe", server: server))
        return .answers
      } catch {
        if case .noServer = error { return .isAbsent }
        return .refuses
      }
    }
  }
}
