import Files
import Foundation
import Language
import Music
import Training

/// What is wrong in the file of a plan besides its settings.
public enum PlanProblem: Hashable, Sendable {
  /// `known` are the keys that may be there, settings apart.
  case unknownKey(String, known: [String])

  /// `value` is `nil` if the key is missing.
  case value(key: String, String?, allowed: String)

  /// What does not go together, in a sentence.
  case conflict(key: String, String)
}

extension SettingsFile {
  /// The names of all plans, sorted.
  public var planNames: [String] { plans.names }

  /// The folder of the user's own plans, whether it exists or not.
  public var ownPlans: String { plans.folders[0] }

  /// The path of a plan that a user has named: a name, or a path with a slash or with `.toml` at its end.
  ///
  /// Throws ``SettingsError/missingPlan(name:known:)``.
  public func planPath(_ name: String) throws(SettingsError) -> String {
    if name.contains("/") || name.hasSuffix(NamedFiles.fileExtension) { return name }
    guard let path = plans.path(of: name) else {
      throw .missingPlan(name: name, known: planNames)
    }
    return path
  }

  /// Reads the file of a plan, and checks each block with the rest of the settings.
  ///
  /// Throws if the file cannot be read or is not TOML.
  ///
  /// - Returns: the plan as far as it is right, and all faults in the order of their lines.
  public func plan(
    at path: String
  ) throws(SettingsError) -> (plan: Plan, problems: [SettingsError]) {
    guard let image = try FileImage(path: path) else { throw .missingFile(path: path) }
    var reader = PlanReader(path: path)
    reader.read(try SettingsDocument(image.bytes, path: path))
    // A fault of the user's own file is not one of the plan.
    let contents = (try? contents(of: try self.image())) ?? SettingsContents(path: self.path)
    for entries in reader.settings { reader.check(entries, in: contents, of: self) }
    let problems = reader.problems.sorted { ($0.place?.line ?? 0) < ($1.place?.line ?? 0) }
    return (reader.plan(of: image.bytes), problems)
  }
}

/// Reads the file of a plan into values, and keeps all of its faults.
private struct PlanReader {
  typealias Settings = [SettingKey: SettingsContents.Entry]

  let path: String
  private(set) var problems: [SettingsError] = []

  /// The settings of each block over those of the plan.
  private(set) var settings: [Settings] = []
  private var title: PlanText?
  private var say: PlanText?
  private var blocks: [Block] = []

  private static let keys = ["title", "say", "block"]
  private static let blockKeys = ["training", "trials", "seconds", "say", "feedback", "list"]
  private static let trials = 1...1000
  private static let seconds = 1...3600

  init(path: String) { self.path = path }

  func plan(of bytes: [UInt8]) -> Plan {
    let file = path.split(separator: "/").last.map { String($0) } ?? path
    let name =
      file.hasSuffix(NamedFiles.fileExtension)
      ? String(file.dropLast(NamedFiles.fileExtension.count)) : file
    // A changed file gets another name in the records.
    let hash = ContentHash(of: bytes).description.prefix(8)
    return Plan(
      name: "\(name)-\(hash)", title: title ?? PlanText(name), say: say, blocks: blocks)
  }

  mutating func read(_ document: SettingsDocument) {
    var common: Settings = [:]
    for entry in document.entries {
      switch entry.key {
      case "title": title = text(entry)
      case "say": say = text(entry)
      case "block": break
      default: readSetting(entry, into: &common, known: Self.keys)
      }
    }
    guard let entry = document["block"], !entry.entries.isEmpty,
      entry.entries.allSatisfy({ $0.node.kind == .table })
    else {
      let found = document["block"]
      return add(
        .value(
          key: "block", found?.node.excerpt,
          allowed: localized("[[block]], and below it what the block is, for each block")),
        found?.line ?? 1)
    }
    for entry in entry.entries { readBlock(entry, over: common) }
  }

