import Foundation

/// The findings of a benchmark.
struct Report: Hashable {
  /// Its name in JSON.
  let key: String
  let title: String
  let columns: [ReportColumn]

  /// Each row has as many values as there are columns.
  var rows: [[ReportValue]] = []
  var goals: [ReportGoal] = []

  /// Remarks on how to read the figures.
  var notes: [String] = []
}

extension Report: Encodable {
  private enum CodingKeys: CodingKey { case title, rows, goals, notes }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(title, forKey: .title)
    try container.encode(
      rows.map { row in
        Dictionary(zip(columns.map(\.key), row), uniquingKeysWith: { first, _ in first })
      }, forKey: .rows)
    try container.encode(goals, forKey: .goals)
    try container.encode(notes, forKey: .notes)
  }
}

/// A column of a report.
struct ReportColumn: Hashable {
  /// The figure's name in JSON.
  let key: String

  /// The heading in the table, with the unit.
  let heading: String
}

/// A cell of a report.
enum ReportValue: Hashable {
  case text(String)
  /// A figure with the number of decimals in the table; JSON has all of them.
  case number(Double, decimals: Int = 0)
  case nothing

  /// The text in the table.
  var text: String {
    switch self {
    case .text(let text): text
    case .number(let number, let decimals): DecimalText.text(number, decimals: decimals)
    case .nothing: "-"
    }
  }
}

extension ReportValue: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    // JSON has no numbers that are infinite or none.
    case .number(let number, _):
      if number.isFinite { try container.encode(number) } else { try container.encodeNil() }
    case .nothing: try container.encodeNil()
    }
  }
}

/// A figure to be reached, and the measured one.
struct ReportGoal: Encodable, Hashable {
  let name: String
  let limit: Double
  /// `nil` if nothing could be measured; the goal is missed then.
  let measured: Double?
  let unit: String
  var bound = Bound.atMost

  /// The side of the limit that is good.
  enum Bound: String, Encodable {
    case atMost, atLeast
  }

  var isMet: Bool {
    guard let measured else { return false }
    return switch bound {
    case .atMost: measured <= limit
    case .atLeast: measured >= limit
    }
  }

  var text: String {
    func amount(_ value: Double) -> String { DecimalText.text(value, decimals: 3) + unit }
    let side = bound == .atMost ? "less" : "more"
    let found = measured.map(amount) ?? "not measured"
    return "\(isMet ? "met   " : "missed") \(name): \(found), goal \(amount(limit)) or \(side)"
  }

  private enum CodingKeys: CodingKey { case name, limit, bound, measured, unit, isMet }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(limit, forKey: .limit)
    try container.encode(bound, forKey: .bound)
    try container.encode(measured, forKey: .measured)
    try container.encode(unit, forKey: .unit)
    try container.encode(isMet, forKey: .isMet)
  }
}

extension Report {
  /// The report as text: title, table, goals, notes.
  var table: String {
    let lines = [title, ""] + alignedRows + goals.map(\.text) + notes
    return lines.joined(separator: "\n") + "\n"
  }

  /// The headings, a rule, the rows and an empty line; nothing without rows.
  private var alignedRows: [String] {
    guard !rows.isEmpty else { return [] }
    let headings = columns.map(\.heading)
    let texts = rows.map { $0.map(\.text) }
    let widths = headings.indices.map { index in
      texts.reduce(headings[index].count) { max($0, $1[index].count) }
    }
    func line(_ cells: [String]) -> String {
      zip(cells, widths).enumerated().map { index, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return index == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: " ")
    }
    return [line(headings), line(widths.map { String(repeating: "-", count: $0) })]
      + texts.map(line) + [""]
  }
}

/// Formats figures the same way in every language.
enum DecimalText {
  static func text(_ number: Double, decimals: Int) -> String {
    String(format: "%.\(decimals)f", locale: Locale(identifier: "en_US_POSIX"), number)
  }
}

/// Prints reports: each as soon as it is ready, or all of them as one JSON object.
final class ReportWriter {
  private let isJSON: Bool
  private var reports: [Report] = []

  init(isJSON: Bool) { self.isJSON = isJSON }

  var hasMissedGoals: Bool { reports.contains { $0.goals.contains { !$0.isMet } } }

  func write(_ report: Report) {
    reports.append(report)
    if !isJSON { print(report.table) }
  }

  func finish() throws {
    guard isJSON else { return }
    print(try Self.json(reports))
  }

  /// One object, with an entry for each report under its key.
  static func json(_ reports: [Report]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let named = Dictionary(reports.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    return String(decoding: try encoder.encode(named), as: UTF8.self)
  }
}
