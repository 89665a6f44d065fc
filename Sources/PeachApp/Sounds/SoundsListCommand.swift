import ArgumentParser
import Language
import SoundFonts

/// `peach sounds list`
struct SoundsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: localized("List the sounds, by font and family."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Without drums and noises, which have no pitch to train on. With a text: those in whose name, \
        family, font or tag each of its words occurs.
        """),
      examples: """
        peach sounds list
        peach sounds list strings
        peach sounds list --sound-fonts ~/fonts:/media/usb/grand.sf2 --json
        """))

  @Argument(
    help: ArgumentHelp(
      localized("What to look for."), valueName: localized(context: "value of an option", "text")))
  var text: [String] = []

  @OptionGroup(title: localized("Settings for this run")) var fonts: SoundFontOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform {
      let library = try context.soundFontLibrary(fonts)
      let sounds = library.sounds(containing: text.joined(separator: " ")) { FamilyName($0).word }
      let found = library.found
      let list = SoundList(
        fonts: found.fonts.compactMap { font in
          let members = sounds.filter { $0.font == font }
          return members.isEmpty ? nil : (ListedFont(font), members.map { ListedSound($0) })
        }, skipped: found.skipped)
      for warning in list.warnings { context.messages.writeLine("peach: \(warning)") }
      context.output.write(global.json ? list.json : list.text)
    }
  }
}
