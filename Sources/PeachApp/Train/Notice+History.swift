import History

extension Notice {
  init(_ event: SavingEvent) {
    switch event {
    case .failed(let error, _): self = .saveFailed(reason: error.words)
    case .stored(let ids): self = .saved(ids: ids)
    case .waiting(let count, let path): self = .recoveryWritten(count: count, path: path)
    case .homeless(let lines): self = .unsaved(lines: lines)
    case .recovery(let recovery): self.init(recovery)
    }
  }

  init(_ recovery: Recovery) {
    switch recovery {
    case .recovered(let count, let path): self = .recovered(count: count, path: path)
    case .setAside(let count, let path): self = .recoveryDamaged(count: count, path: path)
    case .failed(let error, let path): self = .recoveryFailed(path: path, reason: error.words)
    case .foreign(let path): self = .recoveryForeign(path: path)
    }
  }
}
