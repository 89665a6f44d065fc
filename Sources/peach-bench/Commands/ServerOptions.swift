import ArgumentParser

struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The JACK server to measure on; else JACK_DEFAULT_SERVER's.", valueName: "name"))
  var server: String?
}
