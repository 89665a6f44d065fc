import ArgumentParser

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

  @Flag(help: "Print JSON: one object a line while training, one object otherwise.")
  var json = false

  @Flag(help: "Log what happens inside on standard error.")
  var verbose = false
}
