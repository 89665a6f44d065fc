import Console
import Foundation
import Language
import Music
import Training

/// A simulation as plain text: a table of the checkpoints and, for a single listener, one of the
/// notes.
public enum SimulationText {
  public static func text(_ simulation: Simulation, _ runs: [[SimulatedJudgement]]) -> String {
    let summaries = simulation.checkpoints.indices.map { place in
      SimulationSummary(runs.map { $0[place] })
    }
    var lines = [heading(simulation), ""] + rows(summaries)
    if runs.count == 1, let judgement = runs[0].last { lines += [""] + notes(judgement) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func heading(_ simulation: Simulation) -> String {
    let listeners = localized(one: "%d listener", other: "%d listeners", simulation.listeners)
    return localized(
      "%@, strategy %@, %@, lapses %@, learning %@ per 1000 trials, bias %@, seed %@", listeners,
      simulation.strategy.rawValue, simulation.interval.description, number(simulation.lapseRate),
      number(simulation.learning), number(simulation.bias), String(simulation.seed))
  }

  /// A figure of a summary, by name.
  private typealias Figure = (name: String, text: (SimulationSummary) -> String)

  private static var figures: [Figure] {
    [
      (localized("trials"), { "\($0.trials)" }),
      (localized("right answers after the first 50"), { percent($0.shareCorrect) }),
      (localized("mean difference asked, in cents"), { number($0.meanOffset) }),
      (localized("threshold map"), { _ in "" }),
      (localized("  error (rms of ln)"), { number($0.mapError) }),
      (localized("  bias (mean of ln)"), { signed($0.mapBias) }),
      (localized("  correlation with the truth"), { signed($0.mapCorrelation) }),
      (localized("  true thresholds within 90 %%"), { percent($0.coverage) }),
      (localized("plain mean of each note"), { _ in "" }),
      (localized("  error (rms of ln)"), { number($0.plainError) }),
      (localized("  bias (mean of ln)"), { signed($0.plainBias) }),
      (localized("  correlation with the truth"), { signed($0.plainCorrelation) }),
      (localized("trend, tested"), { _ in "" }),
      (localized("  called improving"), { percent($0.testedImproving) }),
      (localized("  called declining"), { percent($0.testedDeclining) }),
      (localized("  change in 1000 trials"), { percent($0.change) }),
      (localized("trend, halves"), { _ in "" }),
      (localized("  called improving"), { percent($0.halvesImproving) }),
      (localized("  called declining"), { percent($0.halvesDeclining) }),
    ]
  }

  private static func rows(_ summaries: [SimulationSummary]) -> [String] {
    let figures = figures
    let width = max(36, (figures.map(\.name.count).max() ?? 0) + 2)
    return figures.map { figure in
      let cells = summaries.map { right(figure.text($0), 10) }.joined()
      let line = figure.name.rightPadded(to: width) + cells
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func notes(_ judgement: SimulatedJudgement) -> [String] {
    let heading =
      localized(context: "table", "note").rightPadded(to: 5)
      + [
        (localized(context: "table", "truth"), 10), (localized(context: "table", "threshold"), 11),
        (localized(context: "table", "from"), 10), (localized(context: "table", "to"), 10),
        (localized(context: "table", "number"), 10), (localized(context: "table", "mean"), 10),
      ].map { right($0, $1) }.joined()
    return [heading]
      + judgement.notes.map { note in
        NoteName.text(note.note).rightPadded(to: 5)
          + right(CentsText.plain(note.truth.rawValue), 10)
          + right(CentsText.plain(note.estimate.threshold.rawValue), 11)
          + right(CentsText.plain(note.estimate.low.rawValue), 10)
          + right(CentsText.plain(note.estimate.high.rawValue), 10)
          + right("\(note.statistics.count)", 10)
          + right(note.statistics.mean.map { CentsText.plain($0.rawValue) } ?? "-", 10)
      }
  }

  private static func number(_ value: Double?) -> String {
    value.map { NumberText.short($0, digits: 3) } ?? "-"
  }

  private static func signed(_ value: Double?) -> String {
    value.map { NumberText.fixed($0, places: 2, isSigned: true) } ?? "-"
  }

  private static func percent(_ value: Double?) -> String {
    value.map { localized("%@ %%", NumberText.fixed($0 * 100, places: 1)) } ?? "-"
  }

  private static func right(_ text: String, _ width: Int) -> String { text.leftPadded(to: width) }
}

/// A simulation as one JSON object: the summaries, and the estimates of every listener.
public enum SimulationJSON {
  public static func text(_ simulation: Simulation, _ runs: [[SimulatedJudgement]]) -> String {
    var line = JSONLine()
    line.add("strategy", simulation.strategy.rawValue)
    line.add("interval", simulation.interval.description)
    line.add("lapseRate", simulation.lapseRate)
    line.add("learning", simulation.learning)
    line.add("bias", simulation.bias)
    line.add("seed", simulation.seed)
    line.add(
      "checkpoints",
      objects: simulation.checkpoints.indices.map { place in
        summary(SimulationSummary(runs.map { $0[place] }))
      })
    line.add(
      "listeners",
      objects: runs.map { judgements in
        var line = JSONLine()
        line.add("checkpoints", objects: judgements.map(judgement))
        return line
      })
    return line.description
  }

  private static func summary(_ summary: SimulationSummary) -> JSONLine {
    var line = JSONLine()
    line.add("trials", summary.trials)
    line.add("shareCorrect", summary.shareCorrect)
    line.add("meanOffset", summary.meanOffset)
    line.add("mapError", summary.mapError)
    line.add("mapBias", summary.mapBias)
    line.add("mapCorrelation", summary.mapCorrelation)
    line.add("coverage", summary.coverage)
    line.add("plainError", summary.plainError)
    line.add("plainBias", summary.plainBias)
    line.add("plainCorrelation", summary.plainCorrelation)
    line.add("testedImproving", summary.testedImproving)
    line.add("testedDeclining", summary.testedDeclining)
    line.add("halvesImproving", summary.halvesImproving)
    line.add("halvesDeclining", summary.halvesDeclining)
    line.add("changePer1000Trials", summary.change)
    return line
  }

  private static func judgement(_ judgement: SimulatedJudgement) -> JSONLine {
    var line = JSONLine()
    line.add("trials", judgement.trials)
    line.add("shareCorrect", judgement.course.shareCorrect)
    line.add("meanOffset", judgement.course.meanOffset)
    line.add("mapError", judgement.map?.rootMeanSquareLogError)
    line.add("plainError", judgement.plainMean?.rootMeanSquareLogError)
    line.add("coverage", judgement.coverage)
    line.add("trend", object: judgement.change.map(TestedChangeJSON.ofShare))
    line.add("halvesTrend", judgement.halvesTrend?.rawValue)
    line.add("notes", objects: judgement.notes.map(note))
    return line
  }

  private static func note(_ note: SimulatedJudgement.Note) -> JSONLine {
    var line = JSONLine()
    line.add("note", note.note.rawValue)
    line.add("truth", note.truth.rawValue)
    line.add("count", note.statistics.count)
    line.add("mean", note.statistics.mean?.rawValue)
    line.add("threshold", note.estimate.threshold.rawValue)
    line.add("low", note.estimate.low.rawValue)
    line.add("high", note.estimate.high.rawValue)
    return line
  }
}
