/// The parts of peach(1) that are generated from `--help`, with each option once.
struct CommandPage {
  let help: ProgramHelp

  private static let globalTitle = "Global options"
  private static let settingsTitle = "Settings for this run"

  var parts: [String: String] { ["commands": commands, "options": options] }

  private var leaves: [ProgramHelp.Command] { help.command.leaves }

  private var commands: String {
    var known: Set<String> = []
    return leaves.map { section($0, &known) }.joined(separator: "\n")
  }

  /// A command with a line for each option of its own; `peach help` has examples, too.
  ///
  /// - Parameter known: the lines so far; an option that has the same line in an earlier command is
  ///   only named.
  private func section(_ command: ProgramHelp.Command, _ known: inout Set<String>) -> String {
    var own = options(of: command, titled: nil)
    var meaning = command.abstract ?? ""
    // The settings are described once, in peach-config(5).
    if takesAllSettings(command) {
      meaning += " It also takes an option for each setting."
    } else {
      own += options(of: command, titled: Self.settingsTitle)
    }
    let repeated = own.filter { $0.kind != .positional && !known.insert(line($0)).inserted }
    if !repeated.isEmpty {
      meaning +=
        " As above: " + repeated.map { $0.names?.last?.text ?? "" }.joined(separator: ", ") + "."
    }
    own.removeAll { option in repeated.contains { line($0) == line(option) } }
    let values = own.filter { $0.kind == .positional }.map { Roff.italic($0.valueName ?? "") }
    let term = ([Roff.bold(command.fullName)] + values).joined(separator: " ")
    return ([Roff.item(term, Roff.text(meaning))] + own.map(line)).joined(separator: "\n")
  }

  /// False for commands that have only the options that they need.
  private func takesAllSettings(_ command: ProgramHelp.Command) -> Bool {
    let count = options(of: command, titled: Self.settingsTitle).count
    return count > 0
      && count == leaves.map { options(of: $0, titled: Self.settingsTitle).count }.max()
  }

  /// The options of every command.
  private var options: String {
    let global = leaves.map { options(of: $0, titled: Self.globalTitle) }
      .first { !$0.isEmpty }
    return (global ?? []).map { Roff.item(names(of: $0), meaning(of: $0)) }.joined(separator: "\n")
  }

  private func options(
    of command: ProgramHelp.Command, titled title: String?
  ) -> [ProgramHelp.Argument] {
    (command.arguments ?? []).filter { argument in
      argument.shouldDisplay && !argument.isOfLibrary && argument.sectionTitle == title
    }
  }

  private func line(_ argument: ProgramHelp.Argument) -> String {
    ".br\n\(names(of: argument)): \(meaning(of: argument))"
  }

  private func names(of argument: ProgramHelp.Argument) -> String {
    let value = Roff.italic(argument.valueName ?? "")
    guard argument.kind != .positional else { return value }
    let names = (argument.names ?? []).map { name in
      argument.kind == .flag ? Roff.bold(name.text) : "\(Roff.bold(name.text)) \(value)"
    }
    return names.joined(separator: ", ")
  }

  private func meaning(of argument: ProgramHelp.Argument) -> String {
    var meaning = argument.abstract ?? ""
    if let fallback = argument.defaultValue, argument.kind == .option, !meaning.contains("(default")
    {
      meaning += " (default: \(fallback))"
    }
    return Roff.text(meaning)
  }
}

/// The parts of `peach --experimental-dump-help` that a manual needs.
struct ProgramHelp: Decodable {
  let command: Command

  struct Command: Decodable {
    /// For `peach data export`: `peach` and `data`.
    var superCommands: [String]?
    var shouldDisplay: Bool?
    var commandName: String
    var abstract: String?
    var subcommands: [Command]?
    var arguments: [Argument]?

    var fullName: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }

    /// The visible subcommands without `help`, which the library adds.
    var shown: [Command] {
      (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
    }

    /// The commands from this one on that do something themselves, because they have no subcommands
    /// or take arguments.
    var leaves: [Command] {
      let hasArguments = (arguments ?? []).contains { $0.shouldDisplay && !$0.isOfLibrary }
      return (shown.isEmpty || hasArguments ? [self] : []) + shown.flatMap(\.leaves)
    }
  }

  struct Argument: Decodable {
    enum Kind: String, Decodable {
      case positional, option, flag
    }

    struct Name: Decodable {
      enum Kind: String, Decodable {
        case long, short, longWithSingleDash
      }
      var kind: Kind
      var name: String

      var text: String { (kind == .long ? "--" : "-") + name }
    }

    var kind: Kind
    var shouldDisplay: Bool
    var sectionTitle: String?
    var names: [Name]?
    var preferredName: Name?
    var valueName: String?
    var defaultValue: String?
    var abstract: String?

    /// True for `--help` and `--version`, which the library adds.
    var isOfLibrary: Bool { ["help", "version"].contains(preferredName?.name) }
  }
}
