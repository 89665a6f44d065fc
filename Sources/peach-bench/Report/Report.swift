/// What a benchmark found.
struct Report: Hashable {
  /// Its name in JSON.
  let key: String
  let title: String
  let columns: [ReportColumn]

  /// As many values in each as there are columns.
  var rows: [[ReportValue]] = []
  var goals: [ReportGoal] = []

  /// How to read the figures.
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
