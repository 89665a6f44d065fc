import ArgumentParser
import Language

/// `peach sounds`: the SoundFonts and what they hold.
struct SoundsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sounds",
    abstract: localized("Find, look at, hear and check the sounds to train with."),
    discussion: CommandHelp.discussion(
      localized(
        """
        SoundFonts (SF2 and SF3, by their content) are looked for in this order: --sound-fonts, the \
        setting soundFonts, SF2_PATH, DEFAULT_SOUNDFONT, the folders soundfonts, sounds/sf2 and \
        sounds/sf3 of $XDG_DATA_HOME and $XDG_DATA_DIRS, and FluidSynth's own default. The built-in \
        sounds are always there. Of two fonts of one name the later one is called by its folder, too.

        A sound is given by its tag (FluidR3_GM:0:42), its numbers (8:80, or 42 for program 42 of bank \
        0) or words of its name and its font's ('cello', 'fluid cello').
        """),
      examples: """
        peach sounds list cello
        peach sounds play "fluid cello"
        peach settings set soundSource FluidR3_GM:0:42
        """),
    subcommands: [
      SoundsListCommand.self, SoundsPlayCommand.self, SoundsInfoCommand.self,
      SoundsPathCommand.self, SoundsCheckCommand.self,
    ])
}
