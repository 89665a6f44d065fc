import ArgumentParser
import Console
import Files
import Foundation
import History
import Language
import Settings
import Sound

/// The files, server and terminal of this run, and the way it reports faults.
package final class CommandContext {
  package let global: GlobalOptions
  package let surroundings: Surroundings

  /// The session that a manager has opened for this run, if there is one.
  package var session: NSMSession?

  /// Whose history this run reads and writes; `nil` for the usual one.
  package private(set) var listener: ListenerName?

  /// A notice that an expected session is missing, to show once there is a view.
  package var sessionNotice: Notice?

  package init(_ global: GlobalOptions, surroundings: Surroundings = .current) {
    self.global = global
    self.surroundings = surroundings
    listener = global.listener.flatMap { ListenerName($0) }
  }

  package var environment: [String: String] { surroundings.environment }
  package var output: any TextOutput { surroundings.output }
  package var messages: any TextOutput { surroundings.messages }
  package var input: GivenInput? { surroundings.input }

  package var glyphs: Glyphs { Glyphs.forLocale(environment) }

  /// The glyphs of what keys work in: screens, and trainings on a terminal.
  package var screenGlyphs: Glyphs { isPlain ? glyphs.spoken : glyphs }

  /// What the terminal can show and report.
  package var capabilities: TerminalCapabilities { TerminalCapabilities(environment) }

  /// The terminal, if Peach should read single keys: standard input and output are a terminal, and
  /// JSON is not requested. One for the whole process, because it knows the settings from before.
  package private(set) lazy var terminal: Terminal? =
    global.json ? nil : surroundings.terminal(capabilities)

  package var settingsFile: SettingsFile {
    (global.config ?? session?.settingsPath).map { SettingsFile(namedByUser: $0) }
      ?? SettingsFile(SettingsLocation(environment: environment))
  }

  /// Runs the body of a command that prints and exits, and throws its exit code.
  package func perform(_ body: () throws -> Void) async throws {
    let status = await report {
      try body()
      return ExitStatus.success.rawValue
    }
    throw ExitCode(status)
  }

  /// Shows progress on standard error, if that is a terminal and JSON is not requested.
  package func progressReporter(_ title: String, isSurelyLong: Bool = false) -> ProgressReporter {
    ProgressReporter(
      title, on: showsProgress ? messages : nil, isPlain: isPlain, isSurelyLong: isSurelyLong)
  }

  /// The same for work that has several titles; `nil` if no progress is shown.
  package var progressLine: ProgressLine? {
    showsProgress ? ProgressLine(output: messages, isPlain: isPlain) : nil
  }

  private var showsProgress: Bool { !global.json && surroundings.isTerminal(STDERR_FILENO) }

  /// Locks the memory of the process, if that is Peach's own.
  package var lockMemory: () -> MemoryLock.Outcome {
    surroundings.ownsProcess ? { MemoryLock.lockAll() } : { .locked }
  }

  /// The path of the training history, which `--data` names, or the listener.
  package var historyPath: String {
    global.data.map { URL(fileURLWithPath: $0).path }
      ?? HistoryLocation(of: listener, environment: environment).database.path
  }

  /// This run reads and writes that listener's history from now on.
  package func use(_ listener: ListenerName?) { self.listener = listener }

  /// Runs a body and returns its exit status. A fault is reported in a line on standard error and determines
  /// the status.
  ///
  /// - Parameter asEvents: whether the command writes events, one a line. With `--json` the fault is one of
  ///   them, too.
  package func report(asEvents: Bool = false, _ body: () async throws -> Int32) async -> Int32 {
    do {
      if let variable = XDGFolders.variableWithoutText {
        throw Fault.configuration(
          localized("%@ is not UTF-8, so Peach cannot find its files; rename that folder", variable)
        )
      }
      let status = try await body()
      // A signal's status stays: whoever sent it waits for that.
      if status < ExitStatus.signalled(by: 1), let reason = output.failure {
        throw Fault.output(reason: reason)
      }
      return status
    } catch {
      let fault = Fault(any: error)
      session?.fail(fault)
      if asEvents, global.json { JSONEvents(output: output).error(fault) }
      messages.writeMessage(fault.message)
      return fault.status.rawValue
    }
  }

  /// Writes a notice to standard error.
  package func notify(_ notice: Notice) {
    messages.writeMessage(notice.message)
    showLines(of: notice)
  }

  /// Writes what follows a notice to standard error: results that could not be saved in any file.
  package func showLines(of notice: Notice) {
    for line in notice.lines { messages.writeLine(line) }
  }

  /// Standard output for lines on a terminal: broken between words, because a terminal does so anywhere.
  package var spokenOutput: any TextOutput { WrappedOutput(output) }

  /// Whether lines are written once and never rewritten: as asked, or because the terminal can do
  /// nothing else.
  package var isPlain: Bool {
    global.plain || !capabilities.canMoveCursor
  }
}
