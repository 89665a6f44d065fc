import Foundation

extension DiskLog {
  /// Cuts the power at moments spread over what was noted, and hands over what each leaves behind.
  ///
  /// - Parameters:
  ///   - start: the position before which nothing is cut.
  ///   - ignoringSyncs: whether the disk lies about what is safe.
  ///   - scratch: a directory for what the cuts leave, one after the other.
  ///   - body: called with the directory and the position of each cut.
  public func cutPower(
    times: Int, from start: Int = 0, ignoringSyncs: Bool = false, in scratch: URL,
    random: inout some RandomNumberGenerator, _ body: (URL, Int) throws -> Void
  ) throws {
    let operations = operations
    var moments = (0..<times).map { _ in Int.random(in: start...operations.count, using: &random) }
    moments.sort()
    var disk = UnsafeDisk(ignoresSyncs: ignoringSyncs)
    var position = 0
    for (number, moment) in moments.enumerated() {
      try Task.checkCancellation()
      while position < moment {
        disk.perform(operations[position])
        position += 1
      }
      let remains = scratch.appendingPathComponent("cut-\(number)")
      try FileManager.default.createDirectory(at: remains, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: remains) }
      try disk.leaveRemains(in: remains, &random)
      try body(remains, moment)
    }
  }
}
