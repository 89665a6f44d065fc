import Foundation

/// The disk under a directory, as unsafe as POSIX allows: a write is safe once its file has been
/// synced, a name once the directory has.
struct UnsafeDisk {
  private enum NameChange {
    case create(String, UnsafeFile)
    case delete(String)
  }

  /// Whether syncs do nothing. Such a disk must lose results, which shows that the trial detects
  /// losses.
  let ignoresSyncs: Bool

  private var files: [String: UnsafeFile] = [:]
  private var safeFiles: [String: UnsafeFile] = [:]
  private var nameChanges: [NameChange] = []

  init(ignoresSyncs: Bool) { self.ignoresSyncs = ignoresSyncs }

  mutating func perform(_ operation: DiskOperation) {
    switch operation {
    case .create(let name):
      let file = UnsafeFile()
      files[name] = file
      nameChanges.append(.create(name, file))
    case .write(let name, let offset, let bytes): files[name]?.write(bytes, at: offset)
    case .truncate(let name, let size): files[name]?.truncate(to: size)
    case .sync(let name, let withDirectory):
      guard !ignoresSyncs else { return }
      files[name]?.sync()
      if withDirectory { syncNames() }
    case .delete(let name, let syncsDirectory):
      files[name] = nil
      nameChanges.append(.delete(name))
      if syncsDirectory, !ignoresSyncs { syncNames() }
    }
  }

  /// Writes what a power cut leaves into a directory.
  func leaveRemains(
    in directory: URL, _ random: inout some RandomNumberGenerator
  ) throws {
    var names = safeFiles
    let survivors = Bool.random(using: &random) ? nameChanges.count : 0
    for (index, change) in nameChanges.enumerated()
    where index < survivors || Bool.random(using: &random) {
      Self.apply(change, to: &names)
    }
    for (name, file) in names.sorted(by: { $0.key < $1.key }) {
      try Data(file.remains(&random)).write(to: directory.appendingPathComponent(name))
    }
  }

  private mutating func syncNames() {
    for change in nameChanges { Self.apply(change, to: &safeFiles) }
    nameChanges = []
  }

  private static func apply(_ change: NameChange, to names: inout [String: UnsafeFile]) {
    switch change {
    case .create(let name, let file): names[name] = file
    case .delete(let name): names[name] = nil
    }
  }
}

/// A file on the disk: what is safe, and the changes since the last sync.
private final class UnsafeFile {
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

  /// What a power cut leaves: what is safe, and whatever else had reached the disk.
  func remains(_ random: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes = safe
    // Nothing, everything, a beginning or any part, torn at sector boundaries.
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
