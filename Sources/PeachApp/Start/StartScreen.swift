import Charts
import Console
import History
import Language
import Music
import Program
import Training

/// The first screen: the plan of the day, a line for each training with its state, the profile, the
/// settings and, if there are several, the listener.
struct StartScreen: Screen {
  private var facts: StartFacts
  private let glyphs: Glyphs
  private var selected: Item

  private var isSelectedByKey = false

  /// The items that can be selected, in the order of their keys.
  private enum Item: Hashable {
    case today
    case training(Int)
    case profile
    case settings
    case map
    case listener

    static let all =
      [.today] + TrainingChoice.all.indices.map { Item.training($0) }
      + [.profile, .settings, .map, .listener]

    /// The place among all items, from 0.
    var place: Int { Self.all.firstIndex(of: self) ?? 0 }

    var key: Character {
      switch self {
      case .today: StartKeys.today
      case .training(let index): StartKeys.key(of: TrainingChoice.all[index])
      case .profile: StartKeys.profile
      case .settings: StartKeys.settings
      case .map: StartKeys.map
      case .listener: StartKeys.listener
      }
    }
  }

  private var items: [Item] { facts.listener == nil ? Array(Item.all.dropLast()) : Item.all }

  /// - Parameter chosen: the training that is selected; `nil` for the plan of the day.
  init(_ facts: StartFacts, glyphs: Glyphs, chosen: TrainingChoice? = nil) {
    self.facts = facts
    self.glyphs = glyphs
    let index = chosen.flatMap { TrainingChoice.all.firstIndex(of: $0) }
    selected = index.map { .training($0) } ?? .today
  }

  /// Shows new facts and keeps the selection.
  mutating func update(_ facts: StartFacts) {
    self.facts = facts
    if !items.contains(selected) { move(by: -1) }
  }

  /// Moves the selection by a number of places, as far as there are items.
  private mutating func move(by step: Int) {
    selected = items[min(max(selected.place + step, 0), items.count - 1)]
  }

  /// Selects a training, unless a key has selected an item. Returns true if it is selected.
  mutating func suggest(_ choice: TrainingChoice) -> Bool {
    guard !isSelectedByKey, let place = TrainingChoice.all.firstIndex(of: choice) else {
      return false
    }
    selected = .training(place)
    return true
  }

  // MARK: Keys

  mutating func handle(_ key: Key) -> ScreenReply<ScreenAction> {
    let key = key.command
    switch key {
    case .up, .down, .left, .right, .character("j"), .character("k"): isSelectedByKey = true
    default: break
    }
    switch key {
    case .up, .character("k"): move(by: -1)
    case .down, .character("j"): move(by: 1)
    case .left where [.settings, .map].contains(selected): move(by: -1)
    case .right where [.profile, .settings].contains(selected): move(by: 1)
    case .enter: return choose(selected)
    case .character(" "): return hear()
    case .character("i"): return .perform(.open(.info))
    case .character("?"): return .help
    case .character("q"): return .perform(.quit)
    case .character:
      if let action = ScreenAction(everywhere: key) { return .perform(action) }
      guard let item = items.first(where: { key == .character($0.key) }) else {
        // The key works without the row, so that the first listener can be made.
        return key == .character(StartKeys.listener) ? .perform(.open(.listener)) : .stay
      }
      selected = item
      isSelectedByKey = true
      return choose(selected)
    default: break
    }
    return .stay
  }

  private func choose(_ item: Item) -> ScreenReply<ScreenAction> {
    switch item {
    case .today: .perform(.today)
    case .training(let index): .perform(.train(facts.rows[index].choice))
    case .profile: .perform(.open(.profile))
    case .settings: .perform(.open(.settings))
    case .map: .perform(.map)
    case .listener: .perform(.open(.listener))
    }
  }

  private func hear() -> ScreenReply<ScreenAction> {
    if selected == .today, let block = facts.plan?.blocks.first {
      return .perform(.hearIntervals(block.intervals, block.activity.training?.ownPresentation))
    }
    guard case .training(let index) = selected else { return .stay }
    let row = facts.rows[index]
    return .perform(.hearIntervals(row.intervals, row.choice.training.ownPresentation))
  }

  // MARK: Drawing

  func frame(in size: TerminalSize) -> StageFrame? {
    let isNarrow = size.columns < StageFrame.stageColumns
    let columns = min(size.columns, Self.mostColumns)
    var body = [todayRow(gap: isNarrow ? 1 : 2, columns: columns)]
    body += facts.rows.indices.map { index in
      isNarrow ? narrowRow(index, columns: columns) : row(index, columns: columns)
    }
    body.append(isNarrow ? lastRow : lastRow + "   " + mapItem)
    if isNarrow { body.append(mapItem) }
    if let listener = facts.listener {
      body.append(listenerRow(listener).shortened(to: columns, mark: glyphs.ellipsis))
    }
    // The rows keep their place when the sentences below them change.
    let width = max(body.map(\.columns).max() ?? 0, StageFrame.stageColumns)
    body += [""] + selectionLines.flatMap { StyledText($0).wrapped(to: min(columns, width)) }
    return StageFrame(
      title: StyledText(StartText.title), body: body, bodyColumns: width, focus: focus,
      keys: StartText.keys(glyphs),
      verdict: verdict)
  }

