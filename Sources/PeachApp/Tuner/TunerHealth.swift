import Language
import Music
import Sound

/// Which notices about the input are due: each when it begins, and not too often. A value that knows no clock.
struct TunerHealth {
  /// The ports that are connected to the input; `nil` if that is not known yet.
  var sources: [String]?

  /// Whether a note is being played that does not count if a part of it is lost.
  private let lossesVoidNote: Bool

  private var isSilent = false
  private var lastClipping = -Double.infinity
  private var lastLoss = -Double.infinity
  private var unsaidLosses = 0

  /// What is told again at the earliest so many seconds later.
  private static let pause = 5.0

  init(lossesVoidNote: Bool = false) { self.lossesVoidNote = lossesVoidNote }

  /// - Parameter time: seconds of input.
  mutating func notices(of health: InputHealth, at time: Double) -> [Notice] {
    var notices: [Notice] = []
    // Without a connection it is silent in any case, and that is said in another way.
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
    // Of what nobody plays, nothing is lost.
    if sources?.isEmpty != true { unsaidLosses += health.overruns + health.cuts }
    if unsaidLosses > 0, time - lastLoss >= Self.pause {
      lastLoss = time
      notices.append(.inputLost(count: unsaidLosses, voidsNote: lossesVoidNote))
      unsaidLosses = 0
    }
    return notices
  }
}

extension Notice {
  /// The server does not run its clients.
  static var tunerStalled: Notice {
    Notice(
      .serverStalled,
      localized("the JACK server has stopped responding; Peach listens again when it does"))
  }

  /// The server runs its clients again.
  static var tunerResumed: Notice {
    Notice(.serverResumed, localized("the JACK server responds again"))
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

  /// A line of standard input that means nothing.
  static func unknownTunerWord(_ line: String) -> Notice {
    Notice(
      .unknownCommand,
      localized(
        "unknown command '%@'; the commands are: %@", line.shortened,
        TunerCommands.words.joined(separator: ", ")))
  }
}
