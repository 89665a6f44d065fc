/// A request to Peach by Open Sound Control. Requests control the training and nothing else.
public enum RemoteCommand: Hashable, Sendable {
  case higher, lower

  /// Says which of two was in tune.
  case first, second

  /// The distance from the starting pitch of the tunable note, −1…+1 for 100 cents down and up.
  case slider(Double)

  /// The change from the slider's current position, in cents.
  case nudge(Double)
  case commit

  /// Takes the last answer back.
  case undo

  /// Hears the trial again; once it is answered, with the true one.
  case again

  /// Hears what was answered last, with the truth.
  case last

  /// Ends the replay.
  case skip

  /// Pauses the training, or lets it go on.
  case pause

  /// Silences everything at once; a training waits then.
  case panic

  /// Sets the output level, −60…0 dB.
  case level(Double)

  /// Begins or continues. Names a training if the sender chooses one.
  case start(String?)
  case stop

  /// Requests state at this port of the sender; `nil` is the port that it sends from.
  case subscribe(port: UInt16?)
  case unsubscribe(port: UInt16?)

  /// Answers Peach's message of the same path, which a subscriber gets first, with its number.
  case confirm(Int32)

  /// The path of ``confirm(_:)``, both ways.
  static let confirmPath = "/peach/confirm"

  private static let longestName = 64
  private static let nudges = -200.0...200.0
  private static let levels = -60.0...0.0

  /// `nil` for a message without meaning: an unknown path, arguments of other types or out of
  /// range, and a released button, which many tablets report with a 0.
  init?(_ message: OSCMessage) {
    guard message.path.hasPrefix("/peach/"), message.arguments.count <= 1 else { return nil }
    let argument = message.arguments.first
    switch message.path.dropFirst("/peach/".count) {
    case "higher": self = .higher
    case "lower": self = .lower
    case "first": self = .first
    case "second": self = .second
    case "commit": self = .commit
    case "undo": self = .undo
    case "again": self = .again
    case "last": self = .last
    case "skip": self = .skip
    case "pause": self = .pause
    case "panic": self = .panic
    case "stop": self = .stop
    case "slider":
      guard let value = argument?.number, (-1...1).contains(value) else { return nil }
      self = .slider(value)
      return
    case "nudge":
      guard let cents = argument?.number, Self.nudges.contains(cents) else { return nil }
      self = .nudge(cents)
      return
    case "level":
      guard let level = argument?.number, Self.levels.contains(level) else { return nil }
      self = .level(level)
      return
    case "start":
      self = .start(argument?.text)
      if let name = argument?.text {
        guard name.utf8.count <= Self.longestName else { return nil }
        return
      }
    case "subscribe", "unsubscribe":
      var port: UInt16?
      if let argument {
        guard let number = argument.number.flatMap({ UInt16(exactly: $0) }), number > 0 else {
          return nil
        }
        port = number
      }
      self =
        message.path.hasSuffix("unsubscribe") ? .unsubscribe(port: port) : .subscribe(port: port)
      return
    case "confirm":
      guard case .int(let number)? = argument else { return nil }
      self = .confirm(number)
      return
    default: return nil
    }
    guard Self.isPress(argument) else { return nil }
  }

  private static func isPress(_ argument: OSCArgument?) -> Bool {
    guard let argument else { return true }
    return argument.number.map { $0 != 0 } ?? false
  }
}
