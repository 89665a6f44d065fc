import Foundation

extension RecoveryPlaces {
  /// What waits in recovery files, whether there is a database or not; nothing is changed.
  public func findings() -> [HistoryFinding] {
    files.map { RecoveryFile($0) }.flatMap { file in
      let setAside = file.setAside
      return finding(of: file) { .pendingRecovery(path: file.url.path, lines: $0) }
        + finding(of: RecoveryFile(setAside)) { .setAside(path: setAside.path, lines: $0) }
    }
  }

  /// - Parameter whenHolding: what a file of so many lines means.
  private func finding(
    of file: RecoveryFile, whenHolding: (Int) -> HistoryFinding
  ) -> [HistoryFinding] {
    switch file.presence {
    case .none: return []
    case .foreign: return [.foreignRecovery(path: file.url.path)]
    case .own:
      guard let lines = try? file.lineCount() else {
        return [.unreadableRecovery(path: file.url.path)]
      }
      return lines == 0 ? [] : [whenHolding(lines)]
    }
  }
}
