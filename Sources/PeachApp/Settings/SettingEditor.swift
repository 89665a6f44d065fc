import Charts
import Foundation
import Language
import Music
import Program
import Settings
import SoundFonts

/// Reads and changes the settings file for the settings screen. Main thread.
final class SettingEditor {
  private let context: CommandContext
  private let settings: FileUserSettings
  private let library: SoundFontLibrary
  private var file: SettingsFile { context.settingsFile }

  /// The values in the file before each change of this run, the last one at the end.
  private var changes: [[(key: SettingKey, former: String?)]] = []

  /// The number of changes that can be undone.
  private static let mostChanges = 100

  init(_ context: CommandContext, _ settings: FileUserSettings, _ library: SoundFontLibrary) {
    self.context = context
    self.settings = settings
    self.library = library
  }

  // MARK: Contents

  /// All settings with their present choices.
  ///
  /// - Parameter records: the number of records of training, in words.
  func contents(records: String?) -> SettingsOnStage {
    settings.refresh()
    return SettingsOnStage(
      settings: settings.report.map(editable), sizes: sizes, records: records,
      player: presets.last { $0.isSet }?.name ?? "")
  }

  private func editable(_ report: SettingReport) -> EditableSetting {
    let row = report.key.row
    let choices = choices(report)
    return EditableSetting(
      key: report.name, group: row.group, name: row.name, value: report.value.text,
      words: words(report.value), meaning: row.meaning, allowed: row.allowedOnScreen,
      range: range(row), origin: origin(report), choices: choices, members: members(choices),
      page: report.key == .soundSource ? .sounds : report.key == .connect ? .output : nil,
      canBeHeard: row.preview != nil)
  }

  /// The presets with their changes to the present settings. The most special one that is set is
  /// last.
  var presets: [PlayerScreen.Item] {
    let report = settings.report
    return file.presetNames.map { name in
      var changes: [String] = []
      do throws(SettingsError) {
        let values = try file.preset(name).values
        if values.isEmpty { changes = [localized("This preset sets nothing.")] }
        for value in values {
          guard let now = report.first(where: { $0.key == value.key })?.value, now != value else {
            continue
          }
          let former = words(now)
          changes.append(
            former.isEmpty
              ? localized("%@: %@", value.key.row.name, words(value))
              : localized("%@: %@ (now %@)", value.key.row.name, words(value), former))
        }
      } catch {
        changes = [Fault(onScreen: error).message]
      }
      return PlayerScreen.Item(preset: name, name: PresetWords.name(of: name), changes: changes)
    }
  }

  /// A value as a musician says it.
  private func words(_ value: SettingValue) -> String {
    switch value.key {
    case .soundSource: return words(value[\.soundSource])
    case .intervals:
      return IntervalName.list(value[\.intervals], context.screenGlyphs)
    case .connect: return OutputPattern(value.text)?.inWords ?? value.inWords
    default:
      guard let number = value.number else { return value.inWords }
      return switch value.key.row.unit {
      case .midiNote: NoteName.text(MIDINote(Int(number)))
      case .decibels: LevelText.text(number, context.screenGlyphs)
      default: value.inWords
      }
    }
  }

  private func words(_ source: SoundSourceID) -> String {
    if let sound = BuiltInSound(source) {
      return localized("%@, built in", sound.name.capitalizedFirst)
    }
    // The disk of the fonts may be slow; the name appears when they have been searched.
    return library.knownSound(of: source)?.preset.name ?? source.description
  }

  private func range(_ row: SettingRow) -> String {
    guard let range = row.domain.range else { return row.domain.rangeInWords ?? "" }
    return switch row.unit {
    case .midiNote:
      NumberText.range(
        NoteName.text(MIDINote(Int(range.lowerBound))),
        NoteName.text(MIDINote(Int(range.upperBound))))
    case .decibels: LevelText.text(range, context.screenGlyphs)
    default: row.domain.rangeInWords ?? ""
    }
  }

  /// The source of the value in words, with the default if it differs.
  private func origin(_ report: SettingReport) -> String {
    let value = words(report.defaultValue)
    let defaultValue =
      value.isEmpty ? localized(context: "default of a setting", "none") : value
    switch report.source {
    case .site(let path, _): return localized("default from %@", path)
    case .default: return localized(context: "value of a setting", "default")
    case .controller: return localized("from the controller's map")
    case .option: return localized("an option of this run")
    case .file:
      if let site = report.site { return localized("default: %@ from %@", defaultValue, site) }
      return value.isEmpty ? localized("default: none") : localized("default: %@", defaultValue)
    }
  }

