import ArgumentParser

struct LatencyOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How many notes are played on the server.", valueName: "number"))
  var notes = 100

  func validate() throws {
    if notes < 1 { throw ValidationError("--notes takes a whole number from 1 up, not \(notes).") }
  }
}
