import Foundation
import Music
import Testing

@testable import Settings

@Suite("The defaults of a site")
@MainActor
struct SiteSettingsTests {
  private let home: TemporaryHome

  /// The more important file of the site, and the other one.
  private var site: String { home.path + "/site/peach/config.toml" }
  private var other: String { home.path + "/other/peach/config.toml" }

  init() throws { home = try TemporaryHome() }

  private func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func settings(
    _ options: [SettingKey: String] = [:], onProblem: @escaping (SettingsError) -> Void = { _ in }
  ) throws -> FileUserSettings {
    try FileUserSettings(
      file: home.file, overrides: SettingsOverrides(options), onProblem: onProblem)
  }

  private func report(_ key: SettingKey) throws -> SettingReport {
    try #require(try settings().report.first { $0.key == key })
  }

  @Test("the first folder hides the others, the user's file both, an option all")
  func layers() throws {
    try write("noteDuration = 2\nreferencePitch = 442\nvaryLoudness = 0.5\n", to: site)
    try write("noteDuration = 3\nstrategy = 'kazez'\n", to: other)
    try home.write("referencePitch = 415\n")
    let settings = try settings([.varyLoudness: "0.25"])
    #expect(settings.noteDuration.seconds == 2)
    #expect(settings.strategy == .kazez)
    #expect(settings.referencePitch.hertz == 415)
    #expect(settings.varyLoudness.rawValue == 0.25)
    #expect(settings.siteProblems.isEmpty)
  }

  @Test("a value of the site is the default, with its file")
  func report() throws {
    try write("\nnoteDuration = 2\nreferencePitch = 442\n", to: site)
    try home.write("referencePitch = 415\n")
    let duration = try report(.noteDuration)
    #expect(duration.source == .site(path: site, line: 2))
    #expect(duration.value.text == "2.0" && duration.defaultValue.text == "2.0")
    #expect(duration.site == site)
    let pitch = try report(.referencePitch)
    #expect(pitch.source == .file(line: 1))
    #expect(pitch.defaultValue.text == "442.0" && pitch.site == site)
    let strategy = try report(.strategy)
    #expect(strategy.source == .default && strategy.site == nil)
  }

  @Test("a change goes to the user's file alone, and without it the site's value applies")
  func changes() throws {
    let text = "noteDuration = 2\n"
    try write(text, to: site)
    try home.file.set(.noteDuration, "0.5")
    #expect(try settings().noteDuration.seconds == 0.5)
    try home.file.unset(.noteDuration)
    #expect(try settings().noteDuration.seconds == 2)
    #expect(try String(contentsOfFile: site, encoding: .utf8) == text)
  }