  private func choices(_ report: SettingReport) -> SettingChoices {
    // Sounds are chosen on a page of their own.
    report.key == .soundSource ? .free : file.choices(for: report.key, at: report.value)
  }

  /// The items of a list. Intervals have their names and their sizes in the tuning.
  private func members(_ choices: SettingChoices) -> [EditableSetting.Member] {
    guard case .members(let members) = choices else { return [] }
    return members.map { member in
      let interval = DirectedInterval(member.word)
      return EditableSetting.Member(
        name: interval.map { NoteName.text($0) } ?? member.word,
        detail: interval.map { interval in
          localized("%@ cents", CentsText.size(settings.tuningSystem.cents(for: interval)))
        } ?? "",
        isIn: member.isIn, toggled: member.toggled)
    }
  }

  /// The sizes of the user's intervals; for the unison alone, those of two that depend on the
  /// tuning.
  private var sizes: [SettingsOnStage.IntervalSize] {
    let tuning = settings.tuningSystem
    let own = settings.values.intervals.filter { $0 != .prime }
    let examples = [DirectedInterval(.majorThird), DirectedInterval(.perfectFifth)]
    return (own.isEmpty ? examples : own).map { interval in
      let cents = tuning.cents(for: interval)
      let difference = cents - TuningSystem.equalTemperament.cents(for: interval)
      return SettingsOnStage.IntervalSize(
        name: IntervalName.short(interval, context.screenGlyphs), cents: CentsText.size(cents),
        difference: Self.difference(interval.direction == .up ? difference : -difference))
    }
  }

  private static func difference(_ cents: Cents) -> String {
    if cents.magnitude < 0.005 { return localized("as in equal") }
    let size = CentsText.plain(cents.magnitude)
    return cents > 0 ? localized("%@ wider", size) : localized("%@ narrower", size)
  }

  // MARK: Changes

  /// Sets a key in the file, with effect at once. The text may be the name of a sound as on the
  /// command line, or a word as the screen shows it. Throws `SettingsError` and ``Fault``.
  func change(_ name: String, to text: String) throws -> SettingKey {
    let key = try SettingKey.named(name)
    let text =
      key == .soundSource
      ? try context.soundTag(text, fonts: settings.soundFonts) { _ in } : key.row.spelling(of: text)
    try change([(key, text)])
    return key
  }

  /// Sets several keys as one change, or none if this throws `SettingsError` or ``Fault``.
  @discardableResult
  func change(_ values: [(key: SettingKey, text: String)]) throws -> [SettingKey] {
    try remember(values.map(\.key)) { try $0.change(setting: values) }
    return values.map(\.key)
  }

  /// Sets the values of a preset, as ``change(_:)`` does.
  func choose(_ preset: String) throws -> [SettingKey] {
    try change(file.preset(preset).values.map { (key: $0.key, text: $0.text) })
  }

  /// Sets learnt controls, as ``change(_:)`` does. They lose the roles that they had in the file.
  @discardableResult
  func learn(_ controls: [(key: SettingKey, text: String)]) throws -> [SettingKey] {
    try change(context.writableSettingsFile.withControlsMoved(by: controls))
  }

  /// Resets a key to its default. Throws `SettingsError` and ``Fault``.
  func restore(_ name: String) throws -> SettingKey {
    let key = try SettingKey.named(name)
    try remember([key]) { try $0.unset(key) }
    return key
  }

  /// Undoes the last change of this run. If this throws `SettingsError` or ``Fault``, it can be
  /// tried again.
  ///
  /// - Returns: the keys that have their former values; empty if there is nothing to undo.
  func undo() throws -> [SettingKey] {
    guard let change = changes.last else { return [] }
    let file = try context.writableSettingsFile
    defer { settings.refresh() }
    try file.change(
      setting: change.compactMap { key, former in former.map { (key: key, text: $0) } },
      removing: change.filter { $0.former == nil }.map(\.key))
    changes.removeLast()
    if change.contains(where: { $0.key == "outputLevel" }) { settings.levelOfRun = nil }
    return change.map(\.key)
  }

  /// Changes the file, and remembers the former values of the keys whose values have changed.
  private func remember(_ keys: [SettingKey], _ edit: (SettingsFile) throws -> Void) throws {
    let file = try context.writableSettingsFile
    let former = try keys.map { (key: $0, former: try file.storedText(of: $0)) }
    defer {
      let changed = former.filter { (try? file.storedText(of: $0.key)) != $0.former }
      // The saved level replaces the one of this run.
      if changed.contains(where: { $0.key == "outputLevel" }) { settings.levelOfRun = nil }
      if !changed.isEmpty { changes = Array((changes + [changed]).suffix(Self.mostChanges)) }
      settings.refresh()
    }
    try edit(file)
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
