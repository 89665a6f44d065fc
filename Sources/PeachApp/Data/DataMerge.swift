import ArgumentParser
import History
import Language

/// `peach data merge`: merges the history of another machine into this one.
struct DataMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: localized("Join the history of another machine to this one."),
    discussion: CommandHelp.discussion(
      localized(
        """
        The other file is only read. Whichever of two histories is merged into the other, and however \
        often, the records are the same in the end.
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
