import Foundation
import Music
import Testing
import Training

@testable import Charts

@Suite("A simulation in words and in JSON")
struct SimulationTextTests {
  private func simulation(listeners: Int) throws -> Simulation {
    var simulation = Simulation(
      settings: TrainingSettings(
        noteRange: try #require(NoteRange(lowest: 60, highest: 72)),
        noteDuration: NoteDuration(seconds: 1), referencePitch: Frequency(hertz: 440),
        varyLoudness: UnitInterval(0)))
    simulation.listeners = listeners
    simulation.checkpoints = [20, 60]
    return simulation
  }

  @Test("a table of the checkpoints; for one listener the notes, too")
  func text() throws {
    let one = try simulation(listeners: 1)
    let lines = SimulationText.text(one, one.run()).split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("1 listener, strategy kazez, P1, lapses 0.02"))
    #expect(lines[1].split(separator: " ") == ["trials", "20", "60"])
    #expect(lines.count { $0.hasPrefix("C") || $0.hasPrefix("A") } == 5)
    #expect(lines.allSatisfy { !$0.hasSuffix(" ") && $0.count <= 80 || $0 == lines[0] })
    let two = try simulation(listeners: 2)
    #expect(!SimulationText.text(two, two.run()).contains("truth  threshold"))
  }

  @Test("JSON has the summaries and every listener's notes with truth and belief")
  func json() throws {
    let simulation = try simulation(listeners: 2)
    let text = SimulationJSON.text(simulation, simulation.run())
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let summaries = try #require(object["checkpoints"] as? [[String: Any]])
    #expect(summaries.map { $0["trials"] as? Int } == [20, 60])
    #expect(summaries[0]["shareCorrect"] is NSNull && summaries[1]["shareCorrect"] is Double)
    let listeners = try #require(object["listeners"] as? [[String: [[String: Any]]]])
    #expect(listeners.count == 2)
    let notes = try #require(listeners[1]["checkpoints"]?[1]["notes"] as? [[String: Any]])
    #expect(notes.map { $0["note"] as? Int } == Array(60...72))
    for member in ["truth", "threshold", "low", "high"] { #expect(notes[0][member] is Double) }
  }
}
