import ArgumentParser
import Console
import Foundation
import Training

/// `peach compare`: comparison training in one of the three ways.
struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Train: is the second note higher or lower?",
    discussion: """
      On a terminal: up or h answers higher, down or l lower, q ends, ? helps. From a pipe: one \
      command a line (higher, lower, start, quit). With --json: the same commands in, one JSON \
      object a line out. Settings given as options hold for this run only.

      A JACK server that goes ends the training, not Peach: it waits for a server, restores its \
      connections, and goes on at a key or at the command start.

      EXAMPLES
        peach compare
        peach compare --intervals P1,P5,M3- --tuning just --trials 20
        peach compare --intervals P5,M3 --tuning werckmeister.scl
        peach compare --note-duration 0.3 --vary-loudness 0.5
        peach compare --json --trials 5 --seed 7
      """)

  @OptionGroup(title: "Settings for this run") var settings: SettingOptions
  @OptionGroup(title: "Global options") var global: GlobalOptions

  @Option(help: ArgumentHelp("Stop after that many answers, 1 or more.", valueName: "number"))
  var trials: Int?

  @Option(
    help: ArgumentHelp(
      "Make the choices reproducible: the same number (0 or more), the same choices.",
      valueName: "number"))
  var seed: UInt64?

  func validate() throws {
    if let trials, trials < 1 {
      throw ValidationError("--trials takes a whole number from 1 up, not \(trials).")
    }
  }

  @MainActor func run() async throws {
    let surroundings = Surroundings(global)
    let status = await surroundings.report {
      let seeded: (any RandomNumberGenerator)? = seed.map { SeededGenerator(seed: $0) }
      let host = try ComparisonHost(
        surroundings: surroundings, overrides: settings.texts, trialLimit: trials,
        random: seeded ?? SystemRandomNumberGenerator())
      return await host.run()
    }
    throw ExitCode(status)
  }
}
