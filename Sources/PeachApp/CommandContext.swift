import ArgumentParser
import Console
import Files
import Foundation
import History
import Language
import Logging
import Settings
import Sound

/// The files, server and terminal of this run, and the way it reports faults.
final class CommandContext {
  let global: GlobalOptions
  let environment: [String: String]
  let output: any TextOutput
  let messages: any TextOutput

  /// What takes the place of standard input and of the process's signals; `nil` in a process of Peach's own.
  let input: GivenInput?

  /// The session that a manager has opened for this run, if there is one.
  var session: NSMSession?

  /// Whose history this run reads and writes; `nil` for the usual one.
  private(set) var listener: ListenerName?

  /// A notice that an expected session is missing, to show once there is a view.
  var sessionNotice: Notice?

  /// What a command has instead of a process of its own, such as in a test.
  final class Surroundings {
    let environment: [String: String]
    let output: any TextOutput
    let messages: any TextOutput
    let input: GivenInput

    init(
      environment: [String: String], output: any TextOutput, messages: any TextOutput,
      input: GivenInput
    ) {
      self.environment = environment
      self.output = output
      self.messages = messages
      self.input = input
    }
  }

  /// Writes to `output` and `messages`, and leaves the process as it is.
  init(
    _ global: GlobalOptions, environment: [String: String], output: any TextOutput,
    messages: any TextOutput, input: GivenInput? = nil
  ) {
    self.input = input
    self.global = global
    self.environment = environment
    self.output = output
    self.messages = messages
    listener = global.listener.flatMap { ListenerName($0) }
  }

  /// The context of a command: that of the process, once, or that of its ``GivenSurroundings``.
  convenience init(_ global: GlobalOptions) {
    if let given = GivenSurroundings.value {
      self.init(
        global, environment: given.environment, output: given.output, messages: given.messages,
        input: given.input)
      return
    }
    self.init(
      global, environment: ProcessInfo.processInfo.environment,
      output: DescriptorOutput.standardOutput, messages: DescriptorOutput.standardError)
    // The signal requests a save (LADISH, level 1). It must not end Peach before there is anything
    // to save.
    signal(SIGUSR1, SIG_IGN)
    let level: Logger.Level = global.verbose ? .debug : .error
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = level
      return handler
    }
    if let folder = PipeWireStart.chosenFolder(environment) {
      Logger(label: "peach.jack").debug(
        // as it is: the log is the same in every language
        "no JACK server answered and PipeWire runs: started again with the libjack in \(folder)")
    }
  }

  var glyphs: Glyphs { Glyphs.forLocale(environment) }

  /// The glyphs of what keys work in: screens, and trainings on a terminal.
  var screenGlyphs: Glyphs { isPlain ? glyphs.spoken : glyphs }

  /// What the terminal can show and report.
  var capabilities: TerminalCapabilities { TerminalCapabilities(environment) }

  /// The terminal, if Peach should read single keys: standard input and output are a terminal, and
  /// JSON is not requested. One for the whole process, because it knows the settings from before.
  private(set) lazy var terminal: Terminal? =
    input != nil || global.json || isatty(STDOUT_FILENO) == 0
    ? nil : Terminal(capabilities: capabilities)

  var settingsFile: SettingsFile {
    (global.config ?? session?.settingsPath).map { SettingsFile(namedByUser: $0) }
      ?? SettingsFile(SettingsLocation(environment: environment))
  }

  /// Runs the body of a command that prints and exits, and throws its exit code.
  func perform(_ body: () throws -> Void) async throws {
    let status = await report {
      try body()
      return ExitStatus.success.rawValue
    }
    throw ExitCode(status)
  }

  /// Shows progress on standard error, if that is a terminal and JSON is not requested.
  func progressReporter(_ title: String, isSurelyLong: Bool = false) -> ProgressReporter {
    ProgressReporter(
      title, on: showsProgress ? messages : nil, isPlain: isPlain, isSurelyLong: isSurelyLong)
  }

  /// The same for work that has several titles; `nil` if no progress is shown.
  var progressLine: ProgressLine? {
    showsProgress ? ProgressLine(output: messages, isPlain: isPlain) : nil
  }

  private var showsProgress: Bool { input == nil && !global.json && isatty(STDERR_FILENO) == 1 }

  /// Locks the memory of the process, if that is Peach's own.
  var lockMemory: () -> MemoryLock.Outcome {
    input == nil ? { MemoryLock.lockAll() } : { .locked }
  }

  /// The path of the training history.
  var historyPath: String { historyPath(of: listener) }

  /// The path of the history of a listener; `--data` names the same for all.
  func historyPath(of listener: ListenerName?) -> String {
    global.data.map { URL(fileURLWithPath: $0).path }
      ?? HistoryLocation(of: listener, environment: environment).database.path
  }

  /// This run reads and writes that listener's history from now on.
  func use(_ listener: ListenerName?) { self.listener = listener }

  /// Runs a body and returns its exit status. A fault is reported in a line on standard error and determines
  /// the status.
  ///
  /// - Parameter asEvents: whether the command writes events, one a line. With `--json` the fault is one of
  ///   them, too.
  func report(asEvents: Bool = false, _ body: () async throws -> Int32) async -> Int32 {
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
}

/// The surroundings of the commands that the current task runs; `nil` for those of the process.
nonisolated enum GivenSurroundings {
  @TaskLocal static var value: CommandContext.Surroundings?
}
