import Foundation
import Music
import Training

/// What a trial costs the threshold map, and what the trend costs.
struct MapBenchmark {
  private static let trials = 100_000

  let tries: Int

  func run() throws -> Report {
    let trials = Array(SyntheticHistory(count: Self.trials))
    var times = Distribution()
    var trendTimes = Distribution()
    for _ in 0..<tries {
      try Task.checkCancellation()
      var map = ThresholdMap()
      var test = ThresholdTrendTest()
      times.record(
        WallClock.nanoseconds {
          for trial in trials {
            map.update(
              note: trial.referenceNote, centOffset: trial.centOffset, isCorrect: trial.isCorrect)
          }
        })
      for trial in trials {
        test.add(
          note: trial.referenceNote, centOffset: trial.centOffset, isCorrect: trial.isCorrect)
      }
      trendTimes.record(WallClock.nanoseconds { _ = test.change })
    }
    var report = Report(
      key: "map", title: "Threshold map and tested trend",
      columns: [ReportColumn(key: "case", heading: "case")] + Distribution.secondsColumns)
    report.rows = [
      [.text("100 000 trials into the map")] + times.secondsFigures,
      [.text("the trend of 4000 trials")] + trendTimes.secondsFigures,
    ]
    report.goals = [
      ReportGoal(
        name: "100 000 trials into the map", limit: 0.5, measured: Double(times.median) / 1e9,
        unit: " s")
    ]
    return report
  }
}
