/// The names of JACK clients.
enum ClientName {
  /// The name of the client to which a port belongs. The first colon ends it: what a device is called may
  /// have more of them, as in `Midi-Bridge:LPD8:(capture_0) LPD8 MIDI 1`.
  static func ofPort(_ port: String) -> Substring { port.prefix { $0 != ":" } }

  /// The first of `name`, `name-01`, `name-02` … that nobody has, as jackd makes names unique; `nil` where
  /// `name` alone will do and is taken, or where all are.
  ///
  /// - Parameters:
  ///   - isExact: whether only `name` will do.
  ///   - ports: the full names of all ports that are there.
  static func free(_ name: String, isExact: Bool, among ports: [String]) -> String? {
    let taken = Set(ports.map(ofPort))
    let others = isExact ? [] : (1...99).map { "\(name)-\($0 < 10 ? "0" : "")\($0)" }
    return ([name] + others).first { !taken.contains($0[...]) }
  }
}
