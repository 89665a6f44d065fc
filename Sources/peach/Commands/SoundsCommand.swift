import ArgumentParser
import Console

/// `peach sounds`: the SoundFonts.
struct SoundsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sounds",
    abstract: localized("Check how a sound is tuned."),
    discussion: CommandHelp.discussion("", examples: "peach sounds check sf2:8:80"),
    subcommands: [SoundsCheckCommand.self])
}
