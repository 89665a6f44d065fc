import ArgumentParser
import Language
import SoundFonts

/// `peach sounds info`
struct SoundsInfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: localized("Show what is known of a sound and its font."),
    discussion: CommandHelp.discussion(
      examples: """
        peach sounds info FluidR3_GM:0:42
        peach sounds info sine --json
        """))

  @Argument(
    help: ArgumentHelp(
      localized("The sound: a tag, numbers or words."),
      valueName: localized(context: "value of an option", "sound")),
    completion: .sounds)
  var sound: String

  @OptionGroup(title: localized("Settings for this run")) var fonts: SoundFontOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    try await context.perform {
      let sound = try context.soundFontLibrary(fonts).sound(named: sound)
      let keys = try? sound.font.keys(of: sound.preset)
      let details = SoundDetails(
        sound: ListedSound(sound), font: ListedFont(sound.font), keys: keys.map(\.ranges))
      context.output.write(global.json ? details.json : details.text)
    }
  }
}

extension [Bool] {
  /// The stretches of what is true.
  fileprivate var ranges: [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for (index, isSet) in enumerated() where isSet {
      if let last = ranges.last, last.upperBound == index - 1 {
        ranges[ranges.count - 1] = last.lowerBound...index
      } else {
        ranges.append(index...index)
      }
    }
    return ranges
  }
}
