/// What `peach --experimental-dump-help` says of a program, as far as a manual needs it.
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

    /// The subcommands that are shown, but for `help`, which the library adds.
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
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var preferredName: Name?
    var valueName: String?
    var defaultValue: String?
    var abstract: String?

    /// Whether it is the library's: `--help` and `--version`.
    var isOfLibrary: Bool { ["help", "version"].contains(preferredName?.name) }
  }
}
