import ArgumentParser
import Console
import Sound

/// What every subcommand takes.
struct GlobalOptions: ParsableArguments {
  @Option(
    name: .customLong("server"),
    help: ArgumentHelp(
      localized("The JACK server's name (default: JACK_DEFAULT_SERVER, else 'default')."),
      valueName: localized(context: "value of an option", "name")))
  var server: String?

  @Option(
    help: ArgumentHelp(
      localized("The JACK client's name."),
      valueName: localized(context: "value of an option", "name")))
  var clientName = "peach"

  @Option(
    help: ArgumentHelp(
      localized("The settings file (default: $XDG_CONFIG_HOME/peach/config.toml)."),
      valueName: localized(context: "value of an option", "file")),
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(
    help: ArgumentHelp(
      localized("The training history (default: $XDG_DATA_HOME/peach/training.sqlite)."),
      valueName: localized(context: "value of an option", "file")),
    completion: .file())
  var data: String?

  @Option(
    help: ArgumentHelp(
      localized(
        """
        Connect the MIDI sources of that name with midi_in, also when they come later: a part of the \
        name, or a pattern with * and ? for all of it; may be given several times.
        """), valueName: localized(context: "value of an option", "pattern")))
  var connectMidi: [String] = []

  @Flag(
    help: ArgumentHelp(
      localized("Print JSON: one object a line while training, one object otherwise.")))
  var json = false

  @Flag(
    help: ArgumentHelp(
      localized(
        "On a terminal: one line after the other, none of them rewritten; for screen readers.")))
  var plain = false

  @Flag(help: ArgumentHelp(localized("Log what happens inside on standard error.")))
  var verbose = false

  /// Which MIDI sources are to be connected.
  var midiPatterns: [MIDISourcePattern] { connectMidi.map(MIDISourcePattern.init) }
}
