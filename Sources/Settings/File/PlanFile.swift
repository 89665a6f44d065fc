import Files
import Foundation
import Language
import Music
import Training

/// A fault in the file of a plan that is not one of its settings.
public enum PlanProblem: Hashable, Sendable {
  /// The `known` keys are those that are allowed, apart from settings.
  case unknownKey(String, known: [String])

  /// The value is `nil` if the key is missing.
  case value(key: String, String?, allowed: String)

  /// Two things that do not go together, in a sentence.
  case conflict(key: String, String)

  /// A row of a list is not CSV.
  case row(TextRowFault)

  /// A row of a list has more fields than the list has columns.
  case fieldCount(expected: Int, found: Int)

  /// A list has no row.
  case noRows
}

extension SettingsFile {
  /// The names of all plans, sorted.
  public var planNames: [String] { location.plans.names }

  /// The folder of the user's own plans, whether it exists or not.
  public var ownPlans: String { location.plans.folders[0] }

  /// The path of a plan. Throws ``SettingsError/missingPlan(name:known:)``.
  ///
  /// - Parameter name: a name, or a path with a slash or with `.toml` at its end.
  public func planPath(_ name: String) throws(SettingsError) -> String {
    if name.contains("/") || name.hasSuffix(NamedFiles.fileExtension) { return name }
    guard let path = location.plans.path(of: name) else {
      throw .missingPlan(name: name, known: planNames)
    }
    return path
  }

  /// Reads the file of a plan, and checks each block with the rest of the settings. Throws if the
  /// file cannot be read or is not TOML.
  ///
  /// - Returns: the valid part of the plan, and all faults in the order of their lines.
  public func plan(
    at path: String
  ) throws(SettingsError) -> (plan: Plan, problems: [SettingsError]) {
    guard let image = try FileImage(path: path) else { throw .missingFile(path: path) }
    var reader = PlanReader(path: path)
    reader.read(try SettingsDocument(image.bytes, path: path))
    // A fault of the user's own file is not a fault of the plan.
    let contents = (try? contents(of: try self.image())) ?? SettingsContents(path: self.path)
    for entries in reader.settings { reader.check(entries, in: contents, of: self) }
    let problems = reader.problems.sorted { ($0.place?.line ?? 0) < ($1.place?.line ?? 0) }
    return (reader.plan(of: image.bytes), problems)
  }
}

/// Reads the file of a plan into values and collects its faults.
private struct PlanReader {
  typealias Settings = [SettingKey: SettingsContents.Entry]

  let path: String
  private(set) var problems: [SettingsError] = []

  /// The settings of each block over those of the plan.
  private(set) var settings: [Settings] = []
  private var title: PlanText?
  private var say: PlanText?
  private var bids: String?
  private var blocks: [Block] = []

  private static let keys = ["title", "say", "bids", "block"]
  private static let blockKeys = [
    "training", "trials", "seconds", "say", "feedback", "list", "order", "repeat", "centOffset",
    "down", "up", "steps", "reversals", "until", "condition", "practice", "headphones",
  ]

  private static let staircaseKeys = ["down", "up", "steps", "reversals"]

  /// The strategies of a block beside those of the settings.
  private static let methods = ["constant", "staircase"]
  private static let trials = 1...1000
  private static let seconds = 1...3600

  init(path: String) { self.path = path }

  func plan(of bytes: [UInt8]) -> Plan {
    let file = path.split(separator: "/").last.map { String($0) } ?? path
    let name =
      file.hasSuffix(NamedFiles.fileExtension)
      ? String(file.dropLast(NamedFiles.fileExtension.count)) : file
    // A changed file gets another name in the records.
    let hash = ContentHash(of: bytes).description.prefix(Plan.hashLength - 1)
    return Plan(
      name: "\(name)-\(hash)", title: title ?? PlanText(name), say: say, bids: bids, blocks: blocks)
  }

