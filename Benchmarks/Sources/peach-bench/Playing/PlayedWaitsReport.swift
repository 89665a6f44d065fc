import Foundation

extension PlayBenchmark {
  /// A minute of waiting in each room, several times.
  func waits() throws -> Report {
    let outcomes = Self.outcomes
    var report = Report(
      key: "playedWaits", title: "A minute in which nobody plays, listening on after each outcome",
      columns: [
        ReportColumn(key: "room", heading: "what"), ReportColumn(key: "runs", heading: "minutes"),
        ReportColumn(key: "falselyJudged", heading: "with a false judgement"),
      ] + outcomes.dropFirst().map { ReportColumn(key: $0, heading: $0) })
    let runs = max(examples / 2, 1)
    var wrong = 0
    for room in PlayedWait.allCases {
      var (falsely, counts) = (0, [String: Int]())
      for index in 0..<runs {
        try Task.checkCancellation()
        let (judged, others) = room.listen(index, series: series)
        if judged > 0 { falsely += 1 }
        counts.merge(others, uniquingKeysWith: +)
      }
      wrong += falsely
      report.rows.append(
        [.text(room.rawValue), .number(Double(runs)), .number(Double(falsely))]
          + outcomes.dropFirst().map { counts[$0].map { .number(Double($0)) } ?? .nothing })
    }
    report.goals = [
      ReportGoal(
        name: "minutes with a false judgement", limit: 1,
        measured: 100 * Double(wrong) / Double(runs * PlayedWait.allCases.count), unit: " %")
    ]
    return report
  }
}
