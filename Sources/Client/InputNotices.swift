import Console
import Language
import Program
import Sound

/// The notices about the audio input: what it is connected with, and what comes in there.
extension Notice {
  /// A source has been connected to the audio input.
  package static func inputConnected(source: String) -> Notice {
    Notice(
      .inputConnected, localized("%@ is connected to in_1", source),
      [ShownField("source", .text(source))],
      brief: localized("Listening to %@.", PortLabel.outputs([source])))
  }

  /// Nothing is connected to the audio input any more.
  package static var inputDisconnected: Notice {
    Notice(
      .inputDisconnected,
      localized("nothing is connected to in_1 any more, so Peach hears nothing"),
      brief: localized("Nothing is connected to in_1 any more; o chooses an input."))
  }

  /// The audio input is connected with nothing: nothing matches the pattern, or the machine has no input, or nothing
  /// is to be connected, or the user has disconnected it. If there is something to connect and it is not known why
  /// it is not connected, no reason is given.
  package static func noInput(_ watch: PortRule) -> Notice {
    watch.releasedPort.map { .inputReleased(source: $0) }
      ?? .noInput(watch.findsPort ? .nothing : watch.target)
  }

  /// The user has disconnected the audio input from that port, and Peach leaves it unconnected.
  private static func inputReleased(source: String) -> Notice {
    Notice(
      .noInput,
      localized(
        """
        in_1 was disconnected from %@ and is no longer connected to anything: connect it again \
        in a patchbay, or choose another input with connectInput
        """, source),
      [ShownField("source", .text(source))],
      brief: localized("Nothing is connected to in_1 any more; o chooses an input."))
  }

  /// There is nothing yet to which the audio input could be connected.
  package static func noInput(_ target: PortTarget) -> Notice {
    switch target {
    case .nothing:
      Notice(
        .noInput,
        localized(
          """
          nothing is connected to in_1: connect your microphone or instrument to it, in a patchbay or \
          with --connect-input
          """),
        brief: localized("Nothing is connected to in_1; o chooses an input."))
    case .physical:
      Notice(
        .noInput,
        localized(
          """
          nothing is connected to in_1 because this server has no inputs: start it with inputs, \
          or connect a program; Peach connects to an input as soon as there is one
          """),
        brief: localized("This server has no inputs: start it with inputs."))
    case .matching(let pattern):
      Notice(
        .noInput,
        localized(
          """
          no audio output matches '%@' (jack_lsp lists all ports); Peach connects in_1 as soon \
          as one matches
          """, pattern.text),
        [ShownField("pattern", .text(pattern.text))],
        brief: localized("Nothing is connected to in_1; o chooses an input."))
    }
  }

  /// The ports that are connected to the audio input send silence.
  ///
  /// - Parameter sources: the ports that are connected to it.
  package static func noSignal(sources: [String]) -> Notice {
    Notice(
      .noSignal,
      localized(
        """
        no sound comes in from %@: check its cable, gain and mute, or choose another input with \
        connectInput
        """, PortLabel.outputs(sources)),
      [ShownField("sources", .list(sources))],
      brief: localized("No sound arrives: check cable, gain and mute; o chooses an input."))
  }

  /// Sound comes in again.
  package static var signal: Notice { Notice(.signal, localized("the input has a signal again")) }

  /// The input is too loud to be measured.
  package static var clipping: Notice {
    Notice(
      .clipping,
      localized("the input is clipped, so it cannot be measured well: turn down its gain"),
      brief: localized("Too loud: turn down the gain of the input."))
  }

  /// Parts of the input were lost.
  ///
  /// - Parameter voidsNote: whether a note was being played, which does not count then.
  static func inputLost(count: Int, voidsNote: Bool = false) -> Notice {
    Notice(
      .inputLost,
      localized(
        one: """
          a part of the input was lost, and what was measured at that time does not count; if \
          this happens again, give the JACK server a longer period
          """,
        other: """
          %d parts of the input were lost, and what was measured at that time does not count; if \
          this happens again, give the JACK server a longer period
          """,
        count),
      [ShownField("count", .int(count))],
      brief: voidsNote
        ? localized("Input was lost. Play the note again.")
        : localized("Input was lost. If this happens again, use a longer period."))
  }
}

extension Notice.Code {
  package static let inputConnected: Self = "inputConnected"
  package static let inputDisconnected: Self = "inputDisconnected"
  package static let noInput: Self = "noInput"
  package static let noSignal: Self = "noSignal"
  package static let signal: Self = "signal"
  package static let clipping: Self = "clipping"
  static let inputLost: Self = "inputLost"
}
