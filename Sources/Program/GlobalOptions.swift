import ArgumentParser
import History
import Language
import Settings
import Sound

/// The options that every subcommand accepts.
package struct GlobalOptions: ParsableArguments {
  package init() {}

  @Option(
    name: .customLong("server"),
    help: ArgumentHelp(
      localized("The name of the JACK server (default: JACK_DEFAULT_SERVER, or else 'default')."),
      valueName: localized(context: "value of an option", "name")))
  package var server: String?

  @Option(
    help: ArgumentHelp(
      localized("The name of the JACK client."),
      valueName: localized(context: "value of an option", "name")))
  package var clientName = "peach"

  @Flag(
    help: ArgumentHelp(
      localized(
        "Use exactly this name. If another client has it, fail instead of adding a number.")))
  package var exactName = false

  @Option(
    help: ArgumentHelp(
      localized(
        """
        Connect the outputs, even under a session manager, to: physical (the first two outputs of \
        the computer), off (nothing), the audio inputs of a client, or the audio inputs that match \
        a regular expression. Inputs that appear later are connected, too (default: the setting \
        connect).
        """), valueName: localized(context: "value of an option", "pattern")),
    completion: .list(SettingKey.connect.row.domain.words))
  package var connect: String?

  @Flag(help: ArgumentHelp(localized("Do not connect the outputs; the same as --connect off.")))
  private(set) var noConnect = false

  @Option(
    help: ArgumentHelp(
      localized("The settings file (default: $XDG_CONFIG_HOME/peach/config.toml)."),
      valueName: localized(context: "value of an option", "file")),
    completion: .file(extensions: ["toml"]))
  package var config: String?

  @Option(
    help: ArgumentHelp(
      localized("The training history (default: $XDG_DATA_HOME/peach/training.sqlite)."),
      valueName: localized(context: "value of an option", "file")),
    completion: .file())
  package var data: String?

  @Option(
    help: ArgumentHelp(
      localized(
        """
        Whose ear is trained, if several people share this account: each name has a history of its \
        own, in listeners/NAME beside the usual one. A new name begins a new history.
        """), valueName: localized(context: "value of an option", "name")),
    completion: .listeners)
  package var listener: String?

  @Option(
    help: ArgumentHelp(
      localized(
        """
        Connect the MIDI sources of this name to midi_in, including those that appear later. Give \
        a part of the name, or a pattern with * and ? for the whole name. You can repeat this \
        option.
        """), valueName: localized(context: "value of an option", "pattern")))
  package var connectMidi: [String] = []

  @Flag(
    help: ArgumentHelp(
      localized("Print JSON: in training one object a line, otherwise one object.")))
  package var json = false

  @Flag(
    help: ArgumentHelp(
      localized(
        """
        In a terminal, print one line after the other and never rewrite a line; for screen \
        readers.
        """)))
  package var plain = false

  @Flag(help: ArgumentHelp(localized("Log internal events to standard error.")))
  package var verbose = false

  package var midiPatterns: [MIDISourcePattern] {
    connectMidi.compactMap { MIDISourcePattern(checking: $0) }
  }

  /// The settings among these options, by key.
  package var settingTexts: [SettingKey: String] {
    if noConnect { return [.connect: OutputChoice.off.text] }
    return connect.map { [.connect: $0] } ?? [:]
  }

  package func validate() throws {
    if noConnect, connect != nil {
      throw ValidationError(localized("--connect and --no-connect cannot be given together."))
    }
    guard JackNameCheck.isClientName(clientName) else {
      throw ValidationError(
        localized(
          "--client-name takes 1…%d bytes without colons and slashes, not '%@'.",
          JackNameCheck.mostBytes, clientName.shortened))
    }
    if let server, !JackNameCheck.isServerName(server) {
      throw ValidationError(
        localized(
          "--server takes 1…%d bytes without slashes and control characters, not '%@'.",
          JackNameCheck.mostBytes, server.shortened))
    }
    if listener != nil, data != nil {
      throw ValidationError(localized("--listener and --data cannot be given together."))
    }
    if let listener, ListenerName(listener) == nil {
      throw ValidationError(
        localized(
          "--listener takes 1…%d letters, digits, - and _, not '%@'.", ListenerName.longest,
          listener.shortened))
    }
    for pattern in connectMidi where MIDISourcePattern(checking: pattern) == nil {
      throw ValidationError(
        localized(
          "--connect-midi takes 1…%d bytes without control characters, not '%@'.",
          MIDISourcePattern.mostBytes, pattern.shortened))
    }
  }
}

/// A command that becomes a client of the JACK server.
package nonisolated protocol JackCommand: AsyncParsableCommand {
  var global: GlobalOptions { get }
}

nonisolated extension CompletionKind {
  /// The names of the listeners that have a history.
  package static var listeners: CompletionKind {
    .custom { _, _, _ in
      HistoryLocation.listeners(environment: Surroundings.currentEnvironment).map(\.text)
    }
  }
}

/// Allows global options before a subcommand, as in `peach --json profile`: ArgumentParser would
/// assign them to the default subcommand.
package enum ArgumentOrder {
  /// Moves the global options behind the subcommand, and a negative number that does not belong to
  /// an option to the end. All else keeps its order; arguments without a subcommand stay unchanged.
  ///
  /// - Parameter root: the command that gets the arguments.
  package static func arranged(_ arguments: [String], of root: any ParsableCommand.Type) -> [String]
  {
    var (path, options): ([String], [String]) = ([], [])
    var subcommands = root.configuration.subcommands
    var index = 0
    // All arguments of a subcommand without subcommands stay as they are.
    while !subcommands.isEmpty {
      var end = index
      while let length = lengthOfOption(in: arguments, at: end) { end += length }
      guard end < arguments.count,
        let next = subcommands.first(where: { $0._commandName == arguments[end] })
      else { break }
      options += arguments[index..<end]
      path.append(arguments[end])
      subcommands = next.configuration.subcommands
      index = end + 1
    }
    var rest = Array(arguments[index...])
    // ArgumentParser would take a negative number for an option.
    let number = rest.indices.dropFirst().first { place in
      rest[place].wholeMatch(of: #/-[0-9][0-9.,]*/#) != nil && !rest[place - 1].hasPrefix("-")
    }
    if let number, !rest.contains("--") {
      let value = rest.remove(at: number)
      rest += ["--", value]
    }
    return path + options + rest
  }

  /// The number of arguments of the global option at an index; `nil` if there is none.
  private static func lengthOfOption(in arguments: [String], at index: Int) -> Int? {
    guard index < arguments.count, arguments[index].hasPrefix("--") else { return nil }
    let parts = arguments[index].dropFirst(2).split(separator: "=", maxSplits: 1)
    guard let name = parts.first, let takesValue = takesValue[String(name)] else { return nil }
    guard takesValue, parts.count == 1 else { return 1 }
    return index + 1 < arguments.count ? 2 : nil
  }

  /// The names of the global options; true if a value follows.
  private static let takesValue: [String: Bool] = {
    var names: [String: Bool] = [:]
    for (label, wrapper) in Mirror(reflecting: GlobalOptions()).children {
      // A property wrapper is stored under the name of its property with an underscore.
      guard let label, label.hasPrefix("_") else { continue }
      names[optionName(of: label.dropFirst())] = !(wrapper is Flag<Bool>)
    }
    return names
  }()

  /// `connectMidi` becomes `connect-midi`.
  private static func optionName(of property: Substring) -> String {
    property.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
  }
}
