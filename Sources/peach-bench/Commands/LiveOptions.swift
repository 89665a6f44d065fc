import ArgumentParser

struct LiveOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Frames per period: the server is set to it, and set back afterwards.", valueName: "number"))
  var frames = 16

  @Option(help: ArgumentHelp("How long notes are played on the server.", valueName: "seconds"))
  var seconds = 10.0

  func validate() throws {
    guard (16...8192).contains(frames), frames & (frames - 1) == 0 else {
      throw ValidationError("--frames takes a power of two from 16 to 8192, not \(frames).")
    }
    guard (0.5...3600).contains(seconds) else {
      throw ValidationError("--seconds takes 0.5 to 3600, not \(seconds).")
    }
  }
}
