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
  var noConnect = false

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

  /// The MIDI sources to connect.
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