  private mutating func readBlock(_ table: TOMLEntry, over common: Settings) {
    var block = Block(.rest, .trials(0))
    var own: Settings = [:]
    var activity: Block.Activity?
    var lengths: [String] = []
    for entry in table.entries {
      switch entry.key {
      case "training":
        activity = entry.node.string.flatMap { Block.Activity(rawValue: $0) }
        if activity == nil {
          refuse(entry, Block.Activity.allCases.map(\.rawValue).joined(separator: ", "))
        }
      case "trials":
        lengths.append(entry.key)
        if let count = whole(entry, Self.trials) { block.length = .trials(count) }
      case "seconds":
        lengths.append(entry.key)
        if let count = whole(entry, Self.seconds) { block.length = .seconds(count) }
      case "list":
        lengths.append(entry.key)
        if let name = entry.node.string {
          block.list = PlanList.read(name, beside: path, at: entry.line, &problems)
          block.length = .trials(block.list.count)
        } else {
          refuse(entry, localized("the name of a CSV file beside the plan"))
        }
      case "say": block.say = text(entry)
      case "feedback":
        if let truth = entry.node.boolean {
          block.hasFeedback = truth
        } else {
          refuse(entry, "true, false")
        }
      default: readSetting(entry, into: &own, known: Self.blockKeys)
      }
    }
    let hasActivity = table.entries.contains { $0.key == "training" }
    if !hasActivity {
      let allowed = Block.Activity.allCases.map(\.rawValue).joined(separator: ", ")
      add(.value(key: "training", nil, allowed: allowed), table.line)
    }
    if let activity {
      block.activity = activity
      checkKeys(of: activity, table, lengths)
    }
    let whole = common.merging(own) { $1 }
    block.settings = Dictionary(
      uniqueKeysWithValues: whole.map { ($0.key.name, $0.value.value.text) })
    settings.append(whole)
    blocks.append(block)
  }

  /// Checks that the keys of a block go together.
  private mutating func checkKeys(
    of activity: Block.Activity, _ table: TOMLEntry, _ lengths: [String]
  ) {
    func line(_ key: String) -> Int? { table.entries.first { $0.key == key }?.line }
    let hasOnlyTime = activity == .listening || activity == .rest
    let allowed = hasOnlyTime ? ["seconds"] : ["trials", "seconds", "list"]
    if hasOnlyTime, lengths != allowed {
      let wrong = lengths.first { $0 != allowed[0] } ?? allowed[0]
      let words = localized("a block of %@ has seconds, not trials or a list", activity.rawValue)
      add(.conflict(key: wrong, words), line(wrong) ?? table.line)
    } else if lengths.count != 1 {
      let wrong = lengths.last ?? allowed[0]
      let words = localized("a block has one of %@", allowed.joined(separator: ", "))
      add(.conflict(key: wrong, words), line(wrong) ?? table.line)
    }
    for entry in table.entries {
      let isSetting = !Self.blockKeys.contains(entry.key)
      if activity == .rest, isSetting || entry.key == "feedback" {
        add(.conflict(key: entry.key, localized("a rest has only seconds and say")), entry.line)
      } else if activity == .listening, entry.key == "feedback" {
        add(
          .conflict(key: entry.key, localized("nothing is answered while you listen")), entry.line)
      } else if activity == .purity, entry.key == "presentation",
        entry.node.string == Presentation.melodic.rawValue
      {
        add(
          .conflict(
            key: entry.key, localized("the notes of purity training always sound together")),
          entry.line)
      }
    }
  }

  /// Checks the settings of a block with the user's and among each other.
  mutating func check(_ entries: Settings, in contents: SettingsContents, of file: SettingsFile) {
    let overrides = SettingsOverrides(Array(entries.values.map(\.value)))
    do throws(SettingsError) {
      _ = try file.layers(of: contents, overrides: overrides)
    } catch {
      guard let entry = error.key.flatMap({ entries[$0] }), error.place == .option else { return }
      let moved = error.moved(to: .file(path: path, line: entry.line))
      if !problems.contains(moved) { problems.append(moved) }
    }
  }

  // MARK: Values

  private mutating func add(_ problem: PlanProblem, _ line: Int) {
    problems.append(.plan(.file(path: path, line: line), problem))
  }

  private mutating func refuse(_ entry: TOMLEntry, _ allowed: String) {
    add(.value(key: entry.key, entry.node.excerpt, allowed: allowed), entry.line)
  }

  private mutating func readSetting(
    _ entry: TOMLEntry, into settings: inout Settings, known: [String]
  ) {
    guard SettingKey(name: entry.key) != nil else {
      return add(.unknownKey(entry.key, known: known), entry.line)
    }
    do throws(SettingsError) {
      let value = try SettingsContents.value(of: entry, in: path)
      settings[value.key] = SettingsContents.Entry(
        value: value.anchored(in: path.parentDirectory), line: entry.line)
    } catch {
      problems.append(error)
    }
  }

