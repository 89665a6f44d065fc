import Console
import Language

/// Where the sound goes: the inputs of the server in pairs.
///
///     › Scarlett 2i2   1+2    the machine's first
///       Scarlett 2i2   3+4
///       none           I patch it myself
///
/// A value: keys go in, actions come out. ``OutputChooser`` drives it.
struct OutputScreen: @MainActor StageScreen {
  enum Choice: Hashable {
    case pair(OutputPair)

    /// The pair of the machine that comes first, whichever it is at each start.
    case first(OutputPair)

    /// The user connects the outputs.
    case nothing

    /// The value of the setting `connect`.
    var setting: String {
      switch self {
      case .pair(let pair): pair.pattern.text
      case .first: "physical"
      case .nothing: "off"
      }
    }

    /// The inputs; `nil` if there are none.
    var pair: OutputPair? {
      switch self {
      case .pair(let pair), .first(let pair): pair
      case .nothing: nil
      }
    }
  }

  enum Action: Hashable {
    /// Play a quiet note there.
    case hear(OutputPair)
    /// Connect the outputs there from now on.
    case choose(Choice)
  }

  /// What is known of the server.
  enum Server: Hashable { case asked, missing, answered }

  private let glyphs: Glyphs

  /// The setting `connect`, whose row has a sign.
  private let setting: String
  private var server = Server.asked
  private var choices: [Choice] = [] { didSet { list.count = choices.count } }
  private var list = SelectionList()
  private var hasMoved = false

  /// - Parameter setting: the value of the setting `connect`.
  init(setting: String, glyphs: Glyphs) {
    self.setting = setting
    self.glyphs = glyphs
  }

  /// These pairs are there; `nil` if there is no server. The selected one stays so.
  ///
  /// - Returns: whether that is new.
  mutating func show(_ pairs: [OutputPair]?) -> Bool {
    let before = (server, choices)
    guard let pairs else {
      (server, choices) = (.missing, [])
      return before.0 != .missing
    }
    let former = selected
    server = .answered
    choices =
      pairs.enumerated().map { index, pair in
        index == 0 && pair.isPhysical ? .first(pair) : .pair(pair)
      } + [.nothing]
    let wanted = hasMoved ? former : choices.first { $0.setting == setting }
    if let place = wanted.flatMap({ choices.firstIndex(of: $0) }) { list.select(place) }
    return before != (server, choices)
  }

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
    let place = [name, label].filter { !$0.isEmpty }.joined(separator: " ")
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
      let isSet = choices[index].setting == setting
      let tick = isSet ? StyledText(" \(glyphs.tick)", .right) : StyledText()
      let place = name.padded(to: names + 2) + StyledText(row.label).padded(to: labels + 2)
      let remark = StyledText(row.remark).shortened(
        to: max(width - 2 - place.columns - tick.columns, 0), mark: glyphs.ellipsis)
      return place + remark + tick
    }
    return StageFrame(
      title: StyledText(localized("Output")),
      body: rows.isEmpty ? [StyledText(wait)] : rows, focus: selected == nil ? nil : list.selection,
      keys: [
        .init(SpaceKey.name, localized(context: "key", "hear")),
        .init("Enter", localized(context: "key", "take it")),
        .init("Esc", localized(context: "key", "as it was")),
      ])
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
