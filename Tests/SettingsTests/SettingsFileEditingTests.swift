import Foundation
import Testing

@testable import Settings

@Suite("SettingsFile: editing")
struct SettingsFileEditingTests {
  /// One edit: what the file held, what it holds afterwards.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let key: SettingKey
    let text: String
    let before: String
    let after: String

    init(
      _ description: String, _ key: SettingKey, _ text: String, _ before: String, _ after: String
    ) {
      testDescription = description
      (self.key, self.text, self.before, self.after) = (key, text, before, after)
    }
  }

  static let sets: [Case] = [
    Case("an empty file", .noteDuration, "2", "", "noteDuration = 2.0\n"),
    Case(
      "an inline comment", .noteDuration, "2", "  noteDuration\t=1.0   # slow\n",
      "  noteDuration\t=2.0   # slow\n"),
    Case("no line break at the end", .noteDuration, "2", "noteDuration=1", "noteDuration=2.0"),
    Case(
      "a new key after the last line without a line break", .noteDuration, "2", "strategy='kazez'",
      "strategy='kazez'\nnoteDuration = 2.0\n"),
    Case(
      "a new key below the last assignment", .noteDuration, "2",
      "# top\nstrategy = 'kazez' # s\n\n# end\n",
      "# top\nstrategy = 'kazez' # s\nnoteDuration = 2.0\n\n# end\n"),
    Case(
      "a new key below the comment that shows it", .noteDuration, "2",
      "#  noteDuration= 1.0\n\n# noteDurations = 1\n# the noteDuration = 1\nstrategy = 'kazez'\n",
      "#  noteDuration= 1.0\nnoteDuration = 2.0\n\n"
        + "# noteDurations = 1\n# the noteDuration = 1\nstrategy = 'kazez'\n"),
    Case(
      "a key in a comment", .noteDuration, "2", "# noteDuration = 3\n  # noteDuration=4\n",
      "# noteDuration = 3\n  # noteDuration=4\nnoteDuration = 2.0\n"),
    Case(
      "a key in a comment and in earnest", .noteDuration, "2",
      "# noteDuration = 3\nnoteDuration = 1\n#noteDuration = 4",
      "# noteDuration = 3\nnoteDuration = 2.0\n#noteDuration = 4"),
    Case(
      "an array over several lines", .intervals, "P1,M3-",
      "intervals = [ # ] \"\n  'P5', # '''\n\n  \"M3\",\n]  # end\nnoteDuration = 1\n",
      "intervals = [\"P1\", \"M3-\"]  # end\nnoteDuration = 1\n"),
    Case(
      "a key in double quotes", .noteDuration, "2", "\"noteDuration\" = 1", "\"noteDuration\" = 2.0"
    ),
    Case(
      "a key in double quotes with escapes", .noteDuration, "2", #""note\u0044uration" = 1"#,
      #""note\u0044uration" = 2.0"#),
    Case(
      "a key in single quotes", .noteDuration, "2", "'noteDuration'= 1#", "'noteDuration'= 2.0#"),
    Case(
      "a hash in a string", .soundSource, "sf2:0:0", "soundSource = \"a#b = 'c:1:2\" # \"#\"\n",
      "soundSource = \"sf2:0:0\" # \"#\"\n"),
    Case(
      "quotes in strings", .noteDuration, "2",
      "soundSource = \"\\\"#'\\\\:0:0\"\nnoteDuration = 1\nstrategy = '''kazez'''\n",
      "soundSource = \"\\\"#'\\\\:0:0\"\nnoteDuration = 2.0\nstrategy = '''kazez'''\n"),
    Case(
      "a string over several lines that is no other assignment", .noteDuration, "2",
      "soundSource = \"\"\"\\\n  noteDuration = 5 \\\n  x:0:0\"\"\"\nnoteDuration = 1\n",
      "soundSource = \"\"\"\\\n  noteDuration = 5 \\\n  x:0:0\"\"\"\nnoteDuration = 2.0\n"),
    Case(
      "a string that ends in quotes", .soundSource, "sf2:0:0",
      "soundSource = \"\"\"\\\n\"\"a\\\"\"\":0:0\"\"\" # c\nnoteDuration = 1\n",
      "soundSource = \"sf2:0:0\" # c\nnoteDuration = 1\n"),
    Case(
      "carriage returns", .noteDuration, "2",
      "\r\n# c\r\nnoteDuration = 1\r\nstrategy = 'kazez'\r\n",
      "\r\n# c\r\nnoteDuration = 2.0\r\nstrategy = 'kazez'\r\n"),
    Case(
      "a new key among carriage returns", .noteDuration, "2", "# c\r\nstrategy = 'kazez'\r\n\r\n",
      "# c\r\nstrategy = 'kazez'\r\nnoteDuration = 2.0\r\n\r\n"),
    Case(
      "a byte order mark", .noteDuration, "2", "\u{FEFF}noteDuration = 1\n",
      "\u{FEFF}noteDuration = 2.0\n"),
    Case("only a byte order mark", .noteDuration, "2", "\u{FEFF}", "\u{FEFF}noteDuration = 2.0\n"),
    Case(
      "a value that was bad", .noteDuration, "2", "noteDuration = 99 # ?\n",
      "noteDuration = 2.0 # ?\n"),
    Case(
      "a value of the wrong type", .noteDuration, "2", "noteDuration = { a = '#' } # ?\n",
      "noteDuration = 2.0 # ?\n"),
    Case(
      "the value it has", .noteDuration, "1", "noteDuration = 1 # one\n",
      "noteDuration = 1 # one\n"),
    Case(
      "the intervals it has", .intervals, "P5,M3", "intervals = [\n 'P5', # x\n 'M3' ]\n",
      "intervals = [\n 'P5', # x\n 'M3' ]\n"),
    Case(
      "a font's name with quotes and umlauts", .soundSource, #"Flügel "C\7":0:0"#,
      "# ♪ 𝄞\nsoundSource = 'sf2:8:80' # ♭",
      "# ♪ 𝄞\nsoundSource = \"Flügel \\\"C\\\\7\\\":0:0\" # ♭"),
  ]

  @Test("setting a key changes its value and not one byte more", arguments: sets)
  func set(edit: Case) throws {
    let home = try TemporaryHome()
    try home.write(edit.before)
    try home.file.set(edit.key, edit.text)
    #expect(try home.text() == edit.after)
    #expect(try home.file.problems().isEmpty)
    #expect(try home.names() == ["config.toml"])
  }

  static let unsets: [Case] = [
    Case("the only line", .noteDuration, "", "noteDuration = 1\n", ""),
    Case("the last line", .noteDuration, "", "# x\nnoteDuration = 1", "# x\n"),
    Case(
      "an inline comment", .noteDuration, "", "\tnoteDuration = 1 # slow\nstrategy = 'kazez'\n",
      "\t# slow\nstrategy = 'kazez'\n"),
    Case(
      "an array over several lines", .intervals, "",
      "a = 1\nintervals = [\n 'P5', # ]\n]\nnoteDuration = 1\n", "a = 1\nnoteDuration = 1\n"),
    Case(
      "carriage returns", .noteDuration, "", "# c\r\n'noteDuration' = 1\r\n\r\n", "# c\r\n\r\n"),
    Case("a bad value", .noteDuration, "", "noteDuration = 99\nstrategy = 1\n", "strategy = 1\n"),
    Case("a comment alone", .noteDuration, "", "# noteDuration = 1\n", "# noteDuration = 1\n"),
    Case(
      "in a table of the same name for another key", .noteDuration, "",
      "noteDuration = 2\n[x]\nnoteDuration = 1\n", "[x]\nnoteDuration = 1\n"),
    Case(
      "a broken note range", .noteRangeMin, "", "noteRangeMin = 80\nnoteRangeMax = 40\n",
      "noteRangeMax = 40\n"),
  ]

  @Test("unsetting a key removes its assignment and not one byte more", arguments: unsets)
  func unset(edit: Case) throws {
    let home = try TemporaryHome()
    try home.write(edit.before)
    try home.file.unset(edit.key)
    #expect(try home.text() == edit.after)
    #expect(try home.names() == ["config.toml"])
  }

  @Test("setting and unsetting every key leaves a file as it was", arguments: SettingKey.allCases)
  func thereAndBack(key: SettingKey) throws {
    let home = try TemporaryHome()
    let text = "# a\n\n# \(key.name) = 1\n\n# b\n"
    try home.write(text)
    try home.file.set(key, key.defaultValue.text)
    let assignment = "\(key.name) = \(key.defaultValue.toml)\n"
    #expect(try home.text() == "# a\n\n# \(key.name) = 1\n\(assignment)\n# b\n")
    try home.file.unset(key)
    #expect(try home.text() == text)
  }

  @Test("a value that is not allowed leaves the file as it was")
  func badValue() throws {
    let home = try TemporaryHome()
    let error = SettingsError.badValue(.argument, key: .noteDuration, value: "99")
    #expect(throws: error) { try home.file.set(.noteDuration, "99") }
    #expect(!FileManager.default.fileExists(atPath: home.path + "/config"))
    try home.write("noteDuration = 1\n")
    #expect(throws: error) { try home.file.set(.noteDuration, "99") }
    #expect(try home.text() == "noteDuration = 1\n")
  }

  @Test("a note range that would be too narrow is refused, whoever makes it so")
  func noteRange() throws {
    let home = try TemporaryHome()
    try home.write("noteRangeMin = 24\nnoteRangeMax = 40\n")
    let file = home.file
    let edits = [{ try file.set(.noteRangeMin, "29") }, { try file.unset(.noteRangeMin) }]
    for edit in edits {
      let error = try #require(throws: SettingsError.self) { try edit() }
      guard case .noteRangeTooNarrow(_, _, _, 40) = error else {
        Issue.record("\(error)")
        continue
      }
    }
    #expect(try home.text() == "noteRangeMin = 24\nnoteRangeMax = 40\n")
    try home.file.set(.noteRangeMin, "28")
    #expect(try home.text() == "noteRangeMin = 28\nnoteRangeMax = 40\n")
  }

  @Test(
    "nothing is set in a file that is broken elsewhere or holds the key in another form",
    arguments: ["strategy = 1\n", "x = 1\n", "noteDuration.x = 1\n", "[noteDuration]\n", "a ! b"])
  func broken(text: String) throws {
    let home = try TemporaryHome()
    try home.write(text)
    #expect(throws: SettingsError.self) { try home.file.set(.noteDuration, "2") }
    #expect(try home.text() == text)
    #expect(try home.names() == ["config.toml"])
  }

  @Test("several keys change at once, and what has its value already is not touched")
  func together() throws {
    let home = try TemporaryHome()
    try home.write("noteDuration = 2 # slow\nslider = 'cc:20'\nwheel = 'off' # mine\n")
    try home.file.change(
      setting: [(.noteDuration, "2"), (.controller, "akai-lpd8"), (.connectMidiOutput, "LPD8")],
      removing: [.slider, .wheel, .commitButtons])
    #expect(
      try home.text() == """
        noteDuration = 2 # slow
        # mine
        controller = "akai-lpd8"
        connectMidiOutput = ["LPD8"]

        """)
    #expect(try home.names() == ["config.toml"])
    // Each end of the range alone would be refused.
    try home.write("noteRangeMin = 24\nnoteRangeMax = 40\n")
    try home.file.change(setting: [(.noteRangeMin, "60"), (.noteRangeMax, "80")])
    #expect(try home.text() == "noteRangeMin = 60\nnoteRangeMax = 80\n")
    try home.file.change(setting: [], removing: [.noteRangeMin, .noteRangeMax])
    #expect(try home.text().isEmpty)
  }

  @Test("of several changes none is made if one is not allowed or cannot be made")
  func allOrNothing() throws {
    let home = try TemporaryHome()
    let text = "slider = 'cc:20'\nnoteRangeMin = 24\n"
    try home.write(text)
    let bad = SettingsError.badValue(.argument, key: .noteDuration, value: "99")
    #expect(throws: bad) {
      try home.file.change(
        setting: [(.wheel, "off"), (.noteDuration, "99")], removing: [.slider])
    }
    let unknown = SettingsError.missingController(
      .argument, name: "none-such", known: home.file.controllerNames)
    #expect(throws: unknown) {
      try home.file.change(
        setting: [(.wheel, "off"), (.controller, "none-such")], removing: [.slider])
    }
    let narrow = SettingsError.noteRangeTooNarrow(
      .argument, key: .noteRangeMax, lowest: 24, highest: 30)
    #expect(throws: narrow) {
      try home.file.change(setting: [(.wheel, "off"), (.noteRangeMax, "30")], removing: [.slider])
    }
    #expect(try home.text() == text)
    try home.write("slider.x = 1\n")
    #expect(throws: SettingsError.self) {
      try home.file.change(setting: [(.wheel, "off")], removing: [.slider])
    }
    #expect(try home.text() == "slider.x = 1\n")
  }
}