  private mutating func whole(_ entry: TOMLEntry, _ range: ClosedRange<Int>) -> Int? {
    let number = entry.node.integer(in: range)
    if number == nil { refuse(entry, span(range)) }
    return number
  }

  /// A string, or a table of languages.
  private mutating func text(_ entry: TOMLEntry) -> PlanText? {
    if let text = entry.node.string { return PlanText(text) }
    if case .table(let texts) = entry.node, !texts.isEmpty,
      texts.allSatisfy({ $0.key.utf8.count == 2 && $0.value.string != nil })
    {
      return PlanText(byLanguage: texts.compactMapValues(\.string))
    }
    refuse(entry, localized("a text, or texts by language: { en = \"…\", de = \"…\" }"))
    return nil
  }
}

/// The list of a block: a CSV file with a row for each trial.
private enum PlanList {
  private struct Column {
    let name: String
    let allowed: String

    /// - Returns: whether the text is allowed.
    let set: (String, inout Block.Trial) -> Bool
  }

  private static var columns: [Column] {
    func cents(
      _ name: String, _ path: WritableKeyPath<Block.Trial, Cents?>
    ) -> Column {
      Column(name: name, allowed: span(-100...100)) { text, trial in
        guard let number = NumberText.number(text), (-100...100).contains(number) else {
          return false
        }
        trial[keyPath: path] = Cents(number)
        return true
      }
    }
    let intervals = SettingKey.intervals.row.domain.allowed
    return [
      Column(name: "referenceNote", allowed: SettingKey.noteRangeMin.row.domain.allowed) {
        $1.referenceNote = TypedMusic.note($0)
        return $1.referenceNote.map { NoteRange.limits.contains($0.rawValue) } ?? false
      },
      Column(name: "interval", allowed: intervals) {
        $1.interval = TypedMusic.interval($0)
        return $1.interval != nil
      },
      Column(name: "accompaniment", allowed: SettingKey.accompaniment.row.domain.allowed) {
        guard let value = SettingValue(.accompaniment, text: $0) else { return false }
        $1.accompaniment = value[\.accompaniment]
        return true
      },
      cents("centOffset", \.centOffset), cents("initialCentOffset", \.initialCentOffset),
    ]
  }

  /// Reads the file.
  ///
  /// - Parameters:
  ///   - name: a relative path starts at the folder of the plan.
  ///   - line: where the plan names it.
  static func read(
    _ name: String, beside plan: String, at line: Int, _ problems: inout [SettingsError]
  ) -> [Block.Trial] {
    let path =
      name.hasPrefix("/") ? name : "\(SettingPlace.file(path: plan, line: 1).folder ?? ".")/\(name)"
    func add(_ problem: PlanProblem, _ line: Int, of path: String) {
      problems.append(.plan(.file(path: path, line: line), problem))
    }
    let image: FileImage?
    do throws(SettingsError) { image = try FileImage(path: path) } catch {
      problems.append(error)
      return []
    }
    let text = image.flatMap { String(validating: $0.bytes, as: UTF8.self) }
    guard let text else {
      add(
        .value(
          key: "list", "\"\(name)\"", allowed: localized("the name of a CSV file beside the plan")),
        line, of: plan)
      return []
    }
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated().filter { !$0.element.allSatisfy(\.isWhitespace) }
    guard let head = rows.first else { return [] }
    let known = columns
    let columns = fields(head.element).map { name in known.first { $0.name == name } }
    for (name, column) in zip(fields(head.element), columns) where column == nil {
      add(.unknownKey(name, known: known.map(\.name)), head.offset + 1, of: path)
    }
    return rows.dropFirst().map { row in
      var trial = Block.Trial()
      for (text, column) in zip(fields(row.element), columns) {
        guard let column, !text.isEmpty, !column.set(text, &trial) else { continue }
        add(
          .value(key: column.name, "\"\(text)\"", allowed: column.allowed), row.offset + 1,
          of: path)
      }
      return trial
    }
  }

  /// The fields of a line, which may have quotes around them.
  private static func fields(_ line: Substring) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line where character != "\u{FEFF}" {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        fields.append("")
      } else {
        fields[fields.count - 1].append(character)
      }
    }
    return fields.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
