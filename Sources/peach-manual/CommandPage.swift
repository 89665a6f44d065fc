/// The parts of peach(1) that are generated from `--help`.
struct CommandPage {
  let help: ProgramHelp

  private static let globalTitle = "Global options"
  private static let settingsTitle = "Settings for this run"

  /// The generated parts by name.
  var parts: [String: String] {
    ["synopsis": synopsis, "commands": commands, "options": options]
  }

  private var leaves: [ProgramHelp.Command] { help.command.leaves }

  private var synopsis: String {
    leaves.map { command in
      var words = [Roff.bold(command.fullName)]
      if options(of: command, titled: nil).contains(where: { $0.kind != .positional })
        || !options(of: command, titled: Self.settingsTitle).isEmpty
      {
        words.append("[" + Roff.italic("option") + " ...]")
      }
      words += options(of: command, titled: nil).filter { $0.kind == .positional }.map {
        Roff.italic($0.valueName ?? "")
      }
      return words.joined(separator: " ")
    }.joined(separator: "\n.br\n")
  }

  private var commands: String {
    (help.command.shown.flatMap { command in
      (command.shown.isEmpty ? [] : [command]) + command.leaves
    }).map(section).joined(separator: "\n")
  }

  private func section(_ command: ProgramHelp.Command) -> String {
    let own = options(of: command, titled: nil)
    var lines = [Roff.section(command.fullName), Roff.text(command.abstract ?? "")]
    lines += Roff.paragraphs(command.discussion ?? "")
    lines += own.map(item)
    let settings = options(of: command, titled: Self.settingsTitle)
    // The settings are described once, for all commands that accept them all.
    if takesAllSettings(command) {
      lines.append(".PP\nIt also takes an option for each setting; see\n.BR OPTIONS .")
    } else {
      lines += settings.map(item)
    }
    return lines.joined(separator: "\n")
  }

  /// Whether a command has an option for every setting; some have only those that they need.
  private func takesAllSettings(_ command: ProgramHelp.Command) -> Bool {
    let count = options(of: command, titled: Self.settingsTitle).count
    return count > 0
      && count == leaves.map { options(of: $0, titled: Self.settingsTitle).count }.max()
  }

  private var options: String {
    let settings = leaves.first(where: takesAllSettings)
      .map { options(of: $0, titled: Self.settingsTitle) }
    let global = leaves.map { options(of: $0, titled: Self.globalTitle) }
      .first { !$0.isEmpty }
    let takers = leaves.filter(takesAllSettings)
      .map { Roff.bold($0.fullName) }
    return
      ([Roff.section("Of every command")] + (global ?? []).map(item)
      + [Roff.section("A setting for this run"), "Of \(takers.joined(separator: ", "));"]
      + [".BR peach\\-config (5)", "tells more of each."] + (settings ?? []).map(item))
      .joined(separator: "\n")
  }

  private func options(
    of command: ProgramHelp.Command, titled title: String?
  ) -> [ProgramHelp.Argument] {
    (command.arguments ?? []).filter { argument in
      argument.shouldDisplay && !argument.isOfLibrary && argument.sectionTitle == title
    }
  }

  private func item(_ argument: ProgramHelp.Argument) -> String {
    let value = Roff.italic(argument.valueName ?? "")
    guard argument.kind != .positional else {
      return Roff.item(value, Roff.text(argument.abstract ?? ""))
    }
    let names = (argument.names ?? []).map { name in
      argument.kind == .flag ? Roff.bold(name.text) : "\(Roff.bold(name.text)) \(value)"
    }
    var meaning = argument.abstract ?? ""
    if let fallback = argument.defaultValue, argument.kind == .option, !meaning.contains("(default")
    {
      meaning += " (default: \(fallback))"
    }
    return Roff.item(names.joined(separator: ", "), Roff.text(meaning))
  }
}

/// The parts of `peach --experimental-dump-help` that a manual needs.
struct ProgramHelp: Decodable {
  let command: Command

  struct Command: Decodable {
    /// `peach data`, of `peach data export`.
    var superCommands: [String]?
    var shouldDisplay: Bool?
    var commandName: String
    var abstract: String?
    var discussion: String?
    var subcommands: [Command]?
    var arguments: [Argument]?

    var fullName: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }

    /// The visible subcommands without `help`, which the library adds.
    var shown: [Command] {
      (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
    }

    /// All commands below this one that do something themselves.
    var leaves: [Command] {
      shown.isEmpty ? [self] : shown.flatMap(\.leaves)
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

    /// Whether the library adds it: `--help` and `--version`.
    var isOfLibrary: Bool { ["help", "version"].contains(preferredName?.name) }
  }
}
