import Training
import Language
import Music
import TestSupport

@testable import Charts
@testable import Console
@testable import PeachApp
@testable import Settings

/// Settings as the settings screen shows them, without a file.
@MainActor
enum SettingsFixture {
  static let wide = TerminalSize(columns: 80, rows: 24)
  static let small = TerminalSize(columns: 40, rows: 12)
  static let large = TerminalSize(columns: 120, rows: 40)
  static let sizes = [wide, small, large]

  /// Every setting with its default, as the table has it.
  static func contents(
    hasRecords: Bool = true, changing changed: [String: String] = [:]
  ) -> SettingsOnStage {
    let fifth = DirectedInterval(.perfectFifth)
    let size = TuningSystem.justIntonation.cents(for: fifth)
    let difference = size - TuningSystem.equalTemperament.cents(for: fifth)
    return SettingsOnStage(
      settings: SettingKey.allCases.map { setting($0, changed[$0.name]) },
      sizes: [
        .init(
          name: IntervalName.short(fifth, .unicode), cents: CentsText.size(size),
          difference: localized("%@ wider", CentsText.plain(difference.magnitude)))
      ], records: hasRecords ? TrainingName.comparison.words.count(3) : nil)
  }

  static func setting(_ key: SettingKey, _ text: String? = nil) -> EditableSetting {
    let value = text.flatMap { SettingValue(key, text: $0) } ?? key.defaultValue
    let choices = choices(key)
    var members: [EditableSetting.Member] = []
    if case .members(let items) = choices {
      members = items.map { item in
        EditableSetting.Member(
          name: DirectedInterval(item.word).map { NoteName.text($0) } ?? item.word, detail: "",
          isIn: item.isIn, toggled: item.toggled)
      }
    }
    let words =
      key == .soundSource
      ? localized("%@, built in", SoundSourceID.default.name(in: nil)) : value.inWords
    return EditableSetting(
      key: key.name, group: key.row.group, name: key.row.name, value: value.text, words: words,
      meaning: key.row.meaning, allowed: key.row.allowedOnScreen,
      range: key.row.domain.rangeInWords ?? "",
      origin: text == nil
        ? localized(context: "value of a setting", "default")
        : localized("default: %@", key.defaultValue.inWords),
      choices: choices, members: members,
      page: key == .soundSource ? .sounds : key == .connect ? .output : nil,
      canBeHeard: key.row.preview != nil)
  }

  /// Three presets, of which one has an instrument, and nothing that is set.
  static var presets: [PlayerScreen.Item] {
    func item(_ preset: String, _ texts: [String: String]) -> PlayerScreen.Item {
      let values = SettingKey.allCases.compactMap { key in
        texts[key.name].flatMap { SettingValue(key, text: $0) }
      }
      return PlayerScreen.Item(
        preset: preset, name: PresetWords.name(of: preset),
        changes: values.map { value in
          localized(
            "%@: %@ (now %@)", value.key.row.name, value.inWords, value.key.defaultValue.inWords)
        })
    }
    let strings = ["tuningSystem": "just", "noteRangeMin": "28", "soundSource": "sf2:8:40"]
    return [
      item("listener", ["intervals": "P5,M3"]), item("strings", strings),
      item("strings-cello", strings.merging(["noteRangeMin": "33"]) { $1 }),
    ]
  }

  /// Neighbours for numbers and words, so that the arrows have something to do.
  private static func choices(_ key: SettingKey) -> SettingChoices {
    let domain = key.row.domain
    if key == .intervals {
      return .members([
        .init(word: "P1", isIn: true, toggled: nil),
        .init(word: "P5", isIn: false, toggled: "P1,P5"),
      ])
    }
    if domain.range != nil { return .neighbours(before: "before", after: "after") }
    return domain.words.isEmpty || key == .soundSource || key == .connect
      ? .free : .neighbours(before: nil, after: domain.words.last)
  }

  static func screen(_ glyphs: Glyphs = .unicode, hasRecords: Bool = true) -> SettingsScreen {
    SettingsScreen(contents(hasRecords: hasRecords), glyphs: glyphs)
  }

  static func inGerman<Value>(_ make: () throws -> Value) rethrows -> Value {
    try MessageCatalogue.$messages.withValue(GermanMessages.table, operation: make)
  }

  /// The rows of a frame that are not blank, without the columns before the stage.
  static func stage(_ frame: StageFrame, in size: TerminalSize) -> [String] {
    let left = size.columns < StageFrame.stageColumns ? 0 : (size.columns - 60) / 2
    return frame.grid(in: size).lines.filter { !$0.isEmpty }.map { line in
      line.prefix(left).allSatisfy { $0 == " " } ? String(line.dropFirst(left)) : line
    }
  }
}

@MainActor
extension SettingsScreen {
  /// Presses several keys; returns what the last one asks for.
  @discardableResult
  mutating func press(_ keys: Key...) -> ScreenReply<SettingsAction> {
    var reply = ScreenReply<SettingsAction>.stay
    for key in keys { reply = handle(key) }
    return reply
  }

  /// Presses the arrow down; behind the last row of a group the next group is opened.
  mutating func pressDownThroughGroups() {
    let before = stage(in: SettingsFixture.wide).corner.plain
    press(.down)
    if stage(in: SettingsFixture.wide).corner.plain == before { press(.tab, .down, .enter) }
  }

  /// Selects the last row of the last group.
  mutating func pressToEnd() {
    press(.tab)
    for _ in SettingGroup.allCases { press(.down) }
    press(.down, .enter)
    for _ in 0..<100 { press(.down) }
  }
}
