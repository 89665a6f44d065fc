import Charts
import Console
import Language
import Music
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

/// The notices about settings that may be unexpected.
extension OutputMode {
  /// Shows which degree of a scale stands for each interval; nothing for a built-in tuning.
  func showMapping(of intervals: [DirectedInterval], in tuning: TuningSystem) {
    guard case .scala(let scale) = tuning else { return }
    for interval in intervals {
      let step = scale.step(for: interval.interval)
      showNotice(.scalaMapping(scale: tuning.identifier, interval: interval, step: step))
    }
  }

  /// Shows what a drone that is set lacks to sound in a training; nothing if it lacks nothing.
  func showMissingDrone(_ settings: any UserSettings, in training: TrainingName) {
    guard settings.drone, !Voicing.canDrone(settings, training.ownPresentation) else { return }
    showNotice(.noDrone)
  }
}

extension Notice {
  /// The degree of a scale that represents an interval.
  static func scalaMapping(scale: String, interval: DirectedInterval, step: ScaleStep) -> Notice {
    Notice(
      "scalaMapping", ScaleText.mapping(of: interval, to: step, in: scale),
      [
        ShownField("scale", .text(scale)),
        ShownField("interval", .text(interval.description)),
        ShownField("degree", .int(step.degree)),
        ShownField("cents", .double(step.size.rawValue)),
        ShownField("deviation", .double(step.deviation.rawValue)),
      ])
  }

  /// A drone is set, but the notes of the training follow each other or have no common reference.
  static var noDrone: Notice {
    Notice(
      "noDrone",
      localized(
        """
        there is no drone in this training: it needs notes that sound together (presentation = \
        harmonic, or purity) and a referenceNote
        """),
      brief: localized("No drone: it needs notes that sound together and one reference note."))
  }
}

/// The words for scales of the user's own.
enum ScaleText {
  /// The degree of a scale that represents an interval, its size, and its distance from equal
  /// temperament.
  static func mapping(
    of interval: DirectedInterval, to step: ScaleStep, in scale: String
  ) -> String {
    let name = NoteName.text(interval)
    let size = CentsText.size(step.size)
    let comparison = comparison(step.deviation)
    let mapping =
      interval.direction == .down
      ? localized(
        "%@: %@ is degree %d down, %@ cents, %@", scale, name, step.degree, size, comparison)
      : localized("%@: %@ is degree %d, %@ cents, %@", scale, name, step.degree, size, comparison)
    return step.isNear
      ? mapping : localized("%@. Note that this is off by more than a quarter tone", mapping)
  }

  private static func comparison(_ deviation: Cents) -> String {
    let distance = CentsText.plain(deviation.magnitude)
    if deviation.magnitude < 0.005 { return localized("as in equal temperament") }
    return deviation > 0
      ? localized("%@ wider than equal", distance) : localized("%@ narrower than equal", distance)
  }
}
