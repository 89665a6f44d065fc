import ArgumentParser

struct TriesOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("How often each start and each rebuild is timed.", valueName: "number"))
  var tries = 7

  func validate() throws {
    if tries < 1 { throw ValidationError("--tries takes a whole number from 1 up, not \(tries).") }
  }
}
