import Files
import Foundation

/// Checks the place of a database: its file, its directory, its disk, and what is beside it.
struct PlaceInspection {
  let path: String
  let places: RecoveryPaths

  /// Years of training need a few of these.
  private static let leastSpace = 16 << 20

  private var directory: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

  /// How much this user may still write on the disk of the database, in bytes.
  var freeSpace: Int { FreeSpace.bytes(at: path) }

  func findings() -> [HistoryFinding] {
    var findings: [HistoryFinding] = []
    for place in [path, directory] {
      if access(place, W_OK) != 0 {
        findings.append(.notWritable(path: place))
      } else if isWritableByOthers(place) {
        findings.append(.writableByOthers(path: place))
      }
    }
    if freeSpace < Self.leastSpace { findings.append(.littleSpace(bytes: freeSpace)) }
    return findings + places.findings() + leftovers()
  }

  /// Unfinished backups whose process was killed.
  private func leftovers() -> [HistoryFinding] {
    DraftFolder.leftovers(BackupDraft.prefix, in: directory).map { .unfinishedBackup(path: $0) }
  }

  /// In a directory with the sticky bit nobody can touch another's files.
  private func isWritableByOthers(_ place: String) -> Bool {
    var status = stat()
    return stat(place, &status) == 0 && status.st_mode & S_IWOTH != 0
      && status.st_mode & S_ISVTX == 0
  }
}
