import ArgumentParser
import Console
import Foundation
import Intonation
import Music
import Settings
import Sound

/// `peach sounds check`: how the notes of a sound are tuned.
struct SoundsCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: localized("Measure how the notes of a sound are tuned, and how loud they are."),
    discussion: CommandHelp.discussion(
      localized(
        """
        Each note is rendered and its pitch taken as a listener would take it. What is found is kept, and \
        training corrects it (settings correctIntonation and evenLoudness). Notes that no correction can \
        mend are named. A sound that training uses unmeasured is measured then, in the background.
        """),
      examples: """
        peach sounds check /usr/share/sounds/sf2/FluidR3_GM.sf2:0:40
        peach sounds check sf2:8:80 --json | jq .isExact
        """))

  @Argument(
    help: ArgumentHelp(
      localized("The sound: sf2:BANK:PROGRAM, FONT:BANK:PROGRAM or /FOLDER/FILE:BANK:PROGRAM."),
      valueName: localized(context: "value of an option", "id")))
  var sound: String

  @Flag(help: ArgumentHelp(localized("Measure again what has been measured before.")))
  var again = false
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  func validate() throws {
    if SoundSourceID(sound) == nil {
      throw ValidationError(
        localized(
          "'%@' is no sound; allowed: %@", sound, SettingKey.soundSource.allowed))
    }
  }

  @MainActor func run() async throws {
    let surroundings = Surroundings(global)
    let status = await surroundings.report {
      guard let source = SoundSourceID(sound) else { return ExitStatus.usage.rawValue }
      let settings = try FileUserSettings(file: surroundings.settingsFile)
      return try await SoundCheckRun(
        source, settings: settings, isForced: again, surroundings
      ).run()
    }
    throw ExitCode(status)
  }
}
