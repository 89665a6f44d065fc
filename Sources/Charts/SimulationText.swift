import Console
import Foundation
import Language
import Music
import Training

/// A population of simulated listeners, trained by one strategy.
public struct SimulatedCell {
  public let simulation: ListenerSimulation

  public let outcomes: [SimulatedOutcome]

  public init(simulation: ListenerSimulation, outcomes: [SimulatedOutcome]) {
    self.simulation = simulation
    self.outcomes = outcomes
  }

  var figures: [SimulatedFigures] { SimulatedFigures.all(outcomes) }

  /// The number of answers after which half of the listeners had been shown their level; `nil` if
  /// fewer than half ever were.
  var shownAfter: Int? {
    let times = outcomes.compactMap(\.shownAfter).sorted()
    let half = (outcomes.count - 1) / 2
    return times.indices.contains(half) ? times[half] : nil
  }

  /// The share of listeners who were shown their level at least once.
  var shareEverShown: Double {
    Double(outcomes.count { $0.shownAfter != nil }) / Double(max(outcomes.count, 1))
  }

  /// The answers of all listeners by the size of the difference.
  var curve: HearingCurve {
    outcomes.reduce(into: HearingCurve()) { $0.add($1.curve) }
  }
}

/// Simulations as plain text: for each population a table with a line for each strategy and each
/// number of answers.
public enum SimulationText {
  /// - Parameter cells: cells in which those of a population stand together.
  public static func text(_ cells: [SimulatedCell]) -> String {
    var lines: [String] = []
    var rest = cells[...]
    while let first = rest.first {
      let population = first.simulation.population
      let part = rest.prefix { $0.simulation.population == population }
      rest = rest.dropFirst(part.count)
      lines += [heading(first.simulation), ""] + table(Array(part)) + shown(Array(part)) + [""]
    }
    if let simulation = cells.first?.simulation { lines += legend(simulation) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func heading(_ simulation: ListenerSimulation) -> String {
    let population = simulation.population
    var parts = [
      localized(one: "%d listener", other: "%d listeners", simulation.listeners),
      simulation.asksForPurity
        ? localized("purity of %@", simulation.interval.description)
        : simulation.interval.description,
      population.isGuessing
        ? localized("every answer a guess")
        : localized("threshold %@ cents", number(population.threshold)),
    ]
    if !population.isGuessing {
      parts.append(localized("lapses %@", number(population.lapseRate)))
      if population.dayDeviation > 0 {
        parts.append(localized("days ±%@", number(population.dayDeviation)))
      }
      if population.slope != 0 {
        parts.append(localized("slope %@ an octave", number(population.slope)))
      }
      if population.dips > 0 {
        parts.append(
          localized(one: "%d coarse note", other: "%d coarse notes", population.dips))
      }
      if population.shift != 0 {
        parts.append(localized("shift %@ cents", signed(population.shift, places: 1)))
      }
      if let days = population.halfLife {
        parts.append(localized("halved in %@ days", number(days)))
      }
    }
    parts.append(localized("%d trials a day", simulation.answersPerDay))
    parts.append(localized("seed %@", String(simulation.seed)))
    return parts.joined(separator: ", ")
  }

  private typealias Figure = (heading: String, text: (SimulatedFigures) -> String)

  private static func figures(isInterval: Bool) -> [Figure] {
    var figures: [Figure] = [
      (localized(context: "simulation", "trials"), { "\($0.answers)" }),
      (localized(context: "simulation", "wrong"), { percent($0.shareWrong) }),
      (localized(context: "simulation", "rms ln"), { fixed($0.rootMeanSquareLogError) }),
      (localized(context: "simulation", "bias"), { signed($0.meanLogError, places: 2) }),
      (localized(context: "simulation", "in 90 %%"), { percent($0.coverage) }),
    ]
    if isInterval {
      figures += [
        (localized(context: "simulation", "shift rms"), { fixed($0.shiftError) }),
        (localized(context: "simulation", "in 90 %%"), { percent($0.shiftCoverage) }),
      ]
    }
    return figures + [
      (localized(context: "simulation", "shown"), { percent($0.shareShown) }),
      (localized(context: "simulation", "finer"), { percent($0.shareFiner) }),
      (localized(context: "simulation", "coarser"), { percent($0.shareCoarser) }),
    ]
  }

  private static func table(_ cells: [SimulatedCell]) -> [String] {
    let simulation = cells[0].simulation
    let figures = figures(
      isInterval: simulation.interval != .prime && !simulation.asksForPurity)
    let headings = [localized(context: "simulation", "strategy")] + figures.map(\.heading)
    let rows =
      [headings]
      + cells.flatMap { cell in
        cell.figures.map { figure in
          [cell.simulation.strategy.rawValue] + figures.map { $0.text(figure) }
        }
      }
    let widths = headings.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, text in
        column == 0
          ? text.rightPadded(to: widths[column]) : "  " + text.leftPadded(to: widths[column])
      }.joined()
    }
  }

