import Charts
import Console
import Foundation
import History
import Language
import Program
import Training

/// The notices about saving results.
extension Notice {
  init(_ event: SavingEvent) {
    switch event {
    case .failed(let error, _, let isInFile):
      self = .saveFailed(
        reason: error.words, isInFile: isInFile, isDiskFull: error.cause == .diskFull)
    case .withdrawalFailed(let error, _): self = .withdrawalFailed(reason: error.words)
    case .stored(let ids): self = .saved(ids: ids)
    case .waiting(let count, let path): self = .recoveryWritten(count: count, path: path)
    case .unsaved(let lines): self = .unsaved(lines: lines)
    case .timeLimited(let date): self = .timeLimited(to: date)
    case .recovery(let recovery): self.init(recovery)
    }
  }

  /// The clock shows a time that no record may have.
  private static func timeLimited(to date: Date) -> Notice {
    let time = date.formatted(.iso8601)
    return Notice(
      "timeLimited",
      localized("the clock is wrong; your answers are stored with the time %@", time),
      [ShownField("timestamp", .text(time))])
  }

  init(_ recovery: Recovery) {
    switch recovery {
    case .recovered(let count, let path): self = .recovered(count: count, path: path)
    case .setAside(let count, let path): self = .recoveryDamaged(count: count, path: path)
    case .failed(let error, let path): self = .recoveryFailed(path: path, reason: error.words)
    case .foreign(let path): self = .recoveryForeign(path: path)
    case .ambiguous(let path, let histories):
      self = .recoveryAmbiguous(path: path, histories: histories)
    }
  }

  /// The notice of a command that only reads about a recovery file; `nil` for a finding that
  /// concerns only a check.
  init?(_ finding: HistoryFinding) {
    switch finding {
    case .pendingRecovery(let path, let lines): self = .recoveryWaiting(count: lines, path: path)
    case .unreadableRecovery(let path):
      let reason = DataStoreError.fetchFailed(.accessDenied(path: path)).words
      self = .recoveryFailed(path: path, reason: reason)
    case .foreignRecovery(let path): self = .recoveryForeign(path: path)
    case .ambiguousRecovery(let path, let histories):
      self = .recoveryAmbiguous(path: path, histories: histories)
    default: return nil
    }
  }

  /// The results of this run go to the history of a listener.
  static func listener(_ name: String) -> Notice {
    Notice(
      "listener", localized("your answers go to the history of %@", name),
      [ShownField("listener", .text(name))])
  }

  /// A result could not be stored. Peach keeps it and tries again.
  ///
  /// - Parameter isInFile: whether it is safe in a recovery file. Otherwise it is only in memory.
  static func saveFailed(
    reason: String, isInFile: Bool = true, isDiskFull: Bool = false
  ) -> Notice {
    let message =
      isInFile
      ? localized(
        "this result could not be stored yet: %@; Peach keeps it and training goes on", reason)
      : localized(
        """
        this result could not be stored yet: %@; no recovery file can be written either, so it is only \
        in memory and is lost if Peach is killed
        """, reason)
    let brief: String? =
      switch (isInFile, isDiskFull) {
      case (true, true): localized("Disk full; answers are kept for later.")
      case (false, true): localized("Disk full; answers are only in memory.")
      case (_, false): nil
      }
    return Notice(
      .saveFailed, standing: .begins(.notStored(isDiskFull: isDiskFull)), message,
      (isDiskFull ? [ShownField("reason", .text("diskFull"))] : [])
        + (isInFile ? [] : [ShownField("isInMemory", .bool(true))]),
      brief: brief)
  }

  /// An answer could not be marked as taken back.
  static func withdrawalFailed(reason: String) -> Notice {
    Notice(
      "withdrawalFailed",
      localized("the answer could not be taken back and still counts: %@", reason))
  }

  /// Results that Peach had kept have been stored.
  static func saved(ids: [UUID]) -> Notice {
    Notice(
      .saved, standing: .ends(.notStored, isTold: true),
      localized(
        one: "the result that Peach had kept is now stored",
        other: "the %d results that Peach had kept are now stored", ids.count),
      [ShownField("ids", .list(ids.map { $0.uuidString.lowercased() }))])
  }

  /// Results that could not be stored were saved in a recovery file for the next training.
  static func recoveryWritten(count: Int, path: String) -> Notice {
    ofRecoveryFile(
      "recoveryWritten", count, path,
      localized(
        one: "%d result could not be stored; the next training will add it to the history from %@",
        other:
          "%d results could not be stored; the next training will add them to the history from %@",
        count, path))
  }

  /// Results wait in a recovery file, and what is shown is without them.
  static func recoveryWaiting(count: Int, path: String) -> Notice {
    ofRecoveryFile(
      "recoveryWaiting", count, path,
      localized(
        one: """
          %d result is not in the history yet and does not count here; the next training will add it \
          from %@
          """,
        other: """
          %d results are not in the history yet and do not count here; the next training will add \
          them from %@
          """, count, path))
  }

