import Foundation
import Music
import Training

/// A simulation as plain text: a table of the checkpoints and, for a single listener, one of the notes.
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
    let listeners = simulation.listeners == 1 ? "1 listener" : "\(simulation.listeners) listeners"
    return """
      \(listeners), strategy \(simulation.strategy.rawValue), \(simulation.interval), lapses \
      \(number(simulation.lapseRate)), learning \(number(simulation.learning)) per 1000 trials, bias \
      \(number(simulation.bias)), seed \(simulation.seed)
      """
  }

  /// A figure of a summary, by name.
  private typealias Figure = (name: String, text: (SimulationSummary) -> String)

  private static let figures: [Figure] = [
    ("trials", { "\($0.trials)" }),
    ("right answers, after the first 50", { percent($0.shareCorrect) }),
    ("mean difference asked, in cents", { number($0.meanOffset) }),
    ("threshold map", { _ in "" }),
    ("  error (rms of ln)", { number($0.mapError) }),
    ("  bias (mean of ln)", { signed($0.mapBias) }),
    ("  correlation with the truth", { signed($0.mapCorrelation) }),
    ("  true thresholds within 90 %", { percent($0.coverage) }),
    ("plain mean of each note", { _ in "" }),
    ("  error (rms of ln)", { number($0.plainError) }),
    ("  bias (mean of ln)", { signed($0.plainBias) }),
    ("  correlation with the truth", { signed($0.plainCorrelation) }),
    ("trend, tested", { _ in "" }),
    ("  called improving", { percent($0.testedImproving) }),
    ("  called declining", { percent($0.testedDeclining) }),
    ("  change in 1000 trials", { percent($0.change) }),
    ("trend, halves", { _ in "" }),
    ("  called improving", { percent($0.halvesImproving) }),
    ("  called declining", { percent($0.halvesDeclining) }),
  ]

  private static func rows(_ summaries: [SimulationSummary]) -> [String] {
    figures.map { figure in
      let cells = summaries.map { right(figure.text($0), 10) }.joined()
      let line = figure.name.padding(toLength: 36, withPad: " ", startingAt: 0) + cells
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func notes(_ judgement: SimulatedJudgement) -> [String] {
    let heading = "note      truth  threshold      from        to    number      mean"
    return [heading]
      + judgement.notes.map { note in
        NoteName.text(note.note).padding(toLength: 5, withPad: " ", startingAt: 0)
          + right(CentsText.plain(note.truth.rawValue), 10)
          + right(CentsText.plain(note.estimate.threshold.rawValue), 11)
          + right(CentsText.plain(note.estimate.low.rawValue), 10)
          + right(CentsText.plain(note.estimate.high.rawValue), 10)
          + right("\(note.statistics.count)", 10)
          + right(note.statistics.mean.map { CentsText.plain($0.rawValue) } ?? "-", 10)
      }
  }

  private static func number(_ value: Double?) -> String {
    value.map { String(format: "%.3g", $0) } ?? "-"
  }

  private static func signed(_ value: Double?) -> String {
    value.map { String(format: "%+.2f", $0) } ?? "-"
  }

  private static func percent(_ value: Double?) -> String {
    value.map { String(format: "%.1f %%", $0 * 100) } ?? "-"
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }
}
