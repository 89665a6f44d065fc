import Music
import Testing
import Training

@testable import Settings

@Suite("SettingKey")
struct SettingKeyTests {
  @Test(
    "the default of a key is a text that it accepts",
    arguments: SettingKey.allCases)
  func defaults(key: SettingKey) {
    let value = key.defaultValue
    #expect(value.key == key)
    #expect(SettingValue(key, text: value.text) == value)
  }

  @Test(
    "an option is the key in kebab case",
    arguments: [
      ("drone", "--drone"), ("noteRangeMin", "--note-range-min"),
      ("tuningSystem", "--tuning-system"), ("discardOnXrun", "--discard-on-xrun"),
      ("connectMidiOutput", "--connect-midi-output"),
    ])
  func optionNames(key: String, option: String) throws {
    #expect(try SettingKey.named(key).optionName == option)
  }

  @Test("a key is known by its name and by its option's", arguments: SettingKey.allCases)
  func named(key: SettingKey) throws {
    #expect(try SettingKey.named(key.name) == key)
    #expect(try SettingKey.named(String(key.optionName.dropFirst(2))) == key)
  }

  @Test("a name that is no key is told")
  func unknownName() {
    #expect(throws: SettingsError.unknownKey(.argument, name: "colour")) {
      try SettingKey.named("colour")
    }
  }

  @Test("the words that a key takes are values of it", arguments: SettingKey.allCases)
  func listedWords(key: SettingKey) {
    for word in key.row.domain.words { #expect(SettingValue(key, text: word)?.text == word) }
    #expect(key.row.domain.words.isEmpty || key.row.domain.words.contains(key.defaultValue.text))
  }

  @Test("every key that the program names is in the table")
  func namedByProgram() {
    let keys: [SettingKey] = [
      .accompaniment, .commitButtons, .connect, .controller, .higherButtons, .intervals,
      .lowerButtons,
      .midiChannel,
      .noteRangeMax, .noteRangeMin, .osc, .sessionTraining, .slider, .soundFonts, .soundSource,
      .stopButtons, .tuningSystem, .wheel,
    ]
    for key in keys { #expect(SettingKey(name: key.name) == key) }
    #expect(Set(SettingKey.allCases).count == SettingTable.rows.count)
  }

  @Test(
    "every setting has a musician's name that fits the settings screen, and every group a setting")
  func names() {
    for row in SettingTable.rows { #expect((1...17).contains(row.name.count), "\(row.key.name)") }
    let names = SettingTable.rows.map { "\($0.group) \($0.name)" }
    #expect(Set(names).count == names.count, "no two of a group are called alike")
    #expect(Set(SettingTable.rows.map(\.group)).count == SettingGroup.allCases.count)
  }

  @Test("on the command line the meaning says what a number counts")
  func explanations() {
    #expect(SettingKey("noteDuration").row.meaning == "How long each note sounds.")
    #expect(
      SettingKey("noteDuration").row.explanation
        == "How long each note sounds. The value is in seconds.")
    #expect(SettingKey("strategy").row.explanation == SettingKey("strategy").row.meaning)
  }

  @Test(
    "a value has a musician's words",
    arguments: [
      ("noteDuration", "1", "1.0 s"), ("noteDuration", "0.75", "0.75 s"),
      ("referencePitch", "442", "442 Hz"), ("referencePitch", "441.5", "441.5 Hz"),
      ("varyLoudness", "0", "off"), ("varyLoudness", "0.5", "±2.5 dB"),
      ("correctIntonation", "true", "yes"), ("correctIntonation", "false", "no"),
      ("tuningSystem", "meantone", "meantone"), ("tuningSystem", "scala:slendro", "slendro"),
      ("tuningSystem", "/a/b/c.scl", "c.scl"), ("strategy", "kazez", "staircase"),
      ("connect", "physical", "the machine's first"), ("connect", "off", "none, I patch it myself"),
      ("connect", "ardour", "ardour"), ("controller", "", "none"), ("midiChannel", "0", "all"),
      ("midiChannel", "3", "3"), ("slider", "cc14:1", "CC 1 and 33"),
      ("slider", "relative:16:signedBit", "encoder, CC 16"), ("wheelTimeout", "0", "never"),
      ("wheelTimeout", "2.5", "2.5 s"),
      ("higherButtons", "notes:61-127,cc:64", "notes 61–127, CC 64"),
      ("stopButtons", "", "none"), ("osc", "off", "off"), ("osc", "9000", "9000"),
      ("sessionTraining", "matching", "matching"), ("soundFonts", "", ""),
      ("outputLevel", "-12", "-12 dB"), ("sessionTrials", "0", "endless"),
      ("sessionTrials", "40", "40 trials"), ("breakMinutes", "0", "off"),
      ("breakMinutes", "15", "15 min"), ("afterWrongAnswer", "next", "the next trial"),
      ("nextTrial", "key", "with Enter"), ("levelControl", "cc:7", "CC 7"),
      ("connectMidiOutput", "", "none"), ("connectMidiOutput", "LPD8,nano*", "LPD8, nano*"),
      ("lightChannel", "0", "as received"), ("lightChannel", "9", "9"), ("lights", "", "none"),
      ("lights", "waiting:note:36,right:cc:4:1", "waiting: note 36, right: CC 4"),
      ("sliderDisplay", "none", "nothing"), ("sliderDisplay", "cc:9:1-13", "CC 9"),
      ("sliderDisplay", "cc14:9", "CC 9 and 41"), ("sliderDisplay", "wheel", "the pitch wheel"),
      ("controllerPreset", "none", "as it is"), ("controllerPreset", "program:5", "program 5"),
      ("controllerPreset", "program:5:Peach", "Peach"),
    ])
  func inWords(name: String, text: String, words: String) throws {
    let key = try #require(SettingKey(name: name))
    #expect(try #require(SettingValue(key, text: text)).inWords == words)
  }

  @Test("a number's range is short; everything else has none")
  func ranges() {
    #expect(SettingKey("noteDuration").row.domain.range == 0.3...3)
    #expect(SettingKey("noteRangeMin").row.domain.range == 21...108)
    #expect(SettingKey("strategy").row.domain.range == nil)
  }

  @Test("every setting says what it is for, what is allowed, and how to get there")
  func explained() {
    for row in SettingTable.rows {
      #expect(!row.meaning.isEmpty && !row.domain.allowed.isEmpty)
    }
    #expect(SettingTable.rows.first?.comment.isEmpty == false)
  }
}
