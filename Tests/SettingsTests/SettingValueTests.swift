import Music
import Testing
import Training

@testable import Settings

@Suite("SettingValue")
struct SettingValueTests {
  /// The defaults with another value in one place.
  private static let tooManyLights = (0...128).map { "right:note:\($0 % 128):\($0 / 128)" }
    .joined(separator: ",")

  private static func values<Value>(
    _ path: WritableKeyPath<SettingValues, Value>, _ value: Value
  ) -> SettingValues {
    var values = SettingValues()
    values[keyPath: path] = value
    return values
  }

  private func check(_ key: SettingKey, _ text: String, _ expected: SettingValues) throws {
    let value = try #require(SettingValue(key, text: text))
    var values = SettingValues()
    value.apply(to: &values)
    #expect(values == expected)
    #expect(SettingValue(key, text: value.text) == value)
    #expect(values[key] == value)
  }

  @Test(
    "values up to the limits are read from text",
    arguments: [
      (SettingKey.noteRangeMin, "21", values(\.lowestNote, 21)),
      (.noteRangeMin, "108", values(\.lowestNote, 108)),
      (.noteRangeMax, "108", values(\.highestNote, 108)),
      (.noteDuration, "0.3", values(\.noteDuration, NoteDuration(seconds: 0.3))),
      (.noteDuration, "0,7", values(\.noteDuration, NoteDuration(seconds: 0.7))),
      (.noteDuration, "3", values(\.noteDuration, NoteDuration(seconds: 3))),
      (.noteDuration, " 5e-1 ", values(\.noteDuration, NoteDuration(seconds: 0.5))),
      (.noteGap, "0", values(\.noteGap, 0)), (.noteGap, "0,35", values(\.noteGap, 0.35)),
      (.noteGap, "2", values(\.noteGap, 2)),
      (.referencePitch, "380", values(\.referencePitch, Frequency(hertz: 380))),
      (.referencePitch, "500.0", values(\.referencePitch, Frequency(hertz: 500))),
      (.correctIntonation, "false", values(\.correctIntonation, false)),
      (.correctIntonation, " true ", values(\.correctIntonation, true)),
      (.evenLoudness, "false", values(\.evenLoudness, false)),
      (.reStrike, "false", values(\.reStrike, false)),
      (.varyLoudness, "-0", values(\.varyLoudness, UnitInterval(0))),
      (.varyLoudness, "1", values(\.varyLoudness, UnitInterval(1))),
      (
        .soundSource, "sf2:16383:127",
        values(\.soundSource, SoundSourceID(bank: 16_383, program: 127))
      ),
      (
        .soundSource, "My \"Grand\" \\ C:\\x:0:1",
        values(\.soundSource, SoundSourceID(font: "My \"Grand\" \\ C:\\x", bank: 0, program: 1))
      ),
      (.connect, "off", values(\.connect, .off)),
      (.connect, "physical", values(\.connect, .physical)),
      (.connect, "system", values(\.connect, .pattern("system"))),
      (.connect, "^ardour:(bus|in) ?[12]$", values(\.connect, .pattern("^ardour:(bus|in) ?[12]$"))),
      (.intervals, "P5", values(\.intervals, [DirectedInterval(.perfectFifth)])),
      (
        .intervals, "P1, P5,M3-",
        values(
          \.intervals,
          [.prime, DirectedInterval(.perfectFifth), DirectedInterval(.majorThird, .down)])
      ),
      (.intervals, "P5,P5", values(\.intervals, [DirectedInterval(.perfectFifth)])),
      (.tuningSystem, "equal", values(\.tuning, .builtIn(.equalTemperament))),
      (.tuningSystem, "just", values(\.tuning, .builtIn(.justIntonation))),
      (.tuningSystem, "pythagorean", values(\.tuning, .builtIn(.pythagorean))),
      (.tuningSystem, "meantone", values(\.tuning, .builtIn(.quarterCommaMeantone))),
      (.tuningSystem, "../my scale.SCL", values(\.tuning, .scale(.path("../my scale.SCL")))),
      (.tuningSystem, "scala:/x/y", values(\.tuning, .scale(.path("/x/y")))),
      (.tuningSystem, "scala:y.scl", values(\.tuning, .scale(.path("y.scl")))),
      (.tuningSystem, "scala:werck3", values(\.tuning, .scale(.name("werck3")))),
      (.tuningSystem, "scala:a:b c", values(\.tuning, .scale(.name("a:b c")))),
      (.strategy, "kazez", values(\.strategy, .kazez)),
      (.wrongAnswerSignal, "none", values(\.wrongAnswerSignal, .none)),
      (.wrongAnswerSignal, "bell", values(\.wrongAnswerSignal, .bell)),
      ("afterWrongAnswer", "next", values(\.afterWrongAnswer, .next)),
      ("noteRangeMin", "C2", values(\.lowestNote, 36)),
      ("noteRangeMax", "c'''", values(\.highestNote, 84)),
      ("referencePitch", "442Hz", values(\.referencePitch, Frequency(hertz: 442))),
      (
        "intervals", "fifth M3-",
        values(
          \.intervals, [DirectedInterval(.perfectFifth), DirectedInterval(.majorThird, .down)])
      ),
      ("feedbackTime", "5", values(\.feedbackTime, 5)),
      ("nextTrial", "key", values(\.nextTrial, .key)),
      ("sessionTrials", "0", values(\.sessionTrials, 0)),
      ("breakMinutes", "240", values(\.breakMinutes, 240)),
      ("outputLevel", "\u{2212}7,5", values(\.outputLevel, AmplitudeDB(-7.5))),
      ("outputLevel", "-60", values(\.outputLevel, AmplitudeDB(-60))),
      ("outputLevel", "0", values(\.outputLevel, AmplitudeDB(0))),
      (.sessionTraining, "comparison", values(\.sessionTraining, .comparison)),
      (.sessionTraining, "matching", values(\.sessionTraining, .matching)),
    ])
  func allowed(key: SettingKey, text: String, expected: SettingValues) throws {
    try check(key, text, expected)
  }

