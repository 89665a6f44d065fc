import Foundation

/// The disk under a directory, as pessimistic as POSIX allows: a write is safe once its file has been
/// synced, a name once the directory has.
struct UnsafeDisk {
  private enum NameChange {
    case create(String, UnsafeFile)
    case delete(String)
  }

  /// Whether syncs do nothing: a disk that lies, by which one sees that the others' results mean
  /// something.
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
