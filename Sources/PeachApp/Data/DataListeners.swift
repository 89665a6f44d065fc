import ArgumentParser
import Console
import Foundation
import History
import Language
import Program
import Training

/// `peach data listeners`: lists the listeners that have a history of their own.
struct DataListenersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listeners",
    abstract: localized("List the listeners that have a history of their own."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Each with the number of results, the last answer and the size on the disk. The usual history, \
        which is used without --listener, is not among them. A history that cannot be read has a \
        message on standard error, and the exit code is then 65.
        """),
      examples: """
        peach data listeners
        peach data listeners --json | jq .listeners
        peach compare --listener anna
        """))

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report {
      let names = HistoryLocation.listeners(environment: context.environment)
      let listeners = names.map { ListenerFacts($0, environment: context.environment) }
      context.output.write(
        global.json ? ListenerWords.json(listeners) : ListenerWords.text(listeners))
      let faults = listeners.compactMap(\.fault)
      for fault in faults { context.messages.writeMessage(fault.message) }
      return (faults.isEmpty ? ExitStatus.success : .badData).rawValue
    }
    throw ExitCode(status)
  }
}

/// The facts about a listener's history that need no look at the answers.
struct ListenerFacts {
  let name: ListenerName
  let path: String

  /// Of the database and its log, in bytes.
  let size: Int

  /// `nil` if the history cannot be read.
  let counts: RecordCounts?

  /// The time of the last answer; `nil` if there is none.
  let last: Date?

  /// Why the history cannot be read.
  let fault: Fault?

  init(_ name: ListenerName, environment: [String: String]) {
    let location = HistoryLocation(of: name, environment: environment)
    self.name = name
    path = location.database.path
    size = location.size
    var found: (counts: RecordCounts, last: Date?)?
    var fault: Fault?
    do throws(DataStoreError) {
      let store = try TrainingDataStore.onlyForReading(location.database)
      defer { store.close() }
      let counts = try store.recordCounts()
      found = (counts, try store.lastTime())
    } catch {
      fault = Fault(error, path: location.database.path)
    }
    counts = found?.counts
    last = found?.last
    self.fault = fault
  }
}

enum ListenerWords {
  /// A line for each listener.
  static func text(_ listeners: [ListenerFacts]) -> String {
    guard !listeners.isEmpty else {
      return localized("Nobody has a history of their own; --listener NAME makes one.") + "\n"
    }
    return listeners.map { line($0) + "\n" }.joined()
  }

  private static func line(_ listener: ListenerFacts) -> String {
    let size = CheckWords.bytes(listener.size)
    guard let counts = listener.counts else {
      return localized("%@: cannot be read; %@", listener.name.text, size)
    }
    guard let last = listener.last else {
      return localized("%@: %@; %@", listener.name.text, counts.text, size)
    }
    return localized(
      "%@: %@; last answer %@; %@", listener.name.text, counts.text, DataWords.time(last), size)
  }

  /// A single JSON object.
  static func json(_ listeners: [ListenerFacts]) -> String {
    var line = JSONLine()
    line.add(
      "listeners",
      objects: listeners.map { listener in
        var object = JSONLine()
        object.add("name", listener.name.text)
        object.add("path", listener.path)
        if let counts = listener.counts { object.add(counts) }
        object.add("lastAnswer", listener.last.map { Timestamp.text($0) })
        object.add("bytes", listener.size)
        object.add("isReadable", listener.fault == nil)
        return object
      })
    return line.description + "\n"
  }
}
