import Foundation
import TestSupport
import Testing

@testable import Console
@testable import PeachApp
@testable import Settings

@Suite("What the user plays", .timeLimit(.minutes(1)))
@MainActor
struct PlayerScreenTests {
  private func rows(_ screen: PlayerScreen) -> [String] {
    SettingsFixture.stage(screen.stage(in: SettingsFixture.wide), in: SettingsFixture.wide)
  }

  @Test("an instrument is asked for next, and Enter sets all of its preset")
  func choosing() {
    var screen = PlayerScreen(SettingsFixture.presets, glyphs: .unicode)
    #expect(rows(screen).contains("› I listen") && !rows(screen).contains("  Cello"))
    #expect(screen.handle(.down) == .stay)
    #expect(screen.handle(.enter) == .stay)
    #expect(rows(screen).contains("› in general"))
    #expect(screen.handle(.down) == .stay)
    #expect(screen.handle(.enter) == .perform(.choose("strings-cello")))
    // Back to the strings, and only then out.
    #expect(screen.handle(.escape) == .stay)
    #expect(rows(screen).contains("› Strings"))
    #expect(screen.handle(.escape) == .back)
    #expect(screen.handle(.character("1")) == .perform(.choose("listener")))
    #expect(screen.handle(.character("u")) == .perform(.undo))
    #expect(screen.handle(.character("?")) == .help)
  }

  @Test("what is set is marked and selected, and Enter leaves it so")
  func chosen() {
    var items = SettingsFixture.presets
    items[2] = PlayerScreen.Item(preset: "strings-cello", name: "Cello", changes: [])
    var screen = PlayerScreen(items, glyphs: .unicode)
    #expect(rows(screen).contains("› Strings ✓"))
    _ = screen.handle(.enter)
    #expect(rows(screen).contains("› Cello ✓"))
    #expect(rows(screen).contains("Everything of it is set."))
    #expect(screen.handle(.enter) == .back)
    #expect(screen.spoken(in: SettingsFixture.wide).contains("2 Cello, chosen"))
    #expect(PresetWords.name(of: "strings-gamba") == "gamba")
    // Somebody has deleted all of them.
    screen = PlayerScreen([], glyphs: .unicode)
    #expect(rows(screen).contains("There are no presets."))
    #expect(screen.handle(.enter) == .back)
  }

  @Test("the command sets a preset, lists all with their files, and knows a typing error")
  func command() async throws {
    let home = try Home()
    let set = try await home.run(["settings", "preset", "strings-cello"])
    #expect(set.status == 0 && set.output.contains("noteRangeMin = 36"))
    #expect(try await home.run(["settings", "get", "soundSource"]).output == ["sf2:8:42"])
    #expect(try await home.run(["settings", "get", "tuningSystem"]).output == ["just"])
    #expect(try await home.run(["settings", "get", "player"]).output == ["strings"])
    let list = try await home.run(["settings", "preset"])
    #expect(list.output.contains { $0.hasPrefix("strings-cello: Cello, /") })
    let folder = home.settings.deletingLastPathComponent().path + "/presets"
    #expect(list.output.last == "Your own presets: \(folder)/NAME.toml")
    // A file with a fault does not hide the others.
    try home.write("noteRangeMin = 3\n", to: URL(fileURLWithPath: folder + "/year2.toml"))
    let faulty = try await home.run(["settings", "preset"])
    #expect(faulty.status == 78 && faulty.output.count == list.output.count)
    #expect(faulty.errors.contains("year2.toml, line 1: noteRangeMin = 3 is not allowed"))
    let wrong = try await home.run(["settings", "preset", "string-cello"])
    #expect(wrong.status == 64 && wrong.errors.contains("did you mean strings-cello?"))
    let json = try await home.run(["settings", "preset", "keys", "--json"])
    let text = Data(json.output.joined(separator: "\n").utf8)
    let presets = try #require(try JSONSerialization.jsonObject(with: text) as? [[String: Any]])
    #expect(presets.first?["settings"] as? [String: String] != nil)
  }
}
