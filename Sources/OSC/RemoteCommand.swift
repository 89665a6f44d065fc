import Music
import Training

/// A request to Peach by Open Sound Control. Requests control the training and nothing else.
enum RemoteCommand: Hashable, Sendable {
  case intent(Intent)

  /// Requests state at this port of the sender; `nil` is the port that it sends from.
  case subscribe(port: UInt16?)
  case unsubscribe(port: UInt16?)

  /// Answers Peach's message of the same path, which a subscriber gets first, with its number.
  case confirm(Int32)

  /// The path of ``confirm(_:)``, both ways.
  static let confirmPath = "/peach/confirm"

  private static let longestName = 64

  /// What needs no argument, and may have that of a button.
  private static let buttons: [Intent] = [
    .answer(higher: true), .answer(higher: false), .choose(1), .choose(2), .choose(3),
    .commit, .undo, .again, .last, .skip, .pause, .panic,
  ]
  private static let nudges = -200.0...200.0
  private static let levels = -60.0...0.0

  /// `nil` for a message without meaning: an unknown path, arguments of other types or out of
  /// range, and a released button, which many tablets report with a 0.
  init?(_ message: OSCMessage) {
    guard message.path.hasPrefix("/peach/"), message.arguments.count <= 1 else { return nil }
    let argument = message.arguments.first
    let name = message.path.dropFirst("/peach/".count)
    switch name {
    case "slider":
      guard let value = argument?.number, (-1...1).contains(value) else { return nil }
      self = .intent(.sliderFromStart(value))
    case "nudge":
      guard let cents = argument?.number, Self.nudges.contains(cents) else { return nil }
      self = .intent(.nudge(Cents(cents)))
    case "level":
      guard let level = argument?.number, Self.levels.contains(level) else { return nil }
      self = .intent(.level(.to(level)))
    case "start":
      let name = argument?.text
      guard name.map({ $0.utf8.count <= Self.longestName }) ?? Self.isPress(argument) else {
        return nil
      }
      self = .intent(.start(name))
    case "subscribe", "unsubscribe":
      var port: UInt16?
      if let argument {
        guard let number = argument.number.flatMap({ UInt16(exactly: $0) }), number > 0 else {
          return nil
        }
        port = number
      }
      self =
        name == "unsubscribe" ? .unsubscribe(port: port) : .subscribe(port: port)
    case "confirm":
      guard case .int(let number)? = argument else { return nil }
      self = .confirm(number)
    default:
      let intent = name == "stop" ? .quit : Self.buttons.first { $0.command == name }
      guard let intent, Self.isPress(argument) else { return nil }
      self = .intent(intent)
    }
  }

  private static func isPress(_ argument: OSCArgument?) -> Bool {
    guard let argument else { return true }
    return argument.number.map { $0 != 0 } ?? false
  }
}
