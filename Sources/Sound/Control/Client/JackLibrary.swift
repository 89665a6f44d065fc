import CJack

/// The JACK library that the process has loaded: jackd's of either generation, or PipeWire's.
public enum JackLibrary {
  /// The library's own version. PipeWire's says so; that of jackd 1 tells nothing, and all of its versions
  /// begin with 0.
  public static var version: String {
    jack_library_version().map { String(cString: $0) } ?? "0.x"
  }

  /// Whether its server, at the end of freewheeling, goes back to the graph of its beginning, and with it
  /// forgets the ports and clients that came meanwhile: jackd 1.9 does.
  static let forgetsAfterFreewheel = version.hasPrefix("1.") && !version.contains("PipeWire")
}
