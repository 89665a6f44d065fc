/// Why the engine can no longer play. Training stops; what was recorded stays.
public enum EngineFault: Error, Hashable, Sendable {
  /// The server shut down, was killed, or threw the client out.
  case serverGone

  /// The server freewheeled when the client came; now that this is over, jackd 1.9 no longer calls it.
  case openedInFreewheel

  /// The server runs at another sample rate now; the sounds are made for the old one.
  case sampleRateChanged(hertz: Int)
}
