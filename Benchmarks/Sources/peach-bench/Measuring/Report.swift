import Foundation

/// The findings of a benchmark: a table, the goals, and remarks on how to read the figures.
struct Report {
  /// A column: its name in JSON, its heading with the unit, and the decimals that the table shows of its numbers.
  struct Column: ExpressibleByStringLiteral {
    let key: String
    let heading: String
    let decimals: Int

    init(_ key: String, _ heading: String? = nil, _ decimals: Int = 0) {
      (self.key, self.heading, self.decimals) = (key, heading ?? key, decimals)
    }

    init(stringLiteral key: String) { self.init(key) }
  }

  /// A figure to be reached, and the measured one.
  struct Goal {
    enum Bound: String { case atMost, atLeast }

    let name: String
    let bound: Bound
    let limit: Double
    /// Not finite if nothing could be measured; the goal is missed then.
    let measured: Double
    let unit: String

    var isMet: Bool { bound == .atMost ? measured <= limit : measured >= limit }

    var text: String {
      func amount(_ value: Double) -> String { value.text(decimals: 3) + unit }
      let found = measured.isFinite ? amount(measured) : "not measured"
      let side = bound == .atMost ? "less" : "more"
      return "\(isMet ? "met   " : "missed") \(name): \(found), goal \(amount(limit)) or \(side)"
    }

    var json: [String: Any] {
      [
        "name": name, "bound": bound.rawValue, "limit": limit, "measured": measured.json,
        "unit": unit, "isMet": isMet,
      ]
    }
  }

  /// Its name in JSON.
  let key: String
  let title: String
  let columns: [Column]

  /// Each row has as many values as there are columns.
  private(set) var rows: [[(any ReportValue)?]] = []
  private(set) var goals: [Goal] = []
  var notes: [String]

  init(_ key: String, _ title: String, _ columns: [Column], notes: [String] = []) {
    (self.key, self.title, self.columns, self.notes) = (key, title, columns, notes)
  }

  mutating func add(_ values: (any ReportValue)?...) { rows.append(values) }
  mutating func add(row: [(any ReportValue)?]) { rows.append(row) }

  mutating func goal(
    _ name: String, _ measured: Double?, atMost limit: Double, _ unit: String = ""
  ) { goal(name, measured, .atMost, limit, unit) }

  mutating func goal(
    _ name: String, _ measured: Double?, atLeast limit: Double, _ unit: String = ""
  ) { goal(name, measured, .atLeast, limit, unit) }

  private mutating func goal(
    _ name: String, _ measured: Double?, _ bound: Goal.Bound, _ limit: Double, _ unit: String
  ) {
    goals.append(
      Goal(name: name, bound: bound, limit: limit, measured: measured ?? .nan, unit: unit))
  }
}

/// A value of a table: a text or a number.
protocol ReportValue {}

extension String: ReportValue {}
extension Int: ReportValue {}
extension Double: ReportValue {}

extension ReportValue {
  /// The same in every language; a line for a number that is not finite.
  func text(decimals: Int) -> String {
    guard let number = self as? Double else { return "\(self)" }
    guard number.isFinite else { return "-" }
    return String(format: "%.\(decimals)f", locale: Locale(identifier: "en_US_POSIX"), number)
  }

  /// A text or a number for JSON, in full; `NSNull` for a number that is not finite.
  var json: Any { (self as? Double)?.isFinite == false ? NSNull() : self }
}

extension Report {
  /// The report as text: title, table, goals, notes.
  var table: String {
    let cells =
      [columns.map(\.heading)]
      + rows.map { row in
        zip(columns, row).map { $1?.text(decimals: $0.decimals) ?? "-" }
      }
    let widths = columns.indices.map { index in cells.map { $0[index].count }.max() ?? 0 }
    var lines = cells.map { row in
      zip(row, widths).enumerated().map { index, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return index == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: " ")
    }
    lines.insert(widths.map { String(repeating: "-", count: $0) }.joined(separator: " "), at: 1)
    return ([title, ""] + lines + [""] + goals.map(\.text) + notes).joined(separator: "\n") + "\n"
  }

  /// A dictionary for JSON.
  var json: [String: Any] {
    [
      "title": title, "notes": notes, "goals": goals.map(\.json),
      "rows": rows.map { row in
        Dictionary(
          zip(columns, row).map { ($0.key, $1?.json ?? NSNull()) }, uniquingKeysWith: { a, _ in a })
      },
    ]
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
    if isJSON { print(try Self.json(reports)) }
  }

  /// One object, with an entry for each report under its key.
  static func json(_ reports: [Report]) throws -> String {
    let named = Dictionary(reports.map { ($0.key, $0.json) }, uniquingKeysWith: { $1 })
    let data = try JSONSerialization.data(
      withJSONObject: named, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }
}
