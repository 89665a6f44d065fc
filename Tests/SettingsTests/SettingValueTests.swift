import Music
import Testing
import Training

@testable import Settings

@Suite("SettingValue")
struct SettingValueTests {
  @Test(
    "values up to the limits are read from text",
    arguments: [
      (SettingKey.noteRangeMin, "21", SettingValue.noteRangeMin(21)),
      (.noteRangeMin, "108", .noteRangeMin(108)),
      (.noteRangeMax, "108", .noteRangeMax(108)),
      (.noteDuration, "0.3", .noteDuration(NoteDuration(seconds: 0.3))),
      (.noteDuration, "3", .noteDuration(NoteDuration(seconds: 3))),
      (.noteDuration, " 5e-1 ", .noteDuration(NoteDuration(seconds: 0.5))),
      (.referencePitch, "380", .referencePitch(Frequency(hertz: 380))),
      (.referencePitch, "500.0", .referencePitch(Frequency(hertz: 500))),
      (.correctIntonation, "false", .correctIntonation(false)),
      (.correctIntonation, " true ", .correctIntonation(true)),
      (.evenLoudness, "false", .evenLoudness(false)),
      (.varyLoudness, "-0", .varyLoudness(UnitInterval(0))),
      (.varyLoudness, "1", .varyLoudness(UnitInterval(1))),
      (.soundSource, "sf2:16383:127", .soundSource(SoundSourceID(bank: 16_383, program: 127))),
      (
        .soundSource, "My \"Grand\" \\ C:\\x:0:1",
        .soundSource(SoundSourceID(font: "My \"Grand\" \\ C:\\x", bank: 0, program: 1))
      ),
      (.connect, "off", .connect(.off)), (.connect, "physical", .connect(.physical)),
      (.connect, "system", .connect(.pattern("system"))),
      (.connect, "^ardour:(bus|in) ?[12]$", .connect(.pattern("^ardour:(bus|in) ?[12]$"))),
      (.intervals, "P5", .intervals([DirectedInterval(.perfectFifth)])),
      (
        .intervals, "P1, P5,M3-",
        .intervals([.prime, DirectedInterval(.perfectFifth), DirectedInterval(.majorThird, .down)])
      ),
      (.intervals, "P5,P5", .intervals([DirectedInterval(.perfectFifth)])),
      (.tuningSystem, "equal", .tuningSystem(.builtIn(.equalTemperament))),
      (.tuningSystem, "just", .tuningSystem(.builtIn(.justIntonation))),
      (.tuningSystem, "pythagorean", .tuningSystem(.builtIn(.pythagorean))),
      (.tuningSystem, "meantone", .tuningSystem(.builtIn(.quarterCommaMeantone))),
      (.tuningSystem, "../my scale.SCL", .tuningSystem(.scale(.path("../my scale.SCL")))),
      (.tuningSystem, "scala:/x/y", .tuningSystem(.scale(.path("/x/y")))),
      (.tuningSystem, "scala:y.scl", .tuningSystem(.scale(.path("y.scl")))),
      (.tuningSystem, "scala:werck3", .tuningSystem(.scale(.name("werck3")))),
      (.tuningSystem, "scala:a:b c", .tuningSystem(.scale(.name("a:b c")))),
      (.strategy, "kazez", .strategy(.kazez)),
      (.wrongAnswerSignal, "none", .wrongAnswerSignal(.none)),
      (.wrongAnswerSignal, "bell", .wrongAnswerSignal(.bell)),
      (.sessionTraining, "comparison", .sessionTraining(.comparison)),
      (.sessionTraining, "matching", .sessionTraining(.matching)),
    ])
  func allowed(key: SettingKey, text: String, value: SettingValue) {
    #expect(SettingValue(key, text: text) == value)
    #expect(SettingValue(key, text: value.text) == value)
  }

  @Test(
    "MIDI controls are read from text",
    arguments: [
      (SettingKey.controller, "", SettingValue.controller(.none)),
      (.midiChannel, "16", .midiChannel(16)),
      (.slider, "cc:127", .slider(.controller(127))),
      (.slider, "cc14:31", .slider(.pair(31))),
      (.slider, "nrpn:16383", .slider(.parameter(16_383))),
      (.slider, "relative:16:twosComplement", .slider(.relative(16, .twosComplement))),
      (.slider, "relative:0:binaryOffset", .slider(.relative(0, .binaryOffset))),
      (.slider, "relative:127:signedBit", .slider(.relative(127, .signedBit))),
      (.slider, "none", .slider(.none)),
      (.sliderTravel, "1200", .sliderTravel(1200)),
      (.sliderSlowStep, "1", .sliderSlowStep(1)),
      (.encoderStep, "0.01", .encoderStep(0.01)),
      (.sliderSmoothing, "1", .sliderSmoothing(1)),
      (.wheel, "position", .wheel(.position)),
      (.wheelSpeed, "1000", .wheelSpeed(1000)),
      (
        .higherButtons, "note:60, notes:61-127,cc:64,program:5",
        .higherButtons([.notes(60...60), .notes(61...127), .controller(64), .program(5)])
      ),
      (.lowerButtons, "note:1,note:1", .lowerButtons([.notes(1...1)])),
      (.commitButtons, "", .commitButtons([])),
      (.stopButtons, "cc:120", .stopButtons([.controller(120)])),
    ])
  func controls(key: SettingKey, text: String, value: SettingValue) {
    #expect(SettingValue(key, text: text) == value)
    #expect(SettingValue(key, text: value.text) == value)
  }

  @Test(
    "other texts are refused",
    arguments: [
      (SettingKey.noteRangeMin, ["20", "109", "36.0", "C3", "", "-36", "99999999999999999999"]),
      (.noteRangeMax, ["20", "109", "inf"]),
      (.noteDuration, ["0.29999", "3.0001", "nan", "inf", "-inf", "0x1p0", "0,5", "1s", "", "-1"]),
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
      (.strategy, ["", "Kazez", "random"]),
      (.wrongAnswerSignal, ["", "beep", "true"]),
      (.sessionTraining, ["", "match", "Comparison"]),
      (.controller, ["../x", "a/b", ".x", "a\nb"]),
      (.midiChannel, ["-1", "17", "1.0", "all"]),
      (.slider, ["", "cc", "cc:", "cc:128", "cc:-1", "cc:+1", "cc14:32", "nrpn:16384", "cc:1:2"]),
      (.slider, ["relative:16", "relative:16:other", "relative:128:signedBit", "None", "note:1"]),
      (.sliderTravel, ["9.9", "1200.1", "nan"]), (.sliderSlowStep, ["0", "1.1"]),
      (.encoderStep, ["0", "50.1"]), (.sliderSmoothing, ["-0.1", "1.1"]),
      (.wheel, ["", "Speed", "on"]), (.wheelSpeed, ["0.9", "1001"]),
      (.higherButtons, ["note:128", "notes:5", "notes:6-5", "notes:1-128", "cc:64:1", ",", "60"]),
      (.lowerButtons, ["note:60,", "pad:1", "program:128"]), (.commitButtons, ["[]"]),
    ])
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
