import Foundation
import Music
import Testing
import Training

@testable import Charts

@Suite("Simulations in words and in JSON")
struct SimulationTextTests {
  private func cell(
    _ strategy: StrategyName = .adaptive, interval: DirectedInterval = .prime,
    _ change: (inout SubjectPopulation) -> Void = { _ in }
  ) -> SimulatedCell {
    var population = SubjectPopulation(threshold: 10)
    population.lapseRate = 0.02
    change(&population)
    var simulation = ListenerSimulation(population)
    simulation.listeners = 3
    simulation.strategy = strategy
    simulation.interval = interval
    simulation.range = 60...72
    simulation.checkpoints = [20, 60]
    return SimulatedCell(simulation: simulation, outcomes: simulation.run())
  }

  private func lines(_ cells: [SimulatedCell]) -> [String] {
    SimulationText.text(cells).split(separator: "\n").map(String.init)
  }

  @Test("the strategies of a population stand side by side, with a line for each checkpoint")
  func text() throws {
    let lines = lines([cell(), cell(.kazez)])
    #expect(
      lines[0] == "3 listeners, P1, threshold 10 cents, lapses 0.02, 50 trials a day, seed 1")
    let heading = try #require(lines.dropFirst().first)
    #expect(heading.split(separator: " ").prefix(3) == ["strategy", "trials", "wrong"])
    let rows = lines[2..<6].map { $0.split(separator: " ").prefix(2).map(String.init) }
    #expect(
      rows == [["adaptive", "20"], ["adaptive", "60"], ["kazez", "20"], ["kazez", "60"]])
    for row in lines[1..<6] { #expect(row.count == heading.count && row.count <= 80) }
    #expect(lines[6].hasPrefix("adaptive: ") && lines[7].hasPrefix("kazez: "))
    #expect(lines.contains { $0.hasSuffix("every such sentence is a false alarm.") })
  }

  @Test("each population has a table of its own, and the heading says what is special about it")
  func populations() {
    let lines = lines([
      cell {
        $0.dayDeviation = 0.2
        $0.slope = -0.5
        $0.dips = 2
      }, cell { $0.isGuessing = true },
    ])
    #expect(lines[0].contains(", days ±0.2, slope -0.5 an octave, 2 coarse notes, "))
    #expect(lines.contains { $0.hasPrefix("3 listeners, P1, every answer a guess, 50 trials") })
    #expect(lines.count { $0.hasPrefix("strategy ") } == 2)
  }

  @Test("a change makes true what would be a false alarm; intervals have a shift")
  func intervals() throws {
    let lines = lines([
      cell(interval: DirectedInterval(.perfectFifth)) {
        $0.shift = 8
        $0.halfLife = 30
      }
    ])
    #expect(lines[0].contains(", shift +8.0 cents, halved in 30 days, "))
    #expect(lines[1].contains("shift rms"))
    #expect(lines.contains { $0.contains(#""finer" is true and "coarser" is false"#) })
    #expect(!lines.contains { $0.contains("shown their threshold") })
  }

  @Test("JSON has what was simulated, the figures at each checkpoint, and the curve")
  func json() throws {
    let text = SimulationJSON.text([
      cell(), cell(interval: DirectedInterval(.perfectFifth)) { $0.shift = 8 },
    ])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [[String: Any]]])
    let cells = try #require(object["cells"])
    #expect(cells.map { $0["interval"] as? String } == ["P1", "P5"])
    let unison = try #require(cells[0]["checkpoints"] as? [[String: Any]])
    #expect(unison.map { $0["trials"] as? Int } == [20, 60])
    for member in ["shareWrong", "rmsLogError", "coverage", "levelCoverage", "shareShown"] {
      #expect(unison[0][member] is Double, "\(member)")
    }
    #expect(unison[0]["shiftRmsError"] is NSNull)
    let bins = try #require(cells[0]["curve"] as? [[String: Any]])
    #expect(bins.compactMap { $0["answers"] as? Int }.reduce(0, +) == 180)
    let fifth = try #require(cells[1]["checkpoints"] as? [[String: Any]])
    #expect(fifth[1]["shiftRmsError"] is Double && fifth[1]["levelCoverage"] is NSNull)
  }

  @Test("half of the listeners are shown their threshold when the middle one is")
  func shownAfter() {
    let guessing = cell { $0.isGuessing = true }
    #expect(guessing.shownAfter == nil && guessing.shareEverShown == 0)
    #expect(
      lines([guessing]).contains {
        $0.contains("0.0 % of the listeners are shown their threshold at all")
      })
  }
}
