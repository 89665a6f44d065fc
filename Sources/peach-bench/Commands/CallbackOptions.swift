import ArgumentParser

struct CallbackOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("How many periods of each kind are measured.", valueName: "number"))
  var periods = 20_000

  func validate() throws {
    if periods < 1 {
      throw ValidationError("--periods takes a whole number from 1 up, not \(periods).")
    }
  }
}
