import Foundation
import Music
import Testing

@testable import Settings

@Suite("Presets")
@MainActor
struct PresetTests {
  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private var file: SettingsFile { home.file }

  private func write(_ text: String, to name: String) throws -> String {
    let folder = URL(fileURLWithPath: file.ownPresets)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent(name + ".toml")
    try Data(text.utf8).write(to: url)
    return url.path
  }

  private func texts(_ preset: Preset) -> [String: String] {
    Dictionary(uniqueKeysWithValues: preset.values.map { ($0.key.name, $0.text) })
  }

  @Test("those that come with Peach set range, intervals, tuning and a built-in sound")
  func shipped() throws {
    let names = file.presetNames
    #expect(
      Set(names.filter { Preset.general(of: $0) == nil })
        == ["voice", "choir", "strings", "wind", "fretted", "keys", "listener"])
    let presets = try names.map { try file.preset($0) }
    let keys: Set<SettingKey> = [
      .intervals, .noteRangeMin, .noteRangeMax, .tuningSystem, .soundSource, "player",
    ]
    for preset in presets {
      #expect(Set(preset.values.map(\.key)) == keys, "\(preset.name)")
      // What is set last fits the rest.
      try file.change(setting: preset.values.map { ($0.key, $0.text) })
      #expect(texts(preset)["player"] == Preset.general(of: preset.name) ?? preset.name)
      let sound = preset.values.first { $0.key == .soundSource }?[\.soundSource]
      #expect(sound.flatMap { BuiltInSound($0) } != nil, "\(preset.name)")
    }
    // So that it can be said which one is set.
    #expect(Set(presets.map { texts($0) }).count == presets.count)
  }

  @Test("a special preset has what the general one sets, and its own range is within that")
  func special() throws {
    let cello = texts(try file.preset("strings-cello"))
    #expect(cello["noteRangeMin"] == "36" && cello["soundSource"] == "sf2:8:42")
    #expect(cello["tuningSystem"] == "just" && cello["intervals"] == "P5,P8,M3,m3")
    for name in file.presetNames {
      guard let general = Preset.general(of: name) else { continue }
      let (own, all) = (texts(try file.preset(name)), texts(try file.preset(general)))
      #expect(Int(own["noteRangeMin"] ?? "") ?? 0 >= Int(all["noteRangeMin"] ?? "") ?? 128)
      #expect(Int(own["noteRangeMax"] ?? "") ?? 128 <= Int(all["noteRangeMax"] ?? "") ?? 0)
    }
  }

  @Test("a teacher's own preset may set anything, and hides one that comes with Peach")
  func own() throws {
    let path = try write("sessionTrials = 20\nintervals = [\"fifth\"]\n", to: "keys")
    let preset = try file.preset("keys")
    #expect(preset.path == path)
    #expect(texts(preset) == ["sessionTrials": "20", "intervals": "P5"])
    _ = try write("tuningSystem = \"scales/own.scl\"\n", to: "keys-own")
    let own = texts(try file.preset("keys-own"))
    #expect(own["sessionTrials"] == "20")
    #expect(own["tuningSystem"] == file.ownPresets + "/scales/own.scl")
    #expect(file.presetNames.contains("keys-own"))
  }

  @Test("what is wrong in a preset is told by its line, and one that is not there by the others")
  func wrong() throws {
    let path = try write("noteDuration = 1.0\nnoteRangeMin = 3\n", to: "year2")
    #expect(
      throws: SettingsError.badValue(
        .file(path: path, line: 2), key: .noteRangeMin, value: "3")
    ) { try file.preset("year2") }
    for name in ["harp", "../config", "", "keys/"] {
      #expect(throws: SettingsError.missingPreset(name: name, known: file.presetNames)) {
        try file.preset(name)
      }
    }
  }
}
