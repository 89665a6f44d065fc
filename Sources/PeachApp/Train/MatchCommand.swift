import ArgumentParser
import Language

/// `peach match`: pitch matching in one of the three ways.
struct MatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match",
    abstract: localized("Train: tune the second note."),
    discussion: CommandHelp.discussion(
      localized(
        """
        A reference note sounds, then a second one, up to 100 cents off, until you have tuned it. On a \
        terminal: left and right by 1 cent, down and up by 10, comma and period by 0.1 (held, the note \
        glides), Enter commits, q ends, ? helps. Nothing shows how far off you are before you commit. On \
        MIDI the modulation and pitch wheels tune.

        From a pipe: one command a line: slider V (-1 to 1: 100 cents below to above the target), nudge \
        CENTS, commit, start, quit. With --json: the same commands in, one JSON object a line out. \
        Settings given as options hold for this run only.

        A JACK server that goes ends the training, not Peach: it waits for a server, restores its \
        connections, and goes on at a key or at the command start.
        """),
      examples: """
        peach match
        peach match --intervals P5,M3- --tuning just --trials 20
        peach match --note-duration 2 --vary-loudness 0.5
        peach match --json --trials 5 --seed 7
        """))

  @OptionGroup var options: TrainingOptions

  @MainActor func run() async throws { throw await options.train(HostedPitchMatching.self) }
}
