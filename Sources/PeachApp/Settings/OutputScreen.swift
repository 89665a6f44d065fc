import Charts
import Client
import Console
import Language
import Program
import Settings
import Sound

/// The choice of the ports for Peach's outputs, in pairs, and, if Peach listens, of the port for
/// its audio input, with the level of that:
///
///     › Scarlett 2i2   1+2    the machine's first
///       Scarlett 2i2   3+4
///       none           I patch it myself
///
///     input ████████············ -23 dB, peak -12 dB
///     heard: A4
///       Scarlett 2i2   1      the machine's first
///       Scarlett 2i2   2
///       none                  I patch it myself
///
/// ``OutputChooser`` drives the screen.
struct OutputScreen: @MainActor StageScreen {
  enum Choice: Hashable {
    case pair(PortPair)

    /// The first pair of the machine, which may be another one at the next start.
    case first(PortPair)

    /// The user makes the connections.
    case nothing(PortRole = .outputs)

    var role: PortRole {
      switch self {
      case .pair(let pair), .first(let pair): pair.role
      case .nothing(let role): role
      }
    }

    /// The value of the setting `connect` or `connectInput`.
    var setting: String {
      switch self {
      case .pair(let pair): pair.pattern.text
      case .first: "physical"
      case .nothing: "off"
      }
    }

    var pair: PortPair? {
      switch self {
      case .pair(let pair), .first(let pair): pair
      case .nothing: nil
      }
    }
  }

  enum Action: Hashable {
    /// Plays a quiet note at the ports, or listens to them.
    case hear(PortPair)
    /// Connects the outputs or the input from now on.
    case choose(Choice)
  }

  private enum Server { case asked, missing, answered }

  private let glyphs: Glyphs

  /// The settings `connect` and `connectInput`, whose rows have a tick.
  private let settings: [PortRole: String]
  private var server = Server.asked
  private var choices: [Choice] = [] { didSet { list.count = choices.count } }
  private var list = SelectionList()
  private var hasMoved = false

  private var meter = InputMeter()

  /// The highest level of the input so far, in dB of full scale.
  private var peak = -Double.infinity

  /// - Parameters:
  ///   - setting: the value of the setting `connect`.
  ///   - input: the value of the setting `connectInput`.
  init(setting: String, input: String = OutputChoice.physical.text, glyphs: Glyphs) {
    settings = [.outputs: setting, .input: input]
    self.glyphs = glyphs
  }

  /// Shows the ports of the server. The selected one stays selected.
  ///
  /// - Parameters:
  ///   - pairs: the ports for the outputs; `nil` without a server.
  ///   - sources: the ports for the audio input; `nil` without an audio input.
  /// - Returns: false if nothing is new.
  mutating func show(_ pairs: [PortPair]?, sources: [PortPair]? = nil) -> Bool {
    let before = (server, choices)
    guard let pairs else {
      (server, choices) = (.missing, [])
      return before.0 != .missing
    }
    let former = selected
    server = .answered
    choices = Self.choices(pairs, .outputs) + (sources.map { Self.choices($0, .input) } ?? [])
    let wanted = hasMoved ? former : choices.first(where: isSet)
    if let place = wanted.flatMap({ choices.firstIndex(of: $0) }) { list.select(place) }
    return before != (server, choices)
  }

  private static func choices(_ pairs: [PortPair], _ role: PortRole) -> [Choice] {
    pairs.enumerated().map { index, pair in
      index == 0 && pair.isPhysical ? .first(pair) : .pair(pair)
    } + [.nothing(role)]
  }

  private func isSet(_ choice: Choice) -> Bool { choice.setting == settings[choice.role] }

  mutating func show(_ meter: InputMeter) {
    self.meter = meter
    peak = max(peak, meter.level ?? -.infinity)
  }

  /// Resets the peak, as Peach now listens to another port.
  mutating func forgetPeak() { peak = -.infinity }

  mutating func handle(_ key: Key) -> ScreenReply<Action> {
    switch key.command {
    case .character(" "):
      if let pair = selected?.pair { return .perform(.hear(pair)) }
    case .enter: if let selected { return .perform(.choose(selected)) }
    case .character("?"): return .help
    case .escape, .character("q"): return .back
    default: if list.handle(key) != nil { hasMoved = true }
    }
    return .stay
  }

  private var selected: Choice? {
    choices.indices.contains(list.selection) ? choices[list.selection] : nil
  }

  // MARK: Drawing

  func spoken(in size: TerminalSize) -> [String] {
    guard let selected else { return [wait] }
    return list.lines { spoken(choices[$0]) } + [spoken(selected)]
  }

