import ArgumentParser
import Console
import Language
import Music
import Program
import Settings
import Training

/// The command `peach tuner`.
struct TunerCommand: JackCommand {
  static let configuration = CommandConfiguration(
    commandName: "tuner",
    abstract: localized(
      """
      Show which note you play or sing, how many cents off it is, and how certain that figure \
      is.
      """),
    discussion: CommandHelp.discussion(
      localized(
        """
        Peach listens at its port in_1 and connects it according to the setting connectInput. \
        When a pitch has been steady for half a second, Peach measures it from all its partials, \
        five times a second. The figure after ± says how far off the measurement may be: a tenth \
        of a cent or less if you hold the note well. A pitch that is not steady is shown only as \
        'about'. Notes are measured in the tuning and at the reference pitch of your settings. A \
        tuning other than equal temperament is built on the setting referenceNote, or on A3 if \
        that is any.

        d turns a drone on or off, the left and right arrows move it by a semitone, o chooses the \
        microphone and the outputs, q quits. \
        From a pipe, each line is one command: drone, drone A3, drone off, level -20, quit. If \
        the microphone hears the drone, Peach measures the drone as well: use headphones.
        """),
      examples: """
        peach tuner
        peach tuner --reference-pitch 442 --connect-input system:capture_2
        peach tuner --tuning just --reference-note D3
        peach tuner --json
        """))

  @OptionGroup(title: localized("Settings for this run")) var settings: SettingOptions
  @OptionGroup(title: localized("Global options")) var global: GlobalOptions

  @MainActor func run() async throws {
    let context = CommandContext(global)
    let status = await context.report(asEvents: true) {
      let texts = try context.resolvingSound(in: settings.texts)
        .merging(global.settingTexts) { $1 }
      let settings = try context.readSettings(texts)
      let run = TunerRun(
        context, settings: settings, library: try context.soundFontLibrary(settings.soundFonts))
      return try await run.run()
    }
    throw ExitCode(status)
  }
}

/// The commands of the user to the tuner, by keys and by lines.
enum TunerCommands {
  enum Command: Hashable {
    case quit
    /// Turn the drone on or off.
    case drone
    case droneOff
    case droneAt(MIDINote)

    /// Move the drone by semitones.
    case droneMove(Int)
    case level(LevelChange)
    case silence
    case output
    case help

    /// Take back the last note.
    case undo
    /// Take back all notes of the run.
    case undoAll

    /// True if a held key repeats it.
    var repeats: Bool {
      switch self {
      case .droneMove, .level: true
      case .quit, .drone, .droneOff, .droneAt, .silence, .output, .help, .undo, .undoAll: false
      }
    }
  }

  /// The first words of the lines.
  static let words = ["drone", "level", "panic", "help", "quit"]

  /// The forms of the lines.
  // as it is: commands, which are the same in every language
  static let forms = ["drone", "drone A3", "drone off", "level DB", "panic", "help", "quit"]

  /// The forms that only a map has.
  // as it is: commands, which are the same in every language
  static let formsOfMap = ["undo", "undo all"]

  static func command(for key: Key) -> Command? {
    switch key.command {
    case .character("q"), .escape: .quit
    case .character("d"): .drone
    case .left, .character("h"): .droneMove(-1)
    case .right, .character("l"): .droneMove(1)
    case .down, .character("j"): .droneMove(-12)
    case .up, .character("k"): .droneMove(12)
    case .character("+"), .character("="): .level(.by(1))
    case .character("-"): .level(.by(-1))
    case .character("!"): .silence
    case .character("o"): .output
    case .character("?"): .help
    case .backspace, .character("u"): .undo
    default: nil
    }
  }

  /// The command of a line; `nil` if there is none.
  static func command(in line: String) -> Command? {
    let parts = line.split(whereSeparator: \.isWhitespace).map { String($0) }
    guard let word = parts.first?.lowercased(), parts.count <= 2 else { return nil }
    guard let value = parts.dropFirst().first else {
      return switch word {
      case "q", "quit": .quit
      case "d", "drone": .drone
      case "!", "panic": .silence
      case "?", "help": .help
      case "u", "undo": .undo
      default: nil
      }
    }
    switch word {
    case "drone":
      if value.lowercased() == "off" { return .droneOff }
      return ReferenceNote(value)?.note.map { .droneAt($0) }
    case "undo": return value.lowercased() == "all" ? .undoAll : nil
    case "level":
      guard let decibels = NumberText.number(value), SettingValues.outputLevels.contains(decibels)
      else { return nil }
      return .level(.to(decibels))
    default: return nil
    }
  }
}
