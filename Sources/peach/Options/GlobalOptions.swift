import ArgumentParser
import Sound

/// What every subcommand takes.
struct GlobalOptions: ParsableArguments {
  @Option(
    name: .customLong("server"),
    help: ArgumentHelp(
      "The JACK server's name (default: JACK_DEFAULT_SERVER, else 'default').",
      valueName: "name"))
  var server: String?

  @Option(help: ArgumentHelp("The JACK client's name.", valueName: "name"))
  var clientName = "peach"

  @Option(
    help: ArgumentHelp(
      "The settings file (default: $XDG_CONFIG_HOME/peach/config.toml).", valueName: "file"))
  var config: String?

  @Option(
    help: ArgumentHelp(
      "The training history (default: $XDG_DATA_HOME/peach/training.sqlite).", valueName: "file"))
  var data: String?

  @Option(
    help: ArgumentHelp(
      """
      Connect the MIDI sources of that name with midi_in, also when they come later: a part of the \
      name, or a pattern with * and ? for all of it; may be given several times.
      """, valueName: "pattern"))
  var connectMidi: [String] = []

  @Flag(help: "Print JSON: one object a line while training, one object otherwise.")
  var json = false

  @Flag(
    help: "On a terminal: one line after the other, none of them rewritten; for screen readers.")
  var plain = false

  @Flag(help: "Log what happens inside on standard error.")
  var verbose = false

  /// Which MIDI sources are to be connected.
  var midiPatterns: [MIDISourcePattern] { connectMidi.map(MIDISourcePattern.init) }
}
