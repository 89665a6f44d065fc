import Foundation
import Music
import Testing
import Training

@testable import Settings

@Suite("FileUserSettings")
@MainActor
struct FileUserSettingsTests {
  private let fifth = DirectedInterval(.perfectFifth)

  @Test("options hide the file, the file hides the defaults")
  func layers() throws {
    let home = try TemporaryHome()
    try home.write("noteDuration = 2\nreferencePitch = 442\n")
    let overrides = try SettingsOverrides([.noteDuration: "0.3", .intervals: "P5,M3-"])
    let settings = try FileUserSettings(file: home.file, overrides: overrides)
    #expect(settings.noteDuration.seconds == 0.3)
    #expect(settings.referencePitch.hertz == 442)
    #expect(settings.intervals == [fifth, DirectedInterval(.majorThird, .down)])
    #expect(settings.varyLoudness.rawValue == 0)
    #expect(try home.text() == "noteDuration = 2\nreferencePitch = 442\n")
  }

  @Test("interval mode changes the default of the intervals alone")
  func defaultIntervals() throws {
    let home = try TemporaryHome()
    let settings = try FileUserSettings(file: home.file, defaultIntervals: [fifth])
    #expect(settings.intervals == [fifth])
    #expect(settings.report.first { $0.key == .intervals }?.defaultValue.text == "P5")
    try home.write("intervals = ['M3']")
    settings.refresh()
    #expect(settings.intervals == [DirectedInterval(.majorThird)])
  }

  @Test("a bad option is told as such")
  func badOption() {
    #expect(throws: SettingsError.badValue(.option, key: .strategy, value: "?")) {
      try SettingsOverrides([.noteDuration: "9", .strategy: "?"])
    }
  }

  @Test(
    "an option that leaves too narrow a note range is to blame, even if the file sets the other end",
    arguments: [
      ("", [SettingKey.noteRangeMin: "73"], SettingKey.noteRangeMin),
      ("noteRangeMin = 60", [.noteRangeMax: "71"], .noteRangeMax),
      ("noteRangeMax = 60", [.noteRangeMin: "49"], .noteRangeMin),
      ("", [.noteRangeMin: "60", .noteRangeMax: "60"], .noteRangeMax),
    ])
  func narrowByOption(text: String, options: [SettingKey: String], blamed: SettingKey) throws {
    let home = try TemporaryHome()
    try home.write(text)
    let error = try #require(throws: SettingsError.self) {
      try FileUserSettings(file: home.file, overrides: try SettingsOverrides(options))
    }
    #expect(error.key == blamed)
    #expect(error.place == .option)
  }

  @Test("an option can mend the note range of a file for a run")
  func mendedByOption() throws {
    let home = try TemporaryHome()
    try home.write("noteRangeMin = 80")
    let overrides = try SettingsOverrides([.noteRangeMax: "108"])
    let settings = try FileUserSettings(file: home.file, overrides: overrides)
    #expect(settings.noteRange == NoteRange(lowest: 80, highest: 108))
  }

  @Test("a change of the file counts from the next refresh on")
  func live() throws {
    let home = try TemporaryHome()
    let settings = try FileUserSettings(file: home.file) { Issue.record("\($0)") }
    try home.file.set(.noteDuration, "2")
    #expect(settings.noteDuration.seconds == 1)
    settings.refresh()
    #expect(settings.noteDuration.seconds == 2)

    for duration in ["0.5", "0.6", "0.7"] {
      try home.file.set(.noteDuration, duration)
      settings.refresh()
      #expect(settings.noteDuration.seconds == Double(duration))
      try home.write("noteDuration = 1.5\n")
      settings.refresh()
      #expect(settings.noteDuration.seconds == 1.5)
    }
    try FileManager.default.removeItem(atPath: home.file.path)
    settings.refresh()
    #expect(settings.noteDuration.seconds == 1)
  }

  @Test("a file that breaks while training leaves the last good values, and is told once")
  func breaksLater() throws {
    let home = try TemporaryHome()
    var problems: [SettingsError] = []
    try home.write("noteDuration = 2\n")
    let settings = try FileUserSettings(file: home.file) { problems.append($0) }

    try home.write("noteDuration = 9\n")
    for _ in 1...3 { settings.refresh() }
    let first = SettingsError.badValue(
      .file(path: home.file.path, line: 1), key: .noteDuration, value: "9")
    #expect(problems == [first])
    #expect(settings.noteDuration.seconds == 2)

    try home.write("noteDuration = \n")
    for _ in 1...3 { settings.refresh() }
    #expect(problems.count == 2)
    #expect(settings.noteDuration.seconds == 2)

    try home.write("noteDuration = 3\n")
    settings.refresh()
    #expect(settings.noteDuration.seconds == 3)
    try home.write("noteDuration = 9\n")
    settings.refresh()
    #expect(problems.count == 3)
    #expect(problems.last == first)
  }

  @Test("a named file that goes away while training leaves the last good values, told once")
  func goesAway() throws {
    let home = try TemporaryHome()
    try home.write("noteDuration = 2\n")
    var problems: [SettingsError] = []
    let file = SettingsFile(namedByUser: home.file.path)
    let settings = try FileUserSettings(file: file) { problems.append($0) }
    for round in 1...2 {
      try FileManager.default.removeItem(atPath: file.path)
      for _ in 1...3 { settings.refresh() }
      #expect(problems == Array(repeating: .missingFile(path: file.path), count: round))
      #expect(settings.noteDuration.seconds == 2)
      try home.write("noteDuration = 2\n")
      settings.refresh()
    }
  }

  @Test("a change that makes an option impossible is told, and does not count")
  func narrowedLater() throws {
    let home = try TemporaryHome()
    var problems: [SettingsError] = []
    let overrides = try SettingsOverrides([.noteRangeMin: "60"])
    let settings = try FileUserSettings(file: home.file, overrides: overrides) {
      problems.append($0)
    }
    try home.write("noteRangeMax = 70\nnoteDuration = 2")
    settings.refresh()
    #expect(problems.map(\.key) == [.noteRangeMin])
    #expect(settings.noteRange == NoteRange(lowest: 60, highest: 84))
    #expect(settings.noteDuration.seconds == 1)
  }

  @Test("the report names every key, its value, its default and its source")
  func report() throws {
    let home = try TemporaryHome()
    try home.write("\nnoteDuration = 2\nstrategy = 'kazez'\n")
    let overrides = try SettingsOverrides([.noteDuration: "0.3"])
    let report = try FileUserSettings(file: home.file, overrides: overrides).report
    #expect(report.map(\.key) == SettingKey.allCases)
    let duration = try #require(report.first { $0.key == .noteDuration })
    #expect(duration.name == "noteDuration")
    #expect(duration.value.text == "0.3")
    #expect(duration.defaultValue.text == "1.0")
    #expect(duration.source == .option)
    #expect(report.first { $0.key == .strategy }?.source == .file(line: 3))
    #expect(report.first { $0.key == .intervals }?.source == .default)
  }
}