  private func spoken(_ choice: Choice) -> String {
    let (name, label, remark) = words(of: choice)
    let input = choice.role == .input ? localized(context: "ports", "input") : ""
    let place = [input, name, label].filter { !$0.isEmpty }.joined(separator: " ")
    return [place, remark].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  func stage(in size: TerminalSize) -> StageFrame {
    let width = min(size.columns, StageFrame.stageColumns)
    let words = choices.map(self.words)
    let names = min(words.map(\.name.columns).max() ?? 0, width - 20)
    let labels = words.map(\.label.columns).max() ?? 0
    let rows = list.rows(width: width, glyphs) { index in
      let row = words[index]
      let name = StyledText(row.name).shortened(to: names, mark: glyphs.ellipsis)
      let tick = isSet(choices[index]) ? StyledText(" \(glyphs.tick)", .right) : StyledText()
      let place = name.padded(to: names + 2) + StyledText(row.label).padded(to: labels + 2)
      let remark = StyledText(row.remark).shortened(
        to: max(width - 2 - place.columns - tick.columns, 0), mark: glyphs.ellipsis)
      return place + remark + tick
    }
    let keys: [StageFrame.KeyHint] = [
      .init(SpaceKey.name, localized(context: "key", "hear")),
      .init("Enter", localized(context: "key", "take it")),
      .init("Esc", localized(context: "key", "cancel")),
    ]
    var frame = StageFrame(
      title: StyledText(localized("Output")), body: rows.isEmpty ? [StyledText(wait)] : rows,
      focus: selected == nil ? nil : list.selection, keys: keys)
    guard let first = choices.firstIndex(where: { $0.role == .input }) else { return frame }
    frame.title = StyledText(localized("Output and input"))
    let bar = meter.bar(glyphs, columns: width < 60 ? 8 : 16, peak: peak)
    let level = ["", bar, StyledText(meter.words)]
      .map { $0.shortened(to: width, mark: glyphs.ellipsis) }
    frame.body.insert(contentsOf: level, at: first)
    if list.selection >= first { frame.focus = list.selection + level.count }
    return frame
  }

  private func words(of choice: Choice) -> (name: String, label: String, remark: String) {
    switch choice {
    case .first(let pair):
      (pair.client, pair.label, localized(context: "output", "the machine's first"))
    case .pair(let pair): (pair.client, pair.label, "")
    case .nothing:
      (
        localized(context: "output", "none"), "", localized(context: "output", "I patch it myself")
      )
    }
  }

  private var wait: String {
    switch server {
    case .asked: localized("Asking the JACK server%@", glyphs.ellipsis)
    case .missing: localized("No JACK server; there is no output to choose.")
    case .answered: ""
    }
  }
}

/// Two inputs of a program or a device for a stereo signal, or one if there is no second; or a port
/// for the audio input.
nonisolated struct PortPair: Hashable, Sendable {
  /// The ports of Peach that are connected to the pair.
  var role = PortRole.outputs

  /// The name of the client, such as `Scarlett 2i2`.
  let client: String

  /// The name of a port, or the names of two, without that of the client.
  let ports: [String]

  /// True for the ports of a device, false for those of a program.
  let isPhysical: Bool

  /// The full names of the ports.
  var peers: [String] { ports.map { "\(client):\($0)" } }

  /// The pair in words: `Scarlett 2i2 1+2`.
  var inWords: String { PortLabel.outputs(peers) }

  /// The words without the client: `1+2`, `FL+FR`.
  var label: String { String(inWords.dropFirst(client.count + 1)) }

  /// The setting `connect` or `connectInput` for these ports.
  var pattern: OutputPattern { OutputPattern(client: client, ports: ports) }

  /// The ports of each client in the server's order, those of devices first; in pairs for the
  /// outputs.
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

/// A regular expression for exactly the ports of a pair, for the settings `connect` and
/// `connectInput`: `^Scarlett 2i2:(playback_3|playback_4)$`.
nonisolated struct OutputPattern: Hashable, Sendable {
  private let client: String
  private let ports: [String]

  /// The characters with a meaning in a regular expression (POSIX extended) outside of brackets.
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

  var text: String {
    "^\(Self.escaped(client)):(\(ports.map(Self.escaped).joined(separator: "|")))$"
  }

  /// The ports in words: `Scarlett 2i2 3+4`.
  var inWords: String {
    PortLabel.outputs(ports.map { "\(client):\($0)" })
  }

  /// `nil` if the names are too long for an expression.
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
