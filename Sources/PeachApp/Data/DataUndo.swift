import ArgumentParser
import Charts
import Console
import Foundation
import History
import Language
import Program
import Training

/// `peach data undo`: takes the last answer of the last run back.
struct DataUndoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: localized("Take the last answer of the last training back."),
    discussion: CommandHelp.discussion(
      localized(
        """
        The answer counts nowhere any more: not in the profile, not in the report. It stays in the \
        history, marked as withdrawn, so that no merge brings it back. One step only, until the next \
        answer. With --run, all answers of that training are taken back, or all notes of that map. The \
        command asks first on a terminal; elsewhere it needs --yes.
        """),
      examples: """
        peach data undo
        peach data undo --yes --json
        peach data undo --run
        """))

  @Flag(
    name: .customLong("run"),
    help: ArgumentHelp(localized("Take back all answers of the last training.")))
  var isOfRun = false

  @Flag(help: ArgumentHelp(localized("Take back the answer without asking for confirmation.")))
  var yes = false
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform {
      guard yes || context.surroundings.isTerminal(STDIN_FILENO) else {
        throw Fault.usage(UndoWords.needsYes)
      }
      let store = try context.openPresentHistory(isChanging: true)
      defer { store.close() }
      for recovery in store.recover(context.recoveryPlaces) { context.notify(Notice(recovery)) }
      let path = context.historyPath
      do {
        guard let answer = try store.lastAnswer(), isOfRun || !answer.isWithdrawn else {
          context.output.writeLine(global.json ? UndoWords.json(nil) : UndoWords.nothing)
          return
        }
        if !yes {
          context.messages.write(
            isOfRun ? UndoWords.questionOfRun(answer) : UndoWords.question(answer))
          guard DataWords.isYes(readLine() ?? "") else {
            context.messages.writeLine(UndoWords.unchanged)
            return
          }
        }
        if isOfRun, let id = answer.context.run {
          let count = try store.withdraw(run: id)
          context.output.writeLine(
            global.json
              ? UndoWords.json(count > 0 ? answer : nil, run: count)
              : count > 0 ? UndoWords.done(answer, run: count) : UndoWords.nothing)
          return
        }
        try store.withdraw(id: answer.id)
        context.output.writeLine(global.json ? UndoWords.json(answer) : UndoWords.done(answer))
      } catch let error as DataStoreError {
        throw Fault(error, path: path)
      }
    }
  }
}

private enum UndoWords {
  static var needsYes: String {
    localized("data undo takes an answer back; add --yes, or run it on a terminal and answer")
  }

  static var nothing: String {
    localized("There is no answer to take back, or the last one was already taken back.")
  }

  static var unchanged: String { localized("Nothing was taken back.") }

  static func question(_ answer: RecordedResult) -> String {
    localized("Take back the answer of %@ (%@)? yes or no: ", time(answer), answer.words)
  }

  static func done(_ answer: RecordedResult) -> String {
    localized("Answer of %@ taken back (%@).", time(answer), answer.words)
  }

  static func questionOfRun(_ answer: RecordedResult) -> String {
    localized(
      "Take back all of the training that ended at %@ (%@)? yes or no: ", time(answer),
      answer.training.words.title)
  }

  static func done(_ answer: RecordedResult, run count: Int) -> String {
    localized(
      one: "%d answer taken back (%@).", other: "%d answers taken back (%@).", count,
      answer.training.words.title)
  }

  static func json(_ answer: RecordedResult?, run count: Int? = nil) -> String {
    var line = JSONLine()
    line.add("withdrawn", answer != nil)
    if let answer {
      line.add("training", answer.training.rawValue)
      line.add("id", answer.id.uuidString.lowercased())
      line.add("timestamp", Timestamp.text(answer.timestamp))
      if let count { line.add("results", count) }
    }
    return line.description
  }

  private static func time(_ answer: RecordedResult) -> String {
    DataWords.time(answer.timestamp)
  }
}
