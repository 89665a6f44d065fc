/// Time as it passes for a user.
enum WallClock {
  static func nanoseconds(_ body: () throws -> Void) rethrows -> UInt64 {
    let duration = try ContinuousClock().measure(body).components
    return UInt64(duration.seconds) * 1_000_000_000 + UInt64(duration.attoseconds / 1_000_000_000)
  }
}
