import Charts
import Console
import Language
import Program
import Settings
import Sound

/// Where the sound goes: the inputs of the server in pairs; and, if Peach listens, where its own comes from, with how
/// loud that is.
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
/// A value: keys go in, actions come out. ``OutputChooser`` drives it.
struct OutputScreen: @MainActor StageScreen {
  enum Choice: Hashable {
    case pair(PortPair)

    /// The pair of the machine that comes first, whichever it is at each start.
    case first(PortPair)

    /// The user connects these ports.
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

    /// The ports; `nil` if there are none.
    var pair: PortPair? {
      switch self {
      case .pair(let pair), .first(let pair): pair
      case .nothing: nil
      }
    }
  }

  enum Action: Hashable {
    /// Play a quiet note there, or listen to what comes from there.
    case hear(PortPair)
    /// Connect the outputs, or the input, there from now on.
    case choose(Choice)
  }

  /// What is known of the server.
  enum Server: Hashable { case asked, missing, answered }

  private let glyphs: Glyphs

  /// The settings `connect` and `connectInput`, whose rows have a sign.
  private let settings: [PortRole: String]
  private var server = Server.asked
  private var choices: [Choice] = [] { didSet { list.count = choices.count } }
  private var list = SelectionList()
  private var hasMoved = false

  /// What comes in.
  private var meter = InputMeter()

  /// The highest level from there so far, in dB of full scale.
  private var peak = -Double.infinity

  /// - Parameters:
  ///   - setting: the value of the setting `connect`.
  ///   - input: that of `connectInput`.
  init(setting: String, input: String = OutputChoice.physical.text, glyphs: Glyphs) {
    settings = [.outputs: setting, .input: input]
    self.glyphs = glyphs
  }

  /// These pairs are there for the outputs, `nil` if there is no server, and these ports for the audio input, `nil` if
  /// there is none. The selected one stays so.
  ///
  /// - Returns: whether that is new.
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

  /// This comes in now.
  mutating func show(_ meter: InputMeter) {
    self.meter = meter
    peak = max(peak, meter.level ?? -.infinity)
  }

  /// From here on another port is listened to.
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
