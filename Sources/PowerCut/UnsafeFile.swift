/// A file as the disk has it: what is safe, and what has been written since without being synced.
final class UnsafeFile {
  private enum Change {
    case write(offset: Int, bytes: [UInt8])
    case truncate(size: Int)
  }

  private var safe: [UInt8] = []
  private var changes: [Change] = []

  func write(_ bytes: [UInt8], at offset: Int) {
    changes.append(.write(offset: offset, bytes: bytes))
  }

  func truncate(to size: Int) { changes.append(.truncate(size: size)) }

  func sync() {
    for change in changes { Self.apply(change, to: &safe) }
    changes = []
  }

  /// What a power cut leaves: what is safe, and of the rest whatever had got as far as the disk.
  func remains(_ random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = safe
    // Nothing, everything, a beginning or any part of it, torn where sectors end.
    let fate = Int.random(in: 0..<4, using: &random)
    let beginning = Int.random(in: 0...changes.count, using: &random)
    let sector = Bool.random(using: &random) ? 512 : 4096
    for (index, change) in changes.enumerated() {
      switch fate {
      case 0: break
      case 1: Self.apply(change, to: &bytes)
      case 2: if index < beginning { Self.apply(change, to: &bytes) }
      default: Self.applyTorn(change, sector: sector, to: &bytes, &random)
      }
    }
    return bytes
  }

  private static func applyTorn(
    _ change: Change, sector: Int, to bytes: inout [UInt8],
    _ random: inout some RandomNumberGenerator
  ) {
    guard case .write(let offset, let written) = change else {
      if Bool.random(using: &random) { apply(change, to: &bytes) }
      return
    }
    var start = 0
    while start < written.count {
      let end = min(written.count, start + sector - (offset + start) % sector)
      if Bool.random(using: &random) {
        apply(.write(offset: offset + start, bytes: Array(written[start..<end])), to: &bytes)
      }
      start = end
    }
  }

  private static func apply(_ change: Change, to bytes: inout [UInt8]) {
    switch change {
    case .write(let offset, let written):
      let end = offset + written.count
      if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
      bytes.replaceSubrange(offset..<end, with: written)
    case .truncate(let size):
      if size < bytes.count {
        bytes.removeSubrange(size...)
      } else {
        bytes += [UInt8](repeating: 0, count: size - bytes.count)
      }
    }
  }
}
