import Client
import Language
import Settings
import Sound

/// Two inputs of a program or device that take a stereo signal, one if there is no second; or a port from which the
/// audio input can receive.
nonisolated struct PortPair: Hashable, Sendable {
  /// What Peach connects with them.
  var role = PortRole.outputs

  /// The name of the client, such as `Scarlett 2i2`.
  let client: String

  /// The names of its ports without the client's, one or two.
  let ports: [String]

  /// Whether they belong to a device rather than to a program.
  let isPhysical: Bool

  /// The full names of the ports.
  var peers: [String] { ports.map { "\(client):\($0)" } }

  /// The pair as a musician calls it: `Scarlett 2i2 1+2`.
  var inWords: String { PortLabel.outputs(peers) }

  /// The same without the client: `1+2`, `FL+FR`.
  var label: String { String(inWords.dropFirst(client.count + 1)) }

  /// The setting `connect` or `connectInput` for these ports.
  var pattern: OutputPattern { OutputPattern(client: client, ports: ports) }

  /// The ports of each client, for the outputs in pairs, in the server's order; those of devices first.
  static func all(among others: [ServerPort], for role: PortRole = .outputs) -> [PortPair] {
    var clients: [(name: String, isPhysical: Bool, ports: [String])] = []
    for other in others {
      let parts = other.name.split(separator: ":", maxSplits: 1).map { String($0) }
      guard parts.count == 2 else { continue }
      let place = clients.firstIndex {
        $0.name == parts[0] && $0.isPhysical == other.isPhysical
      }
      if let place {
        clients[place].ports.append(parts[1])
      } else {
        clients.append((parts[0], other.isPhysical, [parts[1]]))
      }
    }
    let pairs = clients.flatMap { client in
      stride(from: 0, to: client.ports.count, by: role.ports.count).map { first in
        PortPair(
          role: role, client: client.name,
          ports: Array(client.ports[first...].prefix(role.ports.count)),
          isPhysical: client.isPhysical)
      }
    }
    return pairs.filter(\.isPhysical) + pairs.filter { !$0.isPhysical }
  }
}

/// A regular expression for the ports of a pair and for no others, as the settings `connect` and `connectInput` take it:
/// `^Scarlett 2i2:(playback_3|playback_4)$`.
nonisolated struct OutputPattern: Hashable, Sendable {
  private let client: String
  private let ports: [String]

  /// What has a meaning in a regular expression (POSIX extended) outside of brackets.
  private static let special = Set("\\.[()*+?{|^$")

  init(client: String, ports: [String]) {
    self.client = client
    self.ports = ports
  }

  /// Reads ``text``; `nil` for any other expression.
  init?(_ text: String) {
    guard text.hasPrefix("^"), text.hasSuffix(")$"), let open = text.range(of: ":(") else {
      return nil
    }
    let client = Self.parts(of: text[..<open.lowerBound].dropFirst())
    let ports = Self.parts(of: text[open.upperBound...].dropLast(2))
    guard client.count == 1, (1...2).contains(ports.count), !ports.contains("") else { return nil }
    self.init(client: client[0], ports: ports)
    // An expression that a user has written may mean more than these ports.
    guard self.text == text else { return nil }
  }

  /// The expression.
  var text: String {
    "^\(Self.escaped(client)):(\(ports.map(Self.escaped).joined(separator: "|")))$"
  }

  /// As the user chose it: `Scarlett 2i2 3+4`.
  var inWords: String {
    PortLabel.outputs(ports.map { "\(client):\($0)" })
  }

  /// What the outputs are to be connected with; `nil` if the names are too long for an expression.
  var target: PortTarget? {
    guard OutputChoice(text) != nil else { return nil }
    return PortPattern(text).map { .matching($0) }
  }

  private static func escaped(_ name: String) -> String {
    name.map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// The alternatives of an expression, without backslashes.
  private static func parts(of text: Substring) -> [String] {
    var parts = [""]
    var isEscaped = false
    for character in text {
      switch character {
      case "\\" where !isEscaped: isEscaped = true
      case "|" where !isEscaped: parts.append("")
      default:
        parts[parts.count - 1].append(character)
        isEscaped = false
      }
    }
    return parts
  }
}
