import Foundation
import Settings
import Testing

@testable import PeachApp

@Suite("A controller's map that is chosen by its name")
@MainActor
struct MapChoiceTests {
  private let home: Home
  private let file: SettingsFile

  init() throws {
    home = try Home()
    file = SettingsFile(SettingsLocation(environment: home.environment))
    let folder = home.settings.deletingLastPathComponent()
    // A map of the user's own.
    try home.write(
      """
      slider = "cc:16"
      higherButtons = ["cc:32"]
      sliderTravel = 100
      lights = ["right:cc:44"]

      """, to: folder.appendingPathComponent("controllers/mine.toml"))
  }

  private func choice(_ name: String = "mine", lights: [String] = []) throws -> MapChoice {
    try MapChoice(name, lights: lights, in: file)
  }

  @Test("it names the controller, and where its lights are if that is given")
  func settings() throws {
    #expect(try choice().settings.map(\.key) == [.controller])
    let chosen = try choice(lights: ["LPD8", "nano*"])
    #expect(chosen.settings.map(\.key) == [.controller, .connectMidiOutput])
    #expect(chosen.settings.map(\.text) == ["mine", "LPD8,nano*"])
    #expect(chosen.removed.isEmpty && chosen.overriding.isEmpty)
  }

  @Test("controls that were learnt give way, also where the map has none; other settings are named")
  func learnt() throws {
    try home.write(
      """
      slider = "cc:1"
      commitButtons = ["note:40"]
      midiChannel = 3
      lights = ["right:note:1"]
      wheelSpeed = 50
      noteDuration = 2

      """, to: home.settings)
    let chosen = try choice()
    #expect(Set(chosen.removed.map(\.key)) == [.slider, .commitButtons, .midiChannel])
    #expect(chosen.removed.first { $0.key == .slider }?.text == "cc:1")
    #expect(chosen.overriding == ["lights"])
    try file.change(
      setting: chosen.settings.map { (key: $0.key, text: $0.text) },
      removing: chosen.removed.map(\.key))
    let midi = try FileUserSettings(file: file).midi
    #expect(midi.slider == .controller(16) && midi.higher == [.controller(32)])
    #expect(midi.sliderTravel == 100 && midi.wheelSpeed == 50 && midi.channel == 0)
  }

  @Test("without a map the controls that were learnt stay")
  func noMap() throws {
    try home.write("slider = \"cc:5\"\n", to: home.settings)
    let chosen = try choice("")
    #expect(chosen.settings.map(\.text) == [""])
    #expect(chosen.removed.isEmpty && chosen.overriding.isEmpty)
  }

  @Test("one that is not there is refused")
  func missing() {
    #expect(throws: SettingsError.self) { try choice("none-such") }
  }
}