  mutating func read(_ document: SettingsDocument) {
    var common: Settings = [:]
    for entry in document.entries {
      switch entry.key {
      case "title": title = text(entry)
      case "say": say = text(entry)
      case "bids":
        bids = entry.node.string.flatMap { $0.isEmpty ? nil : PlanList.path($0, beside: path) }
        if bids == nil {
          refuse(entry, localized("a folder; a relative path starts at the plan's"))
        }
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
    var list: TOMLEntry?
    var (method, offset, rule) = (nil as String?, nil as Double?, Staircase())
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
        list = entry
      case "say": block.say = text(entry)
      case "feedback": block.hasFeedback = truth(entry) ?? true
      case "practice": block.isPractice = truth(entry) ?? false
      case "headphones": block.headphones = word(entry)
      case "order": block.order = word(entry) ?? .given
      case "repeat": block.repeats = whole(entry, 1...100) ?? 1
      case "condition":
        block.condition = entry.node.string.flatMap { PlanList.isLabel($0) ? $0 : nil }
        if block.condition == nil { refuse(entry, PlanList.labels) }
      case "strategy" where entry.node.string.flatMap({ StrategyName(rawValue: $0) }) == nil:
        method = entry.node.string.flatMap { Self.methods.contains($0) ? $0 : nil }
        if method == nil {
          let names = StrategyName.allCases.map(\.rawValue) + Self.methods
          refuse(entry, names.joined(separator: ", "))
        }
      case "centOffset": offset = decimal(entry, Challenge.differences)
      case "down": rule.down = whole(entry, 1...10) ?? rule.down
      case "up": rule.up = whole(entry, 1...10) ?? rule.up
      case "reversals": rule.reversals = whole(entry, 1...100) ?? rule.reversals
      case "steps":
        let steps = entry.node.array?.compactMap { $0.number(in: 1.01...100) } ?? []
        if steps.isEmpty || steps.count != entry.node.array?.count {
          refuse(entry, localized("factors of %@, as in [2, 1.41]", span(1.01...100)))
        } else {
          rule.steps = steps
        }
      case "until": block.end = end(entry)
      default: readSetting(entry, into: &own, known: Self.blockKeys)
      }
    }
    let hasActivity = table.entries.contains { $0.key == "training" }
    if !hasActivity {
      let allowed = Block.Activity.allCases.map(\.rawValue).joined(separator: ", ")
      add(.value(key: "training", nil, allowed: allowed), table.line)
    }
    if let list {
      if let name = list.node.string {
        let read = PlanList(name, beside: path, at: list.line, of: activity?.training)
        problems += read.problems
        if method == "constant", offset == nil { problems += read.rowsWithoutOffset }
        block.list = read.rows
        block.length = .trials(max(read.rows.count * block.repeats, 1))
      } else {
        refuse(list, localized("the name of a CSV file beside the plan"))
      }
    }
    switch method {
    case "constant": block.method = .constant(offset)
    case "staircase":
      rule.start = offset ?? rule.start
      block.method = .staircase(rule)
    default: break
    }
    if let activity {
      block.activity = activity
      checkKeys(of: activity, table, lengths)
      if activity.training != nil { checkMethod(of: block, table) }
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
    let ofAll = ["training", "trials", "seconds", "list", "say"]
    for entry in table.entries where !ofAll.contains(entry.key) {
      let isSetting = !Self.blockKeys.contains(entry.key)
      if activity == .rest {
        add(.conflict(key: entry.key, localized("a rest has only seconds and say")), entry.line)
      } else if activity == .listening, !isSetting,
        !["condition", "headphones"].contains(entry.key)
      {
        add(
          .conflict(key: entry.key, localized("nothing is answered while you listen")), entry.line)
      } else if activity.training?.ownPresentation == .harmonic, entry.key == "presentation",
        entry.node.string == Presentation.melodic.rawValue
      {
        add(
          .conflict(
            key: entry.key, localized("the notes of purity training always sound together")),
          entry.line)
      }
    }
  }

  /// Checks that the keys of an experiment go together.
  private mutating func checkMethod(of block: Block, _ table: TOMLEntry) {
    func refuse(_ keys: [String], _ words: String) {
      for entry in table.entries where keys.contains(entry.key) {
        add(.conflict(key: entry.key, words), entry.line)
      }
    }
    if !table.entries.contains(where: { $0.key == "list" }) {
      refuse(["order", "repeat"], localized("it needs a list"))
    }
    var isStaircase = false
    if case .staircase = block.method { isStaircase = true }
    if !isStaircase { refuse(Self.staircaseKeys, localized("it needs strategy = \"staircase\"")) }
    if block.method == nil {
      refuse(["centOffset"], localized("it needs strategy = \"constant\" or \"staircase\""))
    } else if block.activity.training?.answer.isRightOrWrong != true {
      refuse(["strategy"], localized("only comparison, purity and oddOne have this strategy"))
    }
    if block.activity == .oddOne, block.method == nil {
      add(
        .conflict(
          key: "training", localized("oddOne needs strategy = \"constant\" or \"staircase\"")),
        table.entries.first { $0.key == "training" }?.line ?? table.line)
    }
    if block.method == .constant(nil), block.list.isEmpty {
      refuse(["strategy"], localized("it needs centOffset, or a list with that column"))
    }
    if isStaircase, block.list.contains(where: { $0.centOffset != nil }) {
      refuse(
        ["strategy"],
        localized("a staircase finds the differences; leave centOffset out of the list"))
    }
    switch block.end {
    case .reversals where !isStaircase:
      refuse(["until"], localized("reversals need strategy = \"staircase\""))
    case .standardError where block.activity.training?.answer != .choice:
      refuse(["until"], localized("only comparison and purity have a standard error"))
    default: break
    }
  }

  /// Checks that the settings of a block fit the user's and each other.
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

  private mutating func decimal(_ entry: TOMLEntry, _ range: ClosedRange<Double>) -> Double? {
    let number = entry.node.number(in: range)
    if number == nil { refuse(entry, span(range)) }
    return number
  }

  private mutating func truth(_ entry: TOMLEntry) -> Bool? {
    if entry.node.boolean == nil { refuse(entry, "true, false") }
    return entry.node.boolean
  }

  private mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ entry: TOMLEntry
  ) -> Word? {
    let word = entry.node.string.flatMap { Word(rawValue: $0) }
    if word == nil { refuse(entry, Word.allCases.map(\.rawValue).joined(separator: ", ")) }
    return word
  }

