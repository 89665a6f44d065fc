import ArgumentParser

struct FontOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A SoundFont besides the built-in one; may be given several times.", valueName: "file"),
    completion: .file())
  var font: [String] = []
}