  @Test(
    "MIDI controls are read from text",
    arguments: [
      (SettingKey.controller, "", values(\.controller, .none)),
      (.midiChannel, "16", values(\.midi.channel, 16)),
      (.slider, "cc:127", values(\.midi.slider, .controller(127))),
      (.slider, "cc14:31", values(\.midi.slider, .pair(31))),
      (.slider, "nrpn:16383", values(\.midi.slider, .parameter(16_383))),
      (
        .slider, "relative:16:twosComplement", values(\.midi.slider, .relative(16, .twosComplement))
      ),
      (.slider, "relative:0:binaryOffset", values(\.midi.slider, .relative(0, .binaryOffset))),
      (.slider, "relative:127:signedBit", values(\.midi.slider, .relative(127, .signedBit))),
      (.slider, "none", values(\.midi.slider, .none)),
      (.sliderTravel, "1200", values(\.midi.sliderTravel, 1200)),
      (.sliderSlowStep, "1", values(\.midi.sliderSlowStep, 1)),
      (.encoderStep, "0.01", values(\.midi.encoderStep, 0.01)),
      (.sliderSmoothing, "1", values(\.midi.sliderSmoothing, 1)),
      (.wheel, "position", values(\.midi.wheel, .position)),
      (.wheelSpeed, "1000", values(\.midi.wheelSpeed, 1000)),
      ("wheelTimeout", "0", values(\.midi.wheelTimeout, 0)),
      (
        .higherButtons, "note:60, notes:61-127,cc:64,switch:80,program:5",
        values(
          \.midi.higher,
          [
            .notes(60...60), .notes(61...127), .controller(64), .latchingSwitch(80), .program(5),
          ])
      ),
      (.lowerButtons, "note:1,note:1", values(\.midi.lower, [.notes(1...1)])),
      (.commitButtons, "", values(\.midi.commit, [])),
      (.stopButtons, "cc:120", values(\.midi.stop, [.controller(120)])),
      ("againButtons", "", values(\.midi.again, [])),
      ("levelControl", "cc:127", values(\.midi.level, .controller(127))),
      ("levelControl", "none", values(\.midi.level, .none)),
    ])
  func controls(key: SettingKey, text: String, expected: SettingValues) throws {
    try check(key, text, expected)
  }

