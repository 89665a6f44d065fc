import Foundation
import Testing

@testable import Settings

@Suite("Controllers' maps")
@MainActor
struct ControllerMapTests {
  private nonisolated static let shipped = SettingsLocation(
    environment: ["XDG_CONFIG_DIRS": "/nonexistent"], homeDirectory: "/nonexistent"
  ).controllers

  private func settings(
    _ home: TemporaryHome, _ options: [SettingKey: String] = [:]
  ) throws -> MIDISettings {
    try FileUserSettings(file: home.file, overrides: SettingsOverrides(options)).midi
  }

  private func write(_ text: String, to name: String, of home: TemporaryHome) throws {
    let folder = home.path + "/config/peach/controllers"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).toml"))
  }

  @Test("at least eight maps come with Peach")
  func count() { #expect(Self.shipped.names.count >= 8) }

  @Test(
    "a map that comes with Peach sets MIDI alone, and says where its facts come from",
    arguments: ControllerMapTests.shipped.names)
  func shippedMap(name: String) throws {
    let map = try ControllerMap(
      try #require(ControllerName(name)), in: Self.shipped, namedAt: .argument)
    #expect(map.entries[.slider] != nil)
    #expect(map.entries.keys.filter { !$0.row.isControl }.isEmpty)
    let text = try String(contentsOfFile: map.image.path, encoding: .utf8)
    #expect(text.hasPrefix("# "))
    #expect(text.contains("# Source: "))
  }

  @Test("without anything set CC 1, the wheel, any key and the sustain pedal are bound")
  func defaults() throws {
    let midi = try settings(try TemporaryHome())
    #expect(midi == MIDISettings())
    #expect(midi.slider == .controller(1))
    #expect(midi.wheel == .speed)
    #expect(midi.commit == [.notes(0...127), .controller(64)])
    #expect(midi.higher == [.notes(61...127)])
    #expect(midi.lower == [.notes(0...59)])
    #expect(midi.stop.isEmpty)
  }

  @Test("a map holds over the defaults, the settings file over the map, an option over both")
  func layers() throws {
    let home = try TemporaryHome()
    try home.write("controller = \"behringer-x-touch-mini\"\nmidiChannel = 3\n")
    var midi = try settings(home)
    #expect(midi.channel == 3)
    #expect(midi.commit == [.notes(0...0)])
    #expect(midi.sliderTravel == 200)
    midi = try settings(home, [.commitButtons: "cc:1", .controller: "akai-lpd8"])
    #expect(midi.commit == [.controller(1)])
    #expect(midi.lower == [.notes(36...36)])
    let report = try FileUserSettings(file: home.file).report
    #expect(report.first { $0.key == .commitButtons }?.source == .controller)
    #expect(report.first { $0.key == .midiChannel }?.source == .file(line: 2))
  }

  @Test(
    "maps say what lights up, but not which port that is",
    arguments: [
      "behringer-x-touch-mini", "korg-nanokontrol2", "novation-launch-control-xl",
      "behringer-x-touch-one",
    ])
  func lights(name: String) throws {
    let home = try TemporaryHome()
    let midi = try settings(home, [.controller: name])
    let meanings = Set(midi.feedback.lights.map(\.meaning))
    #expect(meanings == Set(ControllerLight.Meaning.allCases))
    #expect(midi.feedback.outputs.isEmpty)
    try write("connectMidiOutput = [\"LPD8\"]\n", to: "mine", of: home)
    let path = home.path + "/config/peach/controllers/mine.toml"
    #expect(
      throws: SettingsError.notInController(.file(path: path, line: 1), key: .connectMidiOutput)
    ) { try settings(home, [.controller: "mine"]) }
  }

  @Test("what is sent has the channel that is received, unless it has one of its own")
  func channels() throws {
    let home = try TemporaryHome()
    #expect(try settings(home).feedbackChannel == 0)
    #expect(try settings(home, [.midiChannel: "11"]).feedbackChannel == 10)
    #expect(try settings(home, [.midiChannel: "11", "lightChannel": "1"]).feedbackChannel == 0)
  }

  @Test(
    "a fader that shows the slider may be the control that tunes",
    arguments: [
      (["slider": "cc:70", "sliderDisplay": "cc:70"], true),
      (["slider": "cc:1", "sliderDisplay": "cc:9:1-13"], false),
      (["slider": "cc14:2", "sliderDisplay": "cc14:2"], true),
      (["slider": "none", "wheel": "position", "sliderDisplay": "wheel"], true),
      (["wheel": "position", "sliderDisplay": "wheel"], true),
      (["sliderDisplay": "wheel"], true),
      (["wheel": "off", "sliderDisplay": "wheel"], false),
      (["slider": "cc:1"], false),
    ] as [([SettingKey: String], Bool)])
  func sameControl(options: [SettingKey: String], isSame: Bool) throws {
    #expect(try settings(try TemporaryHome(), options).showsSliderOnItsControl == isSame)
  }

  @Test("the user's own map wins over one that comes with Peach")
  func own() throws {
    let home = try TemporaryHome()
    try write("slider = \"nrpn:5\"\n", to: "akai-lpd8", of: home)
    #expect(try settings(home, [.controller: "akai-lpd8"]).slider == .parameter(5))
  }

  @Test("a map that is not there is told with those that are")
  func missing() throws {
    let home = try TemporaryHome()
    try home.write("\ncontroller = \"mine\"\n")
    let place = SettingOrigin.file(path: home.file.path, line: 2)
    #expect(
      throws: SettingsError.missingController(place, name: "mine", known: Self.shipped.names)
    ) { try settings(home) }
  }

  @Test("a map sets no other keys, and what it says wrongly is told by its own line")
  func wrong() throws {
    let home = try TemporaryHome()
    let path = home.path + "/config/peach/controllers/mine.toml"
    try write("wheel = \"off\"\nnoteDuration = 1.0\n", to: "mine", of: home)
    #expect(
      throws: SettingsError.notInController(.file(path: path, line: 2), key: .noteDuration)
    ) { try settings(home, [.controller: "mine"]) }
    try write("wheel = \"fast\"\n", to: "mine", of: home)
    #expect(
      throws: SettingsError.badValue(
        .file(path: path, line: 1), key: .wheel, value: "\"fast\"")
    ) { try settings(home, [.controller: "mine"]) }
  }

  @Test("a change of the map counts from the next challenge on")
  func refresh() throws {
    let home = try TemporaryHome()
    try home.write("controller = \"mine\"\n")
    try write("slider = \"cc:5\"\n", to: "mine", of: home)
    let settings = try FileUserSettings(file: home.file)
    #expect(settings.midi.slider == .controller(5))
    try write("slider = \"cc:66\"\n", to: "mine", of: home)
    settings.refresh()
    #expect(settings.midi.slider == .controller(66))
  }

  @Test("`peach midi learn` can set a control in a file with comments")
  func learning() throws {
    let home = try TemporaryHome()
    try home.write("# mine\nreferencePitch = 442 # Wien\n")
    try home.file.set(.slider, "relative:16:signedBit")
    try home.file.set(.commitButtons, "note:40")
    #expect(
      try home.text() == """
        # mine
        referencePitch = 442 # Wien
        slider = "relative:16:signedBit"
        commitButtons = ["note:40"]

        """)
  }
}
