import Console
import Foundation
import Music
import Training

/// A simulation as one JSON object: the summaries, and what was believed of every listener.
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