  @Test("what is wrong in a site's file does not count; the rest of it does, and nothing stops")
  func faults() throws {
    try write("noteDuration = 9\nstrategy = 'kazez'\nnoteDurations = 1\n", to: site)
    try write("noteDuration = 2\n", to: other)
    let settings = try settings()
    #expect(settings.noteDuration.seconds == 2)
    #expect(settings.strategy == .kazez)
    let badValue = SettingsError.badValue(
      .file(path: site, line: 1), key: .noteDuration, value: "9")
    let unknown = SettingsError.unknownKey(.file(path: site, line: 3), name: "noteDurations")
    #expect(
      settings.siteProblems
        == [SiteProblem(file: site, error: badValue), SiteProblem(file: site, error: unknown)])
    #expect(try home.file.problems().isEmpty)
    #expect(home.file.siteFiles.map(\.path) == [site, other])
    #expect(home.file.siteFiles.map(\.problems.count) == [2, 0])
  }

  @Test(
    "a file that is no text, no TOML or no file does not count", arguments: ["=", "a\u{0}", nil])
  func unreadable(text: String?) throws {
    if let text {
      try write(text, to: site)
    } else {
      try FileManager.default.createDirectory(
        atPath: site, withIntermediateDirectories: true)
    }
    try write("noteDuration = 2\n", to: other)
    let settings = try settings()
    #expect(settings.noteDuration.seconds == 2)
    #expect(settings.siteProblems.map(\.file) == [site])
  }

  @Test("a value that does not fit the user's own gives way; the user's is kept")
  func conflict() throws {
    try write("noteDuration = 2\nnoteRangeMin = 60\n", to: site)
    try home.write("noteRangeMax = 65\n")
    let settings = try settings()
    #expect(settings.noteRange == NoteRange(lowest: 36, highest: 65))
    #expect(settings.noteDuration.seconds == 2)
    let error = SettingsError.noteRangeTooNarrow(
      .file(path: site, line: 2), key: .noteRangeMin, lowest: 60, highest: 65)
    #expect(settings.siteProblems == [SiteProblem(file: site, error: error)])
    // Other settings can be changed all the same.
    try home.file.set(.noteDuration, "1.5")
    #expect(try self.settings().noteDuration.seconds == 1.5)
    // The value that has given way already is no reason to refuse one.
    try home.file.set(.noteRangeMax, "64")
    #expect(try self.settings().noteRange == NoteRange(lowest: 36, highest: 64))
  }

  @Test("the user's own fault stays the user's")
  func ownFault() throws {
    try write("noteRangeMin = 40\n", to: site)
    try home.write("noteRangeMin = 60\nnoteRangeMax = 65\n")
    let error = try #require(throws: SettingsError.self) { try settings() }
    #expect(error.place == .file(path: home.file.path, line: 2))
  }

  @Test("a new value of the user's must fit the site's, as it must fit Peach's own defaults")
  func newValues() throws {
    try write("noteRangeMin = 60\n", to: site)
    let error = SettingsError.noteRangeTooNarrow(
      .argument, key: .noteRangeMax, lowest: 60, highest: 71)
    #expect(throws: error) { try home.file.set(.noteRangeMax, "71") }
    try home.file.set(.noteRangeMax, "72")
    let value = try report(.noteRangeMax).value
    #expect(
      home.file.choices(for: .noteRangeMax, at: value) == .neighbours(before: nil, after: "73"))
  }

  @Test("a scale or a map that the site names and that is not there does not count")
  func missingFiles() throws {
    try write("tuningSystem = 'scala:none'\ncontroller = 'none'\nnoteDuration = 2\n", to: site)
    let settings = try settings()
    #expect(settings.tuningSystem == .equalTemperament)
    #expect(settings.midi == MIDISettings())
    #expect(settings.noteDuration.seconds == 2)
    #expect(Set(settings.siteProblems.compactMap(\.error.key)) == [.tuningSystem, .controller])
  }

  @Test("the site's scales and maps are beside its file; its own paths count from there")
  func besides() throws {
    let fifths = "just a fifth\n2\n3/2\n2/1\n"
    try write(fifths, to: home.path + "/site/peach/scales/pure.scl")
    try write("slider = 'nrpn:5'\n", to: home.path + "/other/peach/controllers/mine.toml")
    try write("tuningSystem = 'scala:pure'\nsoundFonts = ['fonts']\n", to: site)
    try write("controller = 'mine'\n", to: other)
    let settings = try settings()
    #expect(settings.siteProblems.isEmpty)
    #expect(settings.tuningSystem.identifier == "scala:pure")
    #expect(settings.midi.slider == .parameter(5))
    #expect(settings.soundFonts.file == [home.path + "/site/peach/fonts"])
    try write("tuningSystem = 'scales/pure.scl'\n", to: site)
    #expect(try self.settings().tuningSystem.identifier == "scala:pure")
  }

  @Test(
    "single controls of the site hide the map that it names, and a map of the user's hides them")
  func maps() throws {
    try write("controller = 'behringer-x-touch-mini'\ncommitButtons = ['cc:100']\n", to: site)
    var midi = try settings().midi
    #expect(midi.commit == [.controller(100)])
    #expect(midi.sliderTravel == 200)
    midi = try settings([.controller: "behringer-x-touch-mini"]).midi
    #expect(midi.commit == [.notes(0...0)])
  }

  @Test("a change of the site's file counts from the next refresh on")
  func live() throws {
    let settings = try settings { Issue.record("\($0)") }
    #expect(settings.noteDuration.seconds == 1)
    try write("noteDuration = 2\n", to: site)
    settings.refresh()
    #expect(settings.noteDuration.seconds == 2)
    try write("noteDuration = 9\n", to: site)
    settings.refresh()
    #expect(settings.noteDuration.seconds == 1)
    #expect(settings.siteProblems.count == 1)
  }

  @Test("a user's own folder among those of the site is read once")
  func sameFolder() throws {
    let environment = ["HOME": home.path, "XDG_CONFIG_HOME": "/c", "XDG_CONFIG_DIRS": "/c:/d"]
    #expect(SettingsLocation(environment: environment).sites == ["/d/peach/config.toml"])
    let usual = SettingsLocation(environment: ["HOME": home.path])
    #expect(usual.sites == ["/etc/xdg/peach/config.toml"])
  }
}
