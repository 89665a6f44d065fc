/// What can be asked of Peach by Open Sound Control: the training, and nothing else.
public enum RemoteCommand: Hashable, Sendable {
  case higher, lower

  /// So far from where the tunable note began, −1…+1 for 100 cents down and up.
  case slider(Double)

  /// So many cents from where the slider stands.
  case nudge(Double)
  case commit

  /// Begins or goes on; with the name of a training where one is chosen.
  case start(String?)
  case stop

  /// State is wanted at that port of the sender; `nil` is the one that it sends from.
  case subscribe(port: UInt16?)
  case unsubscribe(port: UInt16?)

  private static let longestName = 64
  private static let nudges = -200.0...200.0

  /// `nil` for what means nothing: an unknown path, arguments of other types or out of range, and a
  /// button let go, which many tablets tell with a 0.
  init?(_ message: OSCMessage) {
    guard message.path.hasPrefix("/peach/"), message.arguments.count <= 1 else { return nil }
    let argument = message.arguments.first
    switch message.path.dropFirst("/peach/".count) {
    case "higher": self = .higher
    case "lower": self = .lower
    case "commit": self = .commit
    case "stop": self = .stop
    case "slider":
      guard let value = argument?.number, (-1...1).contains(value) else { return nil }
      self = .slider(value)
      return
    case "nudge":
      guard let cents = argument?.number, Self.nudges.contains(cents) else { return nil }
      self = .nudge(cents)
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
    default: return nil
    }
    guard Self.isPress(argument) else { return nil }
  }

  private static func isPress(_ argument: OSCArgument?) -> Bool {
    guard let argument else { return true }
    return argument.number.map { $0 != 0 } ?? false
  }
}
