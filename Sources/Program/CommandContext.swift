import ArgumentParser
import Console
import Files
import Foundation
import History
import Language
import Settings
import Sound
import SoundFonts

/// The files, server and terminal of this run, and the way it reports faults.
package final class CommandContext {
  package let global: GlobalOptions
  package let surroundings: Surroundings

  /// The session that a manager has opened for this run, if there is one.
  package var session: NSMSession?

  /// The listener whose history this run reads and writes; `nil` for the usual one.
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

  /// The glyphs of screens, and of trainings on a terminal.
  package var screenGlyphs: Glyphs { isPlain ? glyphs.spoken : glyphs }

  package var capabilities: TerminalCapabilities { TerminalCapabilities(environment) }

  /// The terminal, if Peach should read single keys: standard input and output are a terminal, and
  /// JSON is not requested. It is made only once, because it knows the terminal's earlier modes.
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

  /// The progress of work that has several titles; `nil` if no progress is shown.
  package var progressLine: ProgressLine? {
    showsProgress ? ProgressLine(output: messages, isPlain: isPlain) : nil
  }

  private var showsProgress: Bool { !global.json && surroundings.isTerminal(STDERR_FILENO) }

  /// Locks the memory of the process, if Peach owns it.
  package var lockMemory: () -> MemoryLock.Outcome {
    surroundings.ownsProcess ? { MemoryLock.lockAll() } : { .locked }
  }

  /// The path of the training history, which follows from `--data` or the listener.
  package var historyPath: String {
    global.data.map { URL(fileURLWithPath: $0).path }
      ?? HistoryLocation(of: listener, environment: environment).database.path
  }

  /// Reads and writes that listener's history from now on.
  package func use(_ listener: ListenerName?) { self.listener = listener }

  /// Runs a body and returns its exit status. A line on standard error reports a fault, which
  /// determines the status.
  ///
  /// - Parameter asEvents: whether the command writes events, one a line. With `--json` the fault
  ///   is an event, too.
  package func report(asEvents: Bool = false, _ body: () async throws -> Int32) async -> Int32 {
    do {
      if let variable = XDGFolders.variableWithoutText {
        throw Fault.configuration(
          localized("%@ is not UTF-8, so Peach cannot find its files; rename that folder", variable)
        )
      }
      let status = try await body()
      // The status of a signal stays: its sender waits for it.
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

  /// Writes the lines of a notice to standard error: results that could not be saved in any file.
  package func showLines(of notice: Notice) {
    for line in notice.lines { messages.writeLine(line) }
  }

  /// Standard output for lines on a terminal, broken between words.
  package var spokenOutput: any TextOutput { WrappedOutput(output) }

  /// True if lines are never rewritten: the user wants that, or the terminal cannot do it.
  package var isPlain: Bool { global.plain || !capabilities.canMoveCursor }

  // MARK: Files that the user names

  // Such a file must not replace the history or anything that belongs to it, the settings file, or
  // a SoundFont, whatever links its path goes through.

  /// The path, if a command may write there; `-` is standard output. Does not check if an existing
  /// file may be replaced. Throws ``Fault``.
  package func target(_ path: String) throws(Fault) -> String {
    guard path != "-" else { return path }
    if let owner = owner(of: path) { throw .usage(owner) }
    return path
  }

  /// The settings file, if it may be written: `--config` must not name another file of Peach's.
  /// Throws ``Fault``.
  package var writableSettingsFile: SettingsFile {
    get throws(Fault) {
      let file = settingsFile
      if isHistory(file.path) { throw .usage(Self.isHistory(file.path)) }
      if SoundFont.isOne(at: file.path) { throw .usage(Self.isFont(file.path)) }
      return file
    }
  }

  /// The error message for a file that no command may overwrite; `nil` for other files.
  private func owner(of path: String) -> String? {
    if isHistory(path) { return Self.isHistory(path) }
    if ProtectedFiles([settingsFile.path]).contain(path) {
      return localized("%@ is the settings file; name another file", path)
    }
    return SoundFont.isOne(at: path) ? Self.isFont(path) : nil
  }

  /// True for a file of any listener's history.
  private func isHistory(_ path: String) -> Bool {
    var histories = [historyPath]
    let usual = HistoryLocation(environment: environment).database.path
    // With --data, a history can be copied to the usual place if there is none yet.
    if global.data == nil || FileStatus(usual) != nil { histories.append(usual) }
    histories += HistoryLocation.listeners(environment: environment).map {
      HistoryLocation(of: $0, environment: environment).database.path
    }
    return histories.contains {
      ProtectedFiles(historyAt: $0, environment: environment).contain(path)
    }
  }

  private static func isHistory(_ path: String) -> String {
    localized("%@ belongs to the training history; name another file", path)
  }

  private static func isFont(_ path: String) -> String {
    localized("%@ is a SoundFont; name another file", path)
  }
}