  /// Reads `reversals 8` or `s.e. 0.15`.
  private mutating func end(_ entry: TOMLEntry) -> Block.End? {
    let words = entry.node.string?.split(separator: " ") ?? []
    if words.count == 2, words[0] == "reversals", let count = Int(words[1]),
      (1...100).contains(count)
    {
      return .reversals(count)
    }
    if words.count == 2, words[0] == "s.e.", let error = Double(words[1]),
      (0.02...1).contains(error)
    {
      return .standardError(error)
    }
    refuse(
      entry,
      localized(
        "\"reversals %@\" or \"s.e. %@\" (of ln threshold)", span(1...100), span(0.02...1)))
    return nil
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
private struct PlanList {
  private(set) var rows: [Block.Trial] = []

  private var lines: [Int] = []
  private(set) var problems: [SettingsError] = []
  private let path: String

  /// The settings that may change from trial to trial; those of a session are not among them.
  private static let settings: [SettingKey] = [
    .soundSource, "noteDuration", "noteGap", "presentation", "accompanimentLevel", "referencePitch",
    "varyLoudness",
  ]

  private struct Column {
    let name: String
    let allowed: String

    /// The trainings that have the column.
    var trainings = TrainingName.allCases.filter { $0.answer != .none }

    /// Returns false if the text is not allowed.
    let set: (String, inout Block.Trial) -> Bool
  }

  private static var columns: [Column] {
    func number(
      _ name: String, _ range: ClosedRange<Double>, of trainings: [TrainingName],
      _ set: @escaping (Double, inout Block.Trial) -> Void
    ) -> Column {
      Column(name: name, allowed: span(range), trainings: trainings) { text, trial in
        guard let number = NumberText.number(text), range.contains(number) else { return false }
        set(number, &trial)
        return true
      }
    }
    let choices = TrainingName.allCases.filter(\.answer.isRightOrWrong)
    return [
      Column(name: "referenceNote", allowed: SettingKey.noteRangeMin.row.domain.allowed) {
        $1.referenceNote = TypedMusic.note($0)
        return $1.referenceNote.map { NoteRange.limits.contains($0.rawValue) } ?? false
      },
      Column(name: "interval", allowed: SettingKey.intervals.row.domain.allowed) {
        $1.interval = TypedMusic.interval($0)
        return $1.interval != nil
      },
      Column(name: "accompaniment", allowed: SettingKey.accompaniment.row.domain.allowed) {
        guard let value = SettingValue(.accompaniment, text: $0) else { return false }
        $1.accompaniment = value[\.accompaniment]
        return true
      },
      number("centOffset", -100...100, of: choices) { $1.centOffset = Cents($0) },
      number("initialCentOffset", -100...100, of: [.matching]) { $1.initialCentOffset = Cents($0) },
      number("amplitudeDB", AmplitudeDB.range, of: choices + [.matching]) {
        $1.amplitude = AmplitudeDB($0)
      },
      Column(name: "condition", allowed: Self.labels) {
        $1.condition = $0
        return isLabel($0)
      },
    ]
      + settings.map { key in
        Column(name: key.name, allowed: key.row.domain.allowed) {
          guard let value = SettingValue(key, text: $0) else { return false }
          $1.settings[key.name] = value.text
          return true
        }
      }
  }

  /// Reads the file.
  ///
  /// - Parameters:
  ///   - name: a path; a relative one starts at the folder of the plan.
  ///   - line: the line of the plan that names the file.
  ///   - training: the training of the block; `nil` if that is not known.
  init(_ name: String, beside plan: String, at line: Int, of training: TrainingName?) {
    path = Self.path(name, beside: plan)
    do throws(SettingsError) {
      guard let image = try FileImage(path: path) else {
        let allowed = localized("the name of a CSV file beside the plan")
        problems = [
          .plan(
            .file(path: plan, line: line), .value(key: "list", "\"\(name)\"", allowed: allowed))
        ]
        return
      }
      read(image.bytes, of: training)
    } catch {
      problems = [error]
    }
  }

  private mutating func read(_ bytes: [UInt8], of training: TrainingName?) {
    var splitter = RowSplitter(bytes)
    guard let header = try? splitter.nextHeader() else { return add(.noRows, 1) }
    let known = Self.columns
    let columns = header.names.map { name in known.first { $0.name == name } }
    for (name, column) in zip(header.names, columns) where !name.isEmpty {
      guard let column else {
        add(.unknownKey(name, known: known.map(\.name)), header.line)
        continue
      }
      guard let training, !column.trainings.contains(training) else { continue }
      let words = localized("a list of %@ has no such column", training.rawValue)
      add(.conflict(key: name, words), header.line)
    }
    while let row = try? splitter.next() {
      switch row.fields {
      case .failure(let fault): add(.row(fault), row.line)
      case .success(let fields) where fields.allSatisfy(\.isEmpty): break
      case .success(let fields):
        if fields.count > columns.count {
          add(.fieldCount(expected: columns.count, found: fields.count), row.line)
        }
        var trial = Block.Trial()
        for (field, column) in zip(fields, columns) {
          let text = field.trimmingCharacters(in: .whitespaces)
          guard let column, !text.isEmpty, !column.set(text, &trial) else { continue }
          add(.value(key: column.name, "\"\(text)\"", allowed: column.allowed), row.line)
        }
        rows.append(trial)
        lines.append(row.line)
      }
    }
    if rows.isEmpty, problems.isEmpty { add(.noRows, header.line) }
  }

  /// A relative path starts at the folder of the plan.
  static func path(_ name: String, beside plan: String) -> String {
    name.hasPrefix("/") ? name : "\(SettingOrigin.file(path: plan, line: 1).folder ?? ".")/\(name)"
  }

  /// The faults of a list whose rows all need a difference.
  var rowsWithoutOffset: [SettingsError] {
    zip(rows, lines).filter { $0.0.centOffset == nil }.map { _, line in
      .plan(
        .file(path: path, line: line), .value(key: "centOffset", nil, allowed: span(-100...100)))
    }
  }

  /// True for a text that may name a condition.
  static func isLabel(_ text: String) -> Bool {
    (1...40).contains(text.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  static var labels: String {
    localized("a text of up to 40 characters, without control characters")
  }

  private mutating func add(_ problem: PlanProblem, _ line: Int) {
    problems.append(.plan(.file(path: path, line: line), problem))
  }
}
