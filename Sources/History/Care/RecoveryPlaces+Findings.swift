import Foundation

extension RecoveryPlaces {
  /// What waits in recovery files, whether there is a database or not; nothing is changed.
  public func findings() -> [HistoryFinding] {
    files.map { RecoveryFile($0) }.flatMap { file in
      [
        lines(of: file.url).map { .pendingRecovery(path: file.url.path, lines: $0) },
        lines(of: file.setAside).map { .setAside(path: file.setAside.path, lines: $0) },
      ].compactMap { $0 }
    }
  }

  private func lines(of file: URL) -> Int? {
    guard let data = try? Data(contentsOf: file) else { return nil }
    let count = data.split(separator: UInt8(ascii: "\n")).count
    return count == 0 ? nil : count
  }
}