  @Test(
    "lights are read from text, and written as short as they can be",
    arguments: [
      ("waiting:note:36", "waiting:note:36", ControllerLight.Meaning.waiting, 127, 0),
      ("right:cc:0:127-0", "right:cc:0", .right, 127, 0),
      ("wrong:note:127:15", "wrong:note:127:15", .wrong, 15, 0),
      ("paused:cc:4:127-12", "paused:cc:4:127-12", .paused, 127, 12),
      ("paused:cc:4:0-1", "paused:cc:4:0-1", .paused, 0, 1),
    ] as [(String, String, ControllerLight.Meaning, Int, Int)])
  func lights(
    text: String, short: String, meaning: ControllerLight.Meaning, on: Int, off: Int
  ) throws {
    let light = try #require(ControllerLight(text))
    #expect(light.meaning == meaning && light.on == on && light.off == off)
    #expect(light.description == short)
    #expect(ControllerLight(short) == light)
  }

  @Test(
    "what Peach sends is read from text",
    arguments: [
      (
        SettingKey("lights"), "right:note:36:60, wrong:cc:4,right:note:36:60",
        values(
          \.midi.feedback.lights,
          ["right:note:36:60", "wrong:cc:4"].compactMap { ControllerLight($0) })
      ),
      ("lights", "", values(\.midi.feedback.lights, [])),
      ("lightChannel", "16", values(\.midi.feedback.channel, 16)),
      (
        .connectMidiOutput, "LPD8, nano*",
        values(\.midi.feedback.outputs, ["LPD8", "nano*"].compactMap { MIDIPortPattern($0) })
      ),
      ("sliderDisplay", "cc:9:1-13", values(\.midi.feedback.slider, .controller(9, 1...13))),
      ("sliderDisplay", "cc:127", values(\.midi.feedback.slider, .controller(127, 0...127))),
      ("sliderDisplay", "cc14:31", values(\.midi.feedback.slider, .pair(31))),
      ("sliderDisplay", "wheel", values(\.midi.feedback.slider, .wheel)),
      ("controllerPreset", "program:127", values(\.midi.feedback.preset, .program(127, name: ""))),
      (
        "controllerPreset", "program:0:Layer A: mine",
        values(\.midi.feedback.preset, .program(0, name: "Layer A: mine"))
      ),
    ] as [(SettingKey, String, SettingValues)])
  func sent(key: SettingKey, text: String, expected: SettingValues) throws {
    try check(key, text, expected)
  }

  @Test(
    "what sounds together is read from text",
    arguments: [
      (SettingKey("presentation"), "harmonic", values(\.presentation, .harmonic)),
      (
        .accompaniment, "P1,M3-,P1",
        values(\.accompaniment, [.prime, DirectedInterval(.majorThird, .down)])
      ),
      ("accompanimentLevel", "-24", values(\.accompanimentLevel, AmplitudeDB(-24))),
      ("referenceNote", "C3", values(\.referenceNote, .note(MIDINote(48)))),
      ("referenceNote", "Bb3", values(\.referenceNote, .note(MIDINote(58)))),
      ("referenceNote", "108", values(\.referenceNote, .note(MIDINote(108)))),
      ("referenceNote", "any", values(\.referenceNote, .any)),
      ("drone", "true", values(\.drone, true)),
      ("firstButtons", "cc:20", values(\.midi.first, [.controller(20)])),
      ("secondButtons", "", values(\.midi.second, [])),
    ])
  func together(key: SettingKey, text: String, expected: SettingValues) throws {
    try check(key, text, expected)
  }