  /// A width beyond the stage's, for intervals with long names and a threshold.
  private static let mostColumns = 76

  /// The columns of `unison` with the gap behind it. A longer kind moves its own state to the
  /// right.
  private static let kindColumns = 10

  /// `  t  Today       listen to thirds 30 s · 45 thirds · tune 12`
  private func todayRow(gap: Int, columns: Int) -> StyledText {
    let head = head(.today) + nameColumn(StartText.today, gap: gap)
    return emphasized(head + StyledText(today(columns: columns - head.columns)), .today)
  }

  /// The plan in a row; empty while it is not known.
  private func today(columns: Int) -> String {
    if facts.isPlanDone { return StartText.enough }
    return facts.plan.map { PlanWords.row($0, columns: columns, glyphs) } ?? ""
  }

  private func row(_ index: Int, columns: Int) -> StyledText {
    let row = facts.rows[index]
    let head = head(.training(index)) + nameColumn(row.choice.training.words.title, gap: 2)
    // A truncated figure would be a different figure.
    func fits(_ text: String) -> Bool {
      head.columns + Self.kindColumns + 3 + text.columns <= columns
    }
    let line = row.state?.line ?? ""
    let story = facts.story(of: row).map { localized("%@, %@", line, $0) }
    let texts = [story, line].compactMap { $0 }
    let state = texts.first(where: fits) ?? row.state?.short ?? ""
    let room = columns - head.columns - state.columns - 3
    let kind = row.kind(glyphs, columns: room).rightPadded(to: Self.kindColumns)
    let shown = row.state?.isElsewhere == true ? StyledText(state).dim : StyledText(state)
    return emphasized(head + "\(kind)   " + shown, .training(index))
  }

  /// The row of a narrow terminal, which shows only the figures of the state.
  private func narrowRow(_ index: Int, columns: Int) -> StyledText {
    let row = facts.rows[index]
    let head = head(.training(index)) + nameColumn(row.choice.training.words.title, gap: 1)
    let short = row.state?.short ?? ""
    let room = columns - head.columns - short.columns - 1
    let kind = row.kind(glyphs, columns: room)
    let shown = row.state?.isElsewhere == true ? StyledText(short).dim : StyledText(short)
    let text = (head + "\(kind) " + shown).shortened(to: columns, mark: glyphs.ellipsis)
    return emphasized(text, .training(index))
  }

  private func nameColumn(_ name: String, gap: Int) -> StyledText {
    let width = TrainingName.answered.map(\.words.title.columns).max() ?? 0
    return StyledText(name).padded(to: width + gap)
  }

  /// `  9  Profile     0  Settings`
  private var lastRow: StyledText {
    emphasized(head(.profile) + StyledText(StartText.profile), .profile) + "   "
      + emphasized(head(.settings) + StyledText(StartText.settings), .settings)
  }

  private var mapItem: StyledText {
    emphasized(head(.map) + StyledText(TrainingName.map.words.title), .map)
  }

  /// `  a  Listener    anna`
  private func listenerRow(_ listener: String) -> StyledText {
    emphasized(
      head(.listener) + nameColumn(StartText.listener, gap: 2) + StyledText(listener), .listener)
  }

  /// `› 1  `
  private func head(_ item: Item) -> StyledText {
    "\(item == selected ? glyphs.pointer : " ") \(item.key)  "
  }

  private func emphasized(_ text: StyledText, _ item: Item) -> StyledText {
    item == selected ? text.bold : text
  }

  /// The reasons for the plan of the day or the question of the selected training, and the effect
  /// of Enter.
  private var selectionLines: [String] {
    switch selected {
    case .today where !facts.isPlanDone: [planSentences ?? enterLine]
    case .training(let index): [facts.rows[index].choice.question, enterLine]
    case .map: [TrainingChoice(.map, .unison).question, enterLine]
    case .today, .profile, .settings, .listener: [enterLine]
    }
  }

  private var planSentences: String? { facts.plan.map { PlanWords.sentences($0) } }

  /// The effect of Enter: `Enter: 40 comparisons, about 3 minutes`
  private var enterLine: String {
    switch selected {
    case .today where facts.isPlanDone: localized("Enter: the same plan once more")
    case .today: localized("Enter: what Peach proposes for today")
    case .training(let index):
      localized("Enter: %@", facts.session(of: facts.rows[index].choice.training))
    case .profile: localized("Enter: what is known of your hearing")
    case .settings: localized("Enter: task, sound, tuning, controller, output")
    case .map: localized("Enter: Peach listens while you play")
    case .listener: localized("Enter: choose whose ear is trained")
    }
  }

