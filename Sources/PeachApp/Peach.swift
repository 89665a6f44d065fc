import ArgumentParser
import Charts
import Client
import Console
import Files
import Foundation
import Installation
import Language
import Logging
import Program
import Sound
import Training

/// The command `peach`.
public struct Peach: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "peach",
    abstract: localized("Train your sense of pitch with a JACK client."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Two notes sound. Is the second higher or lower? Or tune it until it is right. Peach plays \
        through JACK to any output you connect, and learns how well you hear each note.
        """),
      examples: """
        peach compare                              \(localized("train in the terminal"))
        peach compare --intervals P5,M3- --tuning just
        peach match                                \(localized("tune the second note"))
        peach purity                               \(localized("which of two is in tune"))
        peach play                                 \(localized("play or sing a note"))
        peach today                                \(localized("what to train today, and why"))
        peach tuner                                \(localized("what you play or sing, to a tenth of a cent"))
        my-script | peach compare                  \(localized("one command a line"))
        peach compare --json --seed 7              \(localized("one JSON object a line"))
        peach profile                              \(localized("what Peach knows about your hearing"))
        peach story                                \(localized("month by month, what was trained and learnt"))
        peach report                               \(localized("the same as a page with pictures"))
        peach settings set noteDuration 0.7
        peach sounds check FluidR3_GM:0:40         \(localized("how a sound is tuned, note by note"))
        peach midi learn                           \(localized("set up your knob and pads"))
        peach doctor                               \(localized("find problems and their remedies"))
        """) + "\n\n" + localized("WORDS") + "\n"
      + FigureTerms.sentences.map { "  \($0)\n" }.joined() + "\n" + localized("EXIT CODES") + "\n"
      + exitCodes,
    version: PeachVersion.text,
    subcommands: [
      StartCommand.self
    ] + TrainingName.commands.map(\.commandType) + [
      RunCommand.self, TodayCommand.self, PlansCommand.self, AnalyseCommand.self, TunerCommand.self,
      ProfileCommand.self,
      StoryCommand.self, ReportCommand.self, SimulateCommand.self, DataCommand.self,
      SettingsCommand.self, SoundsCommand.self, MIDICommand.self, DoctorCommand.self,
      InfoCommand.self, ProbeCommand.self,
    ],
    defaultSubcommand: StartCommand.self)

  public init() {}

  /// Runs the command of the process and ends the process.
  ///
  /// Sets the language first, because the help texts of the commands are created on their first
  /// use.
  @MainActor public static func main() async {
    StandardDescriptors.fillClosed()
    // A write to a pipe without a reader then fails, and Peach ends with its own status.
    signal(SIGPIPE, SIG_IGN)
    // The signal requests a save (LADISH, level 1). Before there is anything to save, it must not
    // end Peach.
    signal(SIGUSR1, SIG_IGN)
    // JSON output and the messages beside it do not depend on the language.
    if !CommandLine.arguments.contains("--json") { MessageCatalogue.open(isReadOut: isReadOut) }
    guard hasReadableArguments else {
      let fault = Fault.usage(
        localized("an argument is not UTF-8, so Peach cannot use it; rename the file that it names")
      )
      DescriptorOutput.standardError.writeMessage(fault.message)
      exit(withError: fault.status.exitCode)
    }
    startLogging()
    let arguments = Array(CommandLine.arguments.dropFirst())
    exit(
      withError: ExitCode(
        await run(arguments) { command in
          // A second run would get its variables repaired; the command refuses those that are not
          // UTF-8.
          guard XDGFolders.variableWithoutText == nil else { return }
          await PipeWireStart.runAgainIfNeeded(server: command.global.server)
        }))
  }

  /// Runs a command in ``Surroundings/current``.
  ///
  /// - Parameters:
  ///   - arguments: those after the name of the program.
  ///   - willUseServer: called before a command that uses a JACK server.
  /// - Returns: the exit status.
  @MainActor static func run(
    _ arguments: [String], willUseServer: (any JackCommand) async -> Void = { _ in }
  ) async -> Int32 {
    let arranged = ArgumentOrder.arranged(arguments, of: Self.self)
    do {
      let command = try await asyncParseAsRoot(arranged)
      if let command = command as? any JackCommand { await willUseServer(command) }
      return try await run(command)
    } catch {
      guard exitCode(for: error) == .validationFailure,
        let unknown = UnknownSubcommand.find(in: arranged, of: Self.self)
      else { return status(of: error, after: arranged) }
      // Without a subcommand the word went to the default subcommand, whose usage does not help.
      let text =
        unknown.isFirstWord
        ? fullMessage(for: ValidationError(message(for: error))) : fullMessage(for: error)
      Surroundings.current.messages.writeLine(ParserWords.text(unknown.explain(text)))
      return ExitCode.validationFailure.rawValue
    }
  }

  /// Runs a command in ``Surroundings/current``.
  ///
  /// - Returns: the exit status of success.
  @MainActor static func run(_ command: sending any ParsableCommand) async throws -> Int32 {
    if var command = command as? any AsyncParsableCommand {
      try await command.run()
    } else {
      var command = command
      try command.run()
    }
    return ExitStatus.success.rawValue
  }

  @MainActor private static func startLogging() {
    let level: Logger.Level = CommandLine.arguments.contains("--verbose") ? .debug : .error
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = level
      return handler
    }
    if let folder = PipeWireStart.chosenFolder(ProcessInfo.processInfo.environment) {
      Logger(label: "peach.jack").debug(
        // as it is: the log is the same in every language
        "no JACK server answered and PipeWire runs: started again with the libjack in \(folder)")
    }
  }

  /// True if a screen reader is assumed: the user has asked for plain lines, or the terminal can
  /// show nothing else.
  private static var isReadOut: Bool {
    CommandLine.arguments.contains("--plain")
      || (isatty(STDOUT_FILENO) == 1
        && !TerminalCapabilities(ProcessInfo.processInfo.environment).canMoveCursor)
  }

  /// True if all arguments are UTF-8. Swift repairs those that are not, and a repaired path leads
  /// elsewhere.
  private static var hasReadableArguments: Bool {
    (0..<Int(CommandLine.argc)).allSatisfy { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) != nil } ?? true
    }
  }

  /// Prints the message of ArgumentParser for an error, in the user's language.
  ///
  /// - Returns: the exit status.
  @MainActor static func status(of error: any Error, after arguments: [String]) -> Int32 {
    let surroundings = Surroundings.current
    let status = exitCode(for: error)
    let english = UnknownOption.explain(
      fullMessage(for: error), among: UnknownOption.options(in: arguments, of: Self.self))
    guard !english.isEmpty else { return status.rawValue }
    // Shell scripts and the dump of the commands as JSON are not text to read.
    let isScript = arguments.contains {
      $0.hasPrefix("--generate-completion-script") || $0 == "--experimental-dump-help"
    }
    let output = status == .success ? surroundings.output : surroundings.messages
    output.writeLine(isScript ? english : ParserWords.text(english))
    guard status == .success, let reason = output.failure else { return status.rawValue }
    let fault = Fault.output(reason: reason)
    surroundings.messages.writeMessage(fault.message)
    return fault.status.rawValue
  }

  nonisolated private static var exitCodes: String {
    TextTable.rows(
      [
        ("  0", localized("success")), ("  64", localized("wrong usage")),
        ("  65", localized("unreadable data")), ("  66", localized("no such file")),
        ("  69", localized("no JACK server")), ("  70", localized("internal error in Peach")),
        ("  73", localized("cannot create a file")), ("  74", localized("input/output error")),
        ("  78", localized("wrong configuration")), ("  128+n", localized("ended by signal n")),
      ], gap: 2)
  }
}

/// Composes the long parts of the help texts.
nonisolated enum CommandHelp {
  /// The help text of a training, followed by the paragraph about the loss of the server.
  static func training(_ text: String, examples: String) -> String {
    let loss = localized(
      """
      If the JACK server goes away, the training stops, but Peach does not. It waits for a \
      server and restores its connections; a key or the command start then resumes the training.
      """)
    return discussion(text + "\n\n" + loss, examples: examples)
  }

  /// A text, followed by examples of commands, one per line. These are not translated.
  static func discussion(_ text: String = "", examples: String) -> String {
    let isOne = !examples.contains("\n")
    let heading = isOne ? localized("EXAMPLE") : localized("EXAMPLES")
    let lines = examples.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "  \($0)" }.joined(separator: "\n")
    return (text.isEmpty ? "" : text + "\n\n") + heading + "\n" + lines
  }
}

/// `peach probe`: checks whether a JACK server answers, for scripts. Prints nothing; exits with 0
/// or 69.
struct ProbeCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: localized("Exit 0 if the JACK server answers, 69 if not."),
    shouldDisplay: false)

  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report {
      try JackNameCheck.checkServer(global.server)
      return await ServerProbe.serverAnswers(global.server)
        ? ExitStatus.success.rawValue : ExitStatus.unavailable.rawValue
    }
    throw ExitCode(status)
  }
}
