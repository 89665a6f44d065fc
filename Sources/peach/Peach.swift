import ArgumentParser
import Console

/// The command `peach`.
@main
struct Peach: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peach",
    abstract: "Train your sense of pitch, as a JACK client.",
    discussion: """
      Two notes sound: is the second higher or lower? Or: tune it until it is true. Peach plays \
      through JACK, patched wherever you patch it, and learns how you hear.

      EXAMPLES
        peach compare                              train in the terminal
        peach compare --intervals P5,M3- --tuning just
        peach match                                tune the second note
        my-script | peach compare                  one command a line: higher, lower, quit
        peach compare --json --seed 7              one JSON object a line
        peach profile                              what Peach knows of your ear
        peach settings set noteDuration 0.7
        peach midi learn                           teach it your knob and your pads

      EXIT CODES
        0  success              70  a fault of Peach's own
        64 wrong usage          73  cannot create a file
        65 unreadable data      74  input/output error
        66 no such file         78  wrong configuration
        69 no JACK server       128+n  ended by signal n
      """,
    version: PeachVersion.text,
    subcommands: [
      CompareCommand.self, MatchCommand.self, ProfileCommand.self, SimulateCommand.self,
      DataCommand.self, SettingsCommand.self, MIDICommand.self, InfoCommand.self, ProbeCommand.self,
    ])

  /// The language first: what the commands say of themselves is made as soon as they are looked at.
  static func main() async {
    MessageCatalogue.open()
    await main(nil)
  }

  @MainActor func run() async throws {
    // Without a subcommand there is nothing to do yet but to say what there is.
    DescriptorOutput.standardError.writeLine(Self.helpMessage())
    throw ExitStatus.usage.exitCode
  }
}
