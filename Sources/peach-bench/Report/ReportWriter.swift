import Foundation

/// Prints reports: each as soon as it is there, or all of them as one JSON object.
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