  /// Results from a recovery file have been added to the history.
  static func recovered(count: Int, path: String) -> Notice {
    ofRecoveryFile(
      "recovered", count, path,
      localized(
        one: "%d result that could not be stored before was added to the history from %@",
        other: "%d results that could not be stored before were added to the history from %@",
        count, path))
  }

  /// Lines of a recovery file that are not results were set aside.
  static func recoveryDamaged(count: Int, path: String) -> Notice {
    ofRecoveryFile(
      "recoveryDamaged", count, path,
      localized(
        one: "%d line of a recovery file could not be read and was set aside in %@",
        other: "%d lines of a recovery file could not be read and were set aside in %@",
        count, path))
  }

  /// The results in a recovery file could not be stored yet.
  static func recoveryFailed(path: String, reason: String) -> Notice {
    Notice(
      "recoveryFailed",
      localized(
        "the results in %@ could not be stored yet: %@; the next training will try again", path,
        reason),
      [ShownField("path", .text(path))])
  }

  /// A recovery file's name belongs to a link, to something that is not a file, or to another user.
  static func recoveryForeign(path: String) -> Notice {
    Notice(
      "recoveryForeign",
      localized(
        """
        %@ is a link, is not a file, or belongs to another user, so Peach adds nothing from it to \
        the history; delete it, or ask its owner to delete it
        """, path),
      [ShownField("path", .text(path))])
  }

  /// A recovery file may hold the results of another history.
  static func recoveryAmbiguous(path: String, histories: [String]) -> Notice {
    Notice(
      "recoveryAmbiguous",
      localized(
        """
        the results in %@ may belong to another history (%@), so Peach adds nothing from it; add it to \
        the right one with peach data import --data HISTORY FILE, then delete it
        """, path, histories.joined(separator: ", ")),
      [ShownField("path", .text(path)), ShownField("histories", .list(histories))])
  }

  /// These results could not be saved anywhere. They follow on standard error, one line each.
  static func unsaved(lines: [String]) -> Notice {
    Notice(
      "unsaved",
      localized(
        one: """
          %d result could not be stored anywhere; save the following line in a file and add it to the \
          history with peach data import
          """,
        other: """
          %d results could not be stored anywhere; save the following lines in a file and add them to \
          the history with peach data import
          """, lines.count),
      [ShownField("count", .int(lines.count))], lines: lines)
  }

  /// Rows of the history are not records. Training continues with the others.
  ///
  /// - Parameter first: the first of them.
  static func rowsUnreadable(count: Int, first: UnreadableRow) -> Notice {
    Notice(
      "rowsUnreadable",
      localized(
        one: """
          %d row of the history is not a valid record and does not count, %@; training goes on with the \
          others, and peach data check says what to do
          """,
        other: """
          %d rows of the history are not valid records and do not count, the first is %@; training \
          goes on with the others, and peach data check says what to do
          """, count, first.words),
      [
        ShownField("count", .int(count)), ShownField("table", .text(first.table)),
        ShownField("column", .text(first.column)),
      ] + (first.sequence.map { [ShownField("sequence", .int(Int($0)))] } ?? []))
  }

  /// The history could not be deleted.
  static func resetFailed(reason: String) -> Notice {
    Notice("resetFailed", localized("nothing was deleted: %@", reason))
  }

  /// A process was killed while it stored something.
  static var historyInterrupted: Notice {
    Notice(
      "historyInterrupted",
      localized(
        "a save was interrupted the last time; what was half stored was undone, and no damage was found"
      ))
  }

  /// A process was killed while it stored something, which has damaged the history.
  static var historyDamaged: Notice {
    Notice(
      "historyDamaged",
      localized(
        """
        a save was interrupted the last time, and the history is damaged; run peach data check, and \
        restore a backup with peach data restore FILE
        """))
  }

  /// A result takes long to be stored.
  static var historyStalled: Notice {
    Notice(
      "historyStalled",
      localized("the disk is slow; training waits until your last answer is stored"))
  }

  /// The training waits for the history, which is long.
  static var historyReading: Notice {
    Notice("historyReading", localized("your results are still being read; the training follows"))
  }

  /// Another process has changed the history, which now holds this many records.
  static func historyChanged(_ records: RecordCounts) -> Notice {
    Notice(
      .historyChanged,
      localized(
        "another program has changed the training history: it now holds %@; the profile is up to date",
        records.text),
      RecordedResult.trainings.map { ShownField($0.words.member, .int(records[$0])) })
  }

  /// A notice about that many lines of a recovery file.
  private static func ofRecoveryFile(
    _ code: Code, _ count: Int, _ path: String, _ message: String
  ) -> Notice {
    Notice(code, message, [ShownField("count", .int(count)), ShownField("path", .text(path))])
  }
}

extension Fault {
  /// Results could neither be stored nor be written to a recovery file.
  static var historyHangs: Fault {
    .inputOutput(
      localized(
        "the disk does not respond; the last answers are neither in the history nor in a recovery file"
      ))
  }
}

extension Notice.Code {
  static let saveFailed: Self = "saveFailed"
  static let saved: Self = "saved"
  static let historyChanged: Self = "historyChanged"
}
