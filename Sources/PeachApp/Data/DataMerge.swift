import ArgumentParser
import History
import Language
import Program

/// `peach data merge`: merges the history of another machine into this one.
struct DataMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: localized("Merge the history of another computer into this one."),
    discussion: CommandHelp.discussion(
      localized(
        """
        The other file is not changed. The result is the same no matter which history is merged \
        into the other, and how often.
        """),
      examples: """
        peach data merge /media/usb/training.sqlite
        peach data merge ~/peach-2026.sqlite --json
        """))

  @Argument(
    help: ArgumentHelp(
      localized("The other history, or a backup of one."),
      valueName: localized(context: "value of an option", "file")), completion: .file())
  var file: String
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.transfer(interrupted: ExchangeWords.interrupted) { run in
      try context.checkPresence(file)
      let store = try context.openHistoryForImport(isPreview: false)
      defer { store.close() }
      let work = HistoryMerge(file, into: store)
      let summary = try await run.perform { try await work.run(progress: $0) }
      context.show(summary, of: file, .joined)
      return .success
    }
  }
}
