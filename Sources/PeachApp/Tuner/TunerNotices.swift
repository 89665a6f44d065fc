import Language
import Music
import Program

extension Notice {
  /// The server does not run its clients.
  static var tunerStalled: Notice {
    Notice(
      .serverStalled, standing: .begins(.serverStalled),
      localized(
        "the JACK server has stopped responding; Peach listens again when the server responds"))
  }

  /// The server runs its clients again.
  static var tunerResumed: Notice {
    Notice(
      .serverResumed, standing: .ends(.serverStalled, isTold: false),
      localized("the JACK server responds again"))
  }

  /// Nothing is connected to the outputs, so that the drone sounds for nobody.
  static var droneUnheard: Notice {
    Notice(
      "droneUnheard",
      localized(
        """
        nothing is connected to Peach's outputs, so the drone is not heard: connect them in a patchbay or \
        with --connect
        """),
      brief: localized("The drone is not heard: nothing is connected to the outputs."))
  }

  /// The note that the drone would have.
  static func droneNote(_ note: MIDINote) -> Notice {
    Notice(
      "droneNote", localized("d begins the %@", TunerWords.drone(note)),
      [ShownField("note", .int(note.rawValue))])
  }

  /// The drone was asked for while there is no server.
  static func droneAwaited(_ note: MIDINote) -> Notice {
    Notice(
      "droneAwaited",
      localized("the %@ begins when there is a JACK server", TunerWords.drone(note)),
      [ShownField("note", .int(note.rawValue))])
  }

  /// A line of standard input that means nothing.
  static func unknownTunerWord(_ line: String, isMap: Bool = false) -> Notice {
    Notice(
      .unknownCommand,
      localized(
        "unknown command '%@'; the commands are: %@", line.shortened,
        ((isMap ? TunerCommands.formsOfMap : []) + TunerCommands.words).joined(separator: ", ")))
  }
}
