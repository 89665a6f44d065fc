import ArgumentParser
import Charts
import Console
import Foundation
import History
import Language
import Program

/// `peach data restore`: puts a backup in the place of the history.
struct DataRestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: localized("Put a backup in the place of the training history."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Checks the backup first. The files that are there are kept beside the history, with the time in \
        their names; the backup itself stays where it is. Nothing is done while a Peach has the history \
        open. Do not copy a backup over the history by hand: after a crash the old log lies beside it.
        """),
      examples: """
        peach data restore ~/peach-2026.sqlite
        peach data restore /media/usb/peach.sqlite --json
        """))

  @Argument(
    help: ArgumentHelp(
      localized("The backup, or another history."),
      valueName: localized(context: "value of an option", "file")), completion: .file())
  var file: String
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.transfer(interrupted: RestoreWords.interrupted) { run in
      let history = context.historyPath
      let work = HistoryRestore(
        URL(fileURLWithPath: file), to: URL(fileURLWithPath: history))
      do {
        let summary = try await run.perform { report in
          report(TransferProgress(.writing))
          return try await work.run()
        }
        context.output.writeLine(
          global.json
            ? RestoreWords.json(summary, path: history, backup: file)
            : RestoreWords.text(summary, backup: file))
        return .success
      } catch let error as RestoreError {
        throw Fault(error, history: history)
      }
    }
  }
}

private enum RestoreWords {
  static var interrupted: String { localized("interrupted; the history is as it was") }

  static func text(_ summary: RestoreSummary, backup: String) -> String {
    let records = summary.counts.text
    let restored = localized("The history now holds %@, from %@.", records, backup)
    guard let kept = summary.setAside.first else { return restored }
    return restored + "\n" + localized("What was there before is kept as %@", kept)
  }

  static func json(_ summary: RestoreSummary, path: String, backup: String) -> String {
    var line = JSONLine()
    line.add("path", path)
    line.add("backup", backup)
    line.add(summary.counts)
    line.add("kept", summary.setAside)
    return line.description
  }
}

extension Fault {
  /// - Parameter history: the path of the history.
  init(_ error: RestoreError, history: String) {
    switch error {
    case .missing(let path): self = .missingFile(path)
    case .badBackup(let fault, let path):
      self.init(.contextUnavailable(fault), backup: path)
    case .inUse:
      self = .inputOutput(
        localized(
          """
          a program is writing to the training history %@, so nothing was restored; end it first (fuser \
          names it)
          """, history))
    case .cannotPlace(let fault):
      self.init(.saveFailed(fault), path: history)
    }
  }

  /// Makes a fault of a backup that cannot be read.
  private init(_ error: DataStoreError, backup path: String) {
    let reason: String? =
      switch error.cause {
      case .notADatabase: localized("it is not a database")
      case .corrupt: localized("it is damaged")
      case .foreignDatabase: localized("it is another program's database")
      case .newerVersion: localized("a newer Peach has written it; update Peach")
      default: nil
      }
    if let reason {
      self = .unreadableData(
        localized("%@ cannot be restored: %@; the history is as it was", path, reason))
    } else {
      self.init(error, path: path)
    }
  }
}
