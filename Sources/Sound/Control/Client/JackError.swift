/// Why there is no JACK client.
public enum JackError: Error, Hashable, Sendable {
  /// No server of that name answers (`nil`: the default one). Peach never starts one.
  case noServer(name: String?)

  /// The server is there and does not answer.
  case silent(name: String?)

  /// The server refused the client; `status` is JACK's bit mask.
  case refused(status: UInt32)

  /// The exact name that was asked for is taken.
  case nameTaken(String)

  /// A port could not be registered.
  case noPort(String)

  /// The server did not start to call us.
  case notActivated
}