  @Test(
    "other texts are refused",
    arguments: [
      (.noteRangeMin, ["20", "109", "36.0", "X3", "", "-36", "99999999999999999999"]),
      (.noteRangeMax, ["20", "109", "inf"]),
      (.noteDuration, ["0.29999", "3.0001", "nan", "inf", "-inf", "0x1p0", "1s", "", "-1"]),
      (.noteDuration, ["0,29", "1,0,0", ","]),
      ("presentation", ["", "both"]), (.accompaniment, ["", "P1,m2,M2,m3,M3", "P1-"]),
      ("accompanimentLevel", ["0.1", "-24.1"]), ("drone", ["", "on"]),
      ("referenceNote", ["", "20", "109", "A0b", "X3", "C", "Any", "C10"]),
      (.noteGap, ["-0.01", "2.01", "nan", "inf", "1s"]),
      (.referencePitch, ["379.99", "500.01", "NaN", "infinity", "A"]),
      (.soundFonts, ["/a::/b", ":", "/a\u{7}"]),
      (.soundSource, ["", "sine", "sf2:8", "sf2:16384:0", "sf2:0:128", ":0:0", "a\u{0}b:0:0"]),
      (.soundSource, ["a\nb:0:0", "sf2:-1:0"]),
      (.connect, ["", "[", "a(b", "*", "a\nb"]),
      (.varyLoudness, ["-0.0001", "1.0001", "nan"]),
      (.intervals, ["", ",", "P1,", "P1-", "p5", "P5;M3", "P1,X9", "P5+", "[P1]"]),
      (.tuningSystem, ["", "Equal", "equalTemperament", "12tet", "scala", "scala:"]),
      (.tuningSystem, ["x/y", "Scala:x", "a\nb.scl", "scala:a\u{0}b", "x.scl.txt"]),
      (.correctIntonation, ["", "yes", "True", "1", "on"]), (.evenLoudness, ["no", "0"]),
      (.reStrike, ["", "off"]),
      (.strategy, ["", "Kazez", "random"]),
      (.wrongAnswerSignal, ["", "beep", "true"]),
      (.sessionTraining, ["", "match", "Comparison"]),
      ("afterWrongAnswer", ["", "again"]), ("feedbackTime", ["0.3", "5.1"]),
      ("nextTrial", ["", "manual"]),
      ("sessionTrials", ["-1", "1001", "4.5"]), ("breakMinutes", ["-1", "241"]),
      ("outputLevel", ["-60.1", "0.1", "loud"]), ("levelControl", ["cc:128", "note:7", ""]),
      (.controller, ["../x", "a/b", ".x", "a\nb"]),
      ("lights", ["waiting", "waiting:note", "waiting:note:128", "lit:note:1", "right:pad:1"]),
      ("lights", ["right:cc:1:", "right:cc:1:128", "right:cc:1:1-2-3", "right:cc:1:1-", ","]),
      ("lights", [tooManyLights]), ("lightChannel", ["-1", "17"]),
      (.connectMidiOutput, [",", "a\u{7}"]),
      ("sliderDisplay", ["", "cc", "cc:128", "cc:1:5-5", "cc:1:5", "cc14:32", "Wheel"]),
      ("controllerPreset", ["", "program", "program:128", "program:1:", "5", "none:1"]),
      (.midiChannel, ["-1", "17", "1.0", "all"]),
      (.slider, ["", "cc", "cc:", "cc:128", "cc:-1", "cc:+1", "cc14:32", "nrpn:16384", "cc:1:2"]),
      (.slider, ["relative:16", "relative:16:other", "relative:128:signedBit", "None", "note:1"]),
      (.sliderTravel, ["9.9", "1200.1", "nan"]), (.sliderSlowStep, ["0", "1.1"]),
      (.encoderStep, ["0", "50.1"]), (.sliderSmoothing, ["-0.1", "1.1"]),
      (.wheel, ["", "Speed", "on"]), (.wheelSpeed, ["0.9", "1001"]),
      (.higherButtons, ["note:128", "notes:5", "notes:6-5", "notes:1-128", "cc:64:1", ",", "60"]),
      (.lowerButtons, ["note:60,", "pad:1", "program:128"]), (.commitButtons, ["[]"]),
    ] as [(SettingKey, [String])])
  func refused(key: SettingKey, texts: [String]) {
    for text in texts { #expect(SettingValue(key, text: text) == nil, "\(text)") }
  }

  @Test(
    "a value is written as TOML",
    arguments: [
      (SettingKey.noteRangeMin, "40", "40"), (.noteDuration, "1", "1.0"),
      (.intervals, "P1,M3-", #"["P1", "M3-"]"#),
      (.soundSource, #"a"b\c:0:1"#, #""a\"b\\c:0:1""#),
    ])
  func toml(key: SettingKey, text: String, toml: String) {
    #expect(SettingValue(key, text: text)?.toml == toml)
  }
}