  /// The time after which the level is shown, which is only that of unisons.
  private static func shown(_ cells: [SimulatedCell]) -> [String] {
    cells.filter { $0.simulation.interval == .prime }.map { cell in
      let name = cell.simulation.strategy.rawValue
      if let answers = cell.shownAfter {
        return localized(
          "%@: half of the listeners are shown their threshold after %d trials or fewer.", name,
          answers)
      }
      return localized(
        "%@: %@ of the listeners are shown their threshold at all.", name,
        percent(cell.shareEverShown))
    }
  }

  private static func legend(_ simulation: ListenerSimulation) -> [String] {
    let population = simulation.population
    return [
      localized(
        """
        rms ln, bias: ln(estimate / truth) over all listeners and notes. in 90 %%: how often the \
        90 %% interval contains the truth.
        """),
      population.halfLife == nil || population.isGuessing
        ? localized(
          """
          finer, coarser: the share of listeners who are told so. Nothing changes, so every such \
          sentence is a false alarm.
          """)
        : localized(
          """
          finer, coarser: the share of listeners who are told so. Thresholds fall, so "finer" is \
          true and "coarser" is false.
          """),
    ]
  }

  private static func number(_ value: Double) -> String { NumberText.short(value, digits: 4) }

  private static func fixed(_ value: Double?) -> String {
    value.map { NumberText.fixed($0, places: 2) } ?? "-"
  }

  private static func signed(_ value: Double, places: Int) -> String {
    NumberText.fixed(value, places: places, isSigned: true)
  }

  private static func percent(_ value: Double?) -> String {
    value.map { localized("%@ %%", NumberText.fixed($0 * 100, places: 1)) } ?? "-"
  }
}

public enum SimulationJSON {
  public static func text(_ cells: [SimulatedCell]) -> String {
    var line = JSONLine()
    line.add("cells", objects: cells.map(cell))
    return line.description
  }

  private static func cell(_ cell: SimulatedCell) -> JSONLine {
    let simulation = cell.simulation
    let population = simulation.population
    var line = JSONLine()
    line.add("strategy", simulation.strategy.rawValue)
    line.add("interval", simulation.interval.description)
    if simulation.asksForPurity { line.add("purity", true) }
    line.add("listeners", simulation.listeners)
    line.add("trialsPerDay", simulation.answersPerDay)
    line.add("seed", simulation.seed)
    line.add("threshold", population.threshold)
    line.add("lapseRate", population.lapseRate)
    line.add("dayDeviation", population.dayDeviation)
    line.add("noteDeviation", population.noteDeviation)
    line.add("slope", population.slope)
    line.add("dips", population.dips)
    line.add("shift", population.shift)
    line.add("halfLife", population.halfLife)
    line.add("isGuessing", population.isGuessing)
    line.add("checkpoints", objects: cell.figures.map(figures))
    line.add("shareEverShown", simulation.interval == .prime ? cell.shareEverShown : nil)
    line.add("shownAfter", cell.shownAfter)
    line.add("curve", objects: simulation.interval == .prime ? cell.curve.bins.map(bin) : [])
    return line
  }

  private static func figures(_ figures: SimulatedFigures) -> JSONLine {
    var line = JSONLine()
    line.add("trials", figures.answers)
    line.add("shareWrong", figures.shareWrong)
    line.add("rmsLogError", figures.rootMeanSquareLogError)
    line.add("meanLogError", figures.meanLogError)
    line.add("coverage", figures.coverage)
    line.add("levelRmsLogError", figures.levelError)
    line.add("levelCoverage", figures.levelCoverage)
    line.add("shiftRmsError", figures.shiftError)
    line.add("shiftCoverage", figures.shiftCoverage)
    line.add("shareShown", figures.shareShown)
    line.add("shareFiner", figures.shareFiner)
    line.add("shareCoarser", figures.shareCoarser)
    return line
  }

  /// The last bin has no upper edge.
  private static func bin(_ bin: HearingCurve.Bin) -> JSONLine {
    var line = JSONLine()
    line.add("from", bin.edges.lowerBound)
    line.add("to", bin.edges.upperBound)
    line.add("answers", bin.answers)
    line.add("correct", bin.correct)
    line.add("predicted", bin.predicted)
    line.add("low", bin.interval.lowerBound)
    line.add("high", bin.interval.upperBound)
    return line
  }
}
