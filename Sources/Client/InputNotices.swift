import MainThread
import Console
import Language
import Program
import Sound

/// The notices about the audio input: what it is connected with, and what comes in there.
extension Notice {
  package static func inputConnected(source: String) -> Notice {
    Notice(
      .inputConnected, localized("%@ is connected to in_1", source),
      [ShownField("source", .text(source))],
      brief: localized("Listening to %@.", PortLabel.outputs([source])))
  }

  package static var inputDisconnected: Notice {
    Notice(
      .inputDisconnected,
      localized("nothing is connected to in_1 any more, so Peach hears nothing"),
      brief: localized("Nothing is connected to in_1 any more; o chooses an input."))
  }

  /// The notice of why nothing is connected to the audio input: the user has disconnected it, no
  /// port matches the pattern, the machine has no input, or no connection is wanted. If a port
  /// could be connected, gives no reason.
  package static func noInput(_ rule: PortRule) -> Notice {
    rule.releasedPort.map { .inputReleased(source: $0) }
      ?? .noInput(rule.findsPort ? .nothing : rule.target)
  }

  /// The notice that Peach leaves the audio input unconnected, as the user has disconnected it.
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

  /// The notice that no port is there for this target of the audio input.
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

  /// The notice that the ports connected to the audio input are silent.
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

  /// The notice that the input is no longer silent.
  package static var signal: Notice { Notice(.signal, localized("the input has a signal again")) }

  package static var clipping: Notice {
    Notice(
      .clipping,
      localized("the input is clipped, so it cannot be measured well: turn down its gain"),
      brief: localized("Too loud: turn down the gain of the input."))
  }

  /// - Parameter voidsNote: true if a note was being played, which does not count then.
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

/// Decides when notices about the input are due: when the condition begins, and not too often. Its
/// time is that of the input.
package struct InputNoticeWatch {
  /// The ports that are connected to the input; `nil` if that is not known yet.
  package var sources: [String]?

  /// True if a note does not count when a part of it is lost.
  private let lossesVoidNote: Bool

  private var isSilent = false
  private var lastClipping = -Double.infinity
  private var lastLoss = -Double.infinity
  private var unsaidLosses = 0

  /// The shortest time between two notices of the same kind, in seconds of input.
  private static let pause = 5.0

  package init(lossesVoidNote: Bool = false) { self.lossesVoidNote = lossesVoidNote }

  package mutating func notices(of health: InputHealth) -> [Notice] {
    let time = health.time
    invariant(lastClipping <= time && lastLoss <= time, "the time of an input goes on")
    var notices: [Notice] = []
    // Without a connection it is always silent; `noInput` reports that.
    let isSilent = health.isSilent && sources?.isEmpty == false
    if isSilent != self.isSilent {
      if isSilent {
        notices.append(.noSignal(sources: sources ?? []))
      } else if !health.isSilent {
        notices.append(.signal)
      }
      self.isSilent = isSilent
    }
    if health.isClipping, time - lastClipping >= Self.pause {
      lastClipping = time
      notices.append(.clipping)
    }
    // Losses do not matter while nothing is connected.
    if sources?.isEmpty != true { unsaidLosses += health.overruns + health.cuts }
    if unsaidLosses > 0, time - lastLoss >= Self.pause {
      lastLoss = time
      notices.append(.inputLost(count: unsaidLosses, voidsNote: lossesVoidNote))
      unsaidLosses = 0
    }
    return notices
  }
}
