import Console
import Language
import Program
import Training

/// The notices that answer a command.
extension Notice {
  /// A command does not fit the state of the training.
  static func ignored(command: String) -> Notice {
    Notice(
      .ignored, standing: .unshown,
      localized("%@ is not possible at the moment and was ignored", command))
  }

  /// The key of undo has nothing to undo, here or in the settings.
  static var nothingToUndo: Notice {
    Notice(.nothingToUndo, localized("There is nothing to take back."))
  }

  static func unknownCommand(_ text: String, _ training: TrainingName) -> Notice {
    let message =
      if let word = LineCommands.nearest(to: text, for: training) {
        localized("'%@' is not a command; did you mean %@?", text, word)
      } else {
        localized(
          "'%@' is not a command; the commands are %@", text, LineCommands.list(for: training))
      }
    return Notice(.unknownCommand, message)
  }

  /// A command has a value that is not allowed.
  static func badValue(command: String, value: String, allowed: String) -> Notice {
    Notice(.badValue, localized("%@ takes %@, not '%@'", command, allowed, value))
  }

  /// A line on standard input is longer than any command.
  static func lineTooLong() -> Notice {
    let limit = LineSplitter.longestLine
    return Notice(
      .lineTooLong,
      localized("a line of more than %d bytes was ignored, because no command is as long", limit),
      [ShownField("limit", .int(limit))])
  }

  /// The available commands.
  static func commands(_ training: TrainingName) -> Notice {
    Notice(
      .commands, standing: .unshown,
      localized("the commands are %@", LineCommands.list(for: training)))
  }
}

extension Notice.Code {
  static let ignored: Self = "ignored"
  static let nothingToUndo: Self = "nothingToUndo"
  static let unknownCommand: Self = "unknownCommand"
  static let badValue: Self = "badValue"
  static let lineTooLong: Self = "lineTooLong"
  static let commands: Self = "commands"
}
