/// Why the engine can no longer play. Training stops; what was recorded stays.
public enum EngineFault: Error, Hashable, Sendable {
  /// The server shut down, was killed, or threw the client out.
  case serverGone

  /// The server, a jackd 1.9, freewheeled when the client came, and no longer calls it now that this is
  /// over.
  case openedInFreewheel

  /// The server runs at another sample rate now; the sounds are made for the old one.
  case sampleRateChanged(hertz: Int)
}