  /// The line that stays in view.
  private var focus: Int {
    switch selected {
    case .today: 0
    case .training(let index): index + 1
    case .profile, .settings, .map: facts.rows.count + 1
    case .listener: facts.rows.count + 2
    }
  }

  /// The only line on a tiny terminal.
  private var verdict: StyledText {
    switch selected {
    case .today:
      StyledText("\(selected.key) \(StartText.today) \(today(columns: .max))", .strong)
    case .training(let index):
      emphasized(
        "\(selected.key) \(facts.rows[index].choice.training.words.title) \(facts.rows[index].kind(glyphs))",
        selected)
    case .profile: StyledText("\(selected.key) \(StartText.profile)", .strong)
    case .settings: StyledText("\(selected.key) \(StartText.settings)", .strong)
    case .map: StyledText("\(selected.key) \(TrainingName.map.words.title)", .strong)
    case .listener: StyledText("\(selected.key) \(StartText.listener)", .strong)
    }
  }

  // MARK: Lines

  /// The menu with its numbers. The last line names the selection, so that a key that moves it
  /// changes only one line.
  func spoken(in _: TerminalSize) -> [String] {
    [StartText.title] + spokenItems + [StartText.spokenKeys, spokenSelection]
  }

  /// The short form after the menu has been read out once.
  var spokenAgain: [String] { [StartText.title, StartText.listsAll, spokenSelection] }

  var spokenItems: [String] {
    items.map { item in
      let text =
        switch item {
        case .today: spokenToday
        case .training(let index): facts.rows[index].spoken
        case .profile: StartText.profile
        case .settings: StartText.settings
        case .map: TrainingName.map.words.title
        case .listener: "\(StartText.listener): \(facts.listener ?? "")"
        }
      return "\(item.key) \(text)"
    }
  }

  private var spokenToday: String {
    let parts = facts.plan.map { PlanWords.parts($0).joined(separator: ", ") } ?? ""
    let words = facts.isPlanDone ? StartText.enough : parts
    return words.isEmpty ? StartText.today : "\(StartText.today): \(words)"
  }

  private var spokenSelection: String {
    let line = localized("%@ selected. %@.", "\(selected.key)", enterLine)
    return switch selected {
    case .today: [line, planSentences].compactMap { $0 }.joined(separator: " ")
    case .training(let index): "\(line) \(facts.rows[index].choice.question)"
    case .map: "\(line) \(TrainingChoice(.map, .unison).question)"
    case .profile, .settings, .listener: line
    }
  }
}

/// The texts of the start screen.
enum StartText {
  static let title = "Peach"
  static var today: String { localized(context: "start screen", "Today") }
  static var enough: String { localized("Enough for today.") }
  static var profile: String { localized(context: "start screen", "Profile") }
  static var settings: String { localized(context: "start screen", "Settings") }
  static var listener: String { localized(context: "start screen", "Listener") }

  /// The keys in the last row, the most important ones first.
  static func keys(_ glyphs: Glyphs) -> [StageFrame.KeyHint] {
    [
      StageFrame.KeyHint("Enter", localized(context: "key", "start")),
      StageFrame.KeyHint(StartKeys.all(glyphs), ""),
      StageFrame.KeyHint("?", localized(context: "key", "help")),
      StageFrame.KeyHint("q", localized(context: "key", "quit")),
      StageFrame.KeyHint(SpaceKey.name, localized(context: "key", "hear")),
      StageFrame.KeyHint("o", localized(context: "key", "output")),
      StageFrame.KeyHint("+ -", localized(context: "key", "level")),
    ]
  }

  static var spokenKeys: String {
    localized(
      """
      A number opens or starts, arrows move, Enter chooses, Space plays, ? helps, q quits.
      """)
  }

  /// The text in place of the menu after a return.
  static var listsAll: String { localized("? lists everything.") }

  /// The message if a training is chosen; Peach keeps looking for a server.
  static var noServer: String {
    localized("No JACK server to play to. Start one, with qjackctl or jackd: Peach will find it.")
  }

  /// The message if an action waits for the history for long.
  static var reading: String {
    localized("Your results are still being read. What you chose comes next; Esc cancels it.")
  }

  static var about: [String] {
    [
      localized("Peach trains your sense of pitch."),
      "",
    ] + TrainingName.posed.flatMap(\.words.about) + [""] + FigureTerms.sentences + [
      "",
      localized(
        """
        Your answers stay on this computer. There is no score to reach: train as long as you \
        like, and stop with q.
        """
      ),
      "",
      localized(
        """
        Peach plays through JACK. In your patchbay, connect its outputs to your headphones or \
        speakers, and a MIDI knob or keyboard to its input.
        """
      ),
    ]
  }
}
