import ArgumentParser
import Language

/// `peach compare`: comparison training in one of the three ways.
struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: localized("Train: is the second note higher or lower?"),
    discussion: CommandHelp.discussion(
      localized(
        """
        On a terminal: up or h answers higher, down or l lower, q ends, ? helps. From a pipe: one \
        command a line (higher, lower, start, quit). With --json: the same commands in, one JSON \
        object a line out. Settings given as options hold for this run only.

        A JACK server that goes ends the training, not Peach: it waits for a server, restores its \
        connections, and goes on at a key or at the command start.
        """),
      examples: """
        peach compare
        peach compare --intervals P1,P5,M3- --tuning just --trials 20
        peach compare --intervals P5,M3 --tuning werckmeister.scl
        peach compare --note-duration 0.3 --vary-loudness 0.5
        peach compare --json --trials 5 --seed 7
        """))

  @OptionGroup var options: TrainingOptions

  @MainActor func run() async throws { throw await options.train(HostedComparison.self) }
}
