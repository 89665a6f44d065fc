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
        peach report                               the same as a page with pictures
        peach settings set noteDuration 0.7
        peach midi learn                           teach it your knob and your pads
        peach doctor                               what is wrong, and what to do about it

      EXIT CODES
        0  success              70  a fault of Peach's own
        64 wrong usage          73  cannot create a file
        65 unreadable data      74  input/output error
        66 no such file         78  wrong configuration
        69 no JACK server       128+n  ended by signal n
      """,
    version: PeachVersion.text,
    subcommands: [
      StartCommand.self,
      CompareCommand.self, MatchCommand.self, ProfileCommand.self, ReportCommand.self,
      SimulateCommand.self, DataCommand.self, SettingsCommand.self, MIDICommand.self,
      DoctorCommand.self, InfoCommand.self, ProbeCommand.self,
    ],
    defaultSubcommand: StartCommand.self)

  static func main() async {
    do {
      var command = try await asyncParseAsRoot(nil)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      let arguments = Array(CommandLine.arguments.dropFirst())
      guard exitCode(for: error) == .validationFailure,
        let unknown = UnknownSubcommand.find(in: arguments, of: Self.self)
      else { exit(withError: error) }
      // Without a group the word went to the default subcommand, whose usage is of no help.
      let text =
        unknown.isFirstWord
        ? fullMessage(for: ValidationError(message(for: error))) : fullMessage(for: error)
      DescriptorOutput.standardError.writeLine(unknown.explain(text))
      exit(withError: ExitCode.validationFailure)
    }
  }
}
