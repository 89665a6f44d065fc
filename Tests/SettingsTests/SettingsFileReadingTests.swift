import Foundation
import Music
import Testing
import Training

@testable import Settings

@Suite("SettingsFile: reading")
@MainActor
struct SettingsFileReadingTests {
  @Test("without a file every setting has its default")
  func noFile() throws {
    let home = try TemporaryHome()
    let settings = try FileUserSettings(file: home.file)
    #expect(settings.report.allSatisfy { $0.source == .default && $0.value == $0.defaultValue })
    #expect(try home.file.problems().isEmpty)
  }

  @Test("what nobody has set depends on who follows: a script gets what it always got")
  func attendance() throws {
    let settings = try FileUserSettings(file: try TemporaryHome().file)
    #expect(settings.attendance == .script)
    #expect(settings.afterWrongAnswer == .next && settings.nextTrial == .auto)
    #expect(settings.sessionTrials(of: .comparison) == nil && settings.breakLimit == nil)
    #expect(!settings.discardsOnXrun)
    for attendance in [Attendance.screen, .speech] {
      settings.attendance = attendance
      #expect(settings.afterWrongAnswer == (attendance == .speech ? .next : .replay))
      #expect(settings.discardsOnXrun)
      #expect(settings.nextTrial == (attendance == .speech ? .key : .auto))
      #expect(settings.sessionTrials(of: .comparison) == 40)
      #expect(settings.sessionTrials(of: .matching) == 20)
      #expect(settings.breakLimit == .seconds(900))
    }
    #expect(settings.outputLevel.decibels == -12)
    settings.levelOfRun = AmplitudeDB(-30)
    #expect(settings.outputLevel.decibels == -30)
  }

  @Test("a file that was named must be there")
  func namedFileMissing() throws {
    let path = try TemporaryHome().path + "/none.toml"
    #expect(throws: SettingsError.missingFile(path: path)) {
      try FileUserSettings(file: SettingsFile(namedByUser: path))
    }
  }

  @Test("every key is read, whole numbers pass for numbers, whatever the line breaks")
  func everyKey() throws {
    let home = try TemporaryHome()
    let lines = [
      "noteRangeMin = 40", "noteRangeMax = 0x34", "noteDuration = 1", "\"referencePitch\" = 442",
      "'soundSource' = 'Grand:0:1'", "soundFonts = ['/a']", "correctIntonation = false",
      "evenLoudness = false", "reStrike = false", "connect = 'desk'", "varyLoudness = 0.5",
      "intervals = [",
      " \"P5\", # a fifth",
      " 'M3-',", "]", "tuningSystem = \"just\"", "strategy = 'kazez'",
      "wrongAnswerSignal = \"\"\"bell\"\"\"", "afterWrongAnswer = 'next'", "feedbackTime = 2",
      "nextTrial = 'key'",
      "sessionTrials = 21", "breakMinutes = 30", "outputLevel = -20",
      "discardOnXrun = false", "controller = ''",
      "midiChannel = 0x10",
      "slider = 'nrpn:300'", "sliderTravel = 400", "sliderSlowStep = 1", "encoderStep = 2",
      "sliderSmoothing = 0", "wheel = 'off'", "wheelSpeed = 50", "wheelTimeout = 5",
      "higherButtons = ['note:1']",
      "lowerButtons = []", "commitButtons = ['cc:2', 'program:3']", "stopButtons = ['notes:4-5']",
      "againButtons = ['note:6']", "pauseButtons = ['cc:7']", "undoButtons = ['program:8']",
      "levelControl = 'cc:9'", "connectMidiOutput = ['LPD8']", "lightChannel = 9",
      "lights = ['waiting:note:36']", "sliderDisplay = 'cc14:1'",
      "controllerPreset = 'program:3:mine'",
      "osc = 9000", "sessionTraining = 'matching'", "noteGap = 0.35",
      "presentation = 'harmonic'", "accompaniment = ['P1', 'P5']", "accompanimentLevel = -6",
      "referenceNote = 48", "drone = true", "firstButtons = ['note:36']",
      "secondButtons = ['note:38']", "connectInput = 'desk:mic'", "keepInput = true",
      "inputDelay = 5.25", "trigger = true", "player = 'keys'", "dailyMinutes = 20",
      "goalUnison = 5",
      "goalInterval = 9.5", "goalMatching = 4", "goalPlaying = 7", "livePitch = 'fading'",
    ]
    for lineBreak in ["\n", "\r\n"] {
      try home.write("\u{FEFF}" + lines.joined(separator: lineBreak))
      let settings = try FileUserSettings(file: home.file)
      #expect(settings.noteRange == NoteRange(lowest: 40, highest: 52))
      #expect(settings.noteDuration.seconds == 1)
      #expect(settings.referencePitch.hertz == 442)
      #expect(settings.soundSource.description == "Grand:0:1")
      #expect(!settings.correctIntonation && !settings.evenLoudness && !settings.reStrike)
      #expect(settings.outputs(under: nil) == .pattern("desk"))
      #expect(settings.input(under: nil) == .pattern("desk:mic") && settings.keepsInput)
      #expect(settings.hasTrigger)
      #expect(settings.input(under: .nsm) == .off)
      #expect(abs(settings.inputDelay - 0.00525) < 1e-9)
      #expect(settings.varyLoudness.rawValue == 0.5)
      #expect(settings.intervals.map(\.description) == ["P5", "M3-"])
      #expect(settings.tuningSystem == .justIntonation)
      #expect(settings.strategy == .kazez)
      #expect(settings.wrongAnswerSignal == .bell)
      settings.attendance = .screen
      #expect(!settings.discardsOnXrun)
      #expect(settings.afterWrongAnswer == .next && settings.nextTrial == .key)
      #expect(settings.livePitch == .fading)
      #expect(settings.feedbackTime == 2)
      #expect(settings.sessionTrials(of: .comparison) == 21)
      #expect(settings.sessionTrials(of: .matching) == 11)
      #expect(settings.breakLimit == .seconds(1800))
      #expect(settings.outputLevel.decibels == -20)
      #expect(settings.midi.again == [.notes(6...6)] && settings.midi.pause == [.controller(7)])
      #expect(settings.midi.undo == [.program(8)] && settings.midi.level == .controller(9))
      #expect(settings.midi.channel == 16)
      #expect(settings.midi.slider == .parameter(300))
      #expect(settings.midi.sliderTravel == 400)
      #expect(settings.midi.sliderSlowStep == 1)
      #expect(settings.midi.encoderStep == 2)
      #expect(settings.midi.wheel == .off)
      #expect(settings.midi.wheelSpeed == 50)
      #expect(settings.midi.wheelTimeout == 5)
      #expect(settings.midi.higher == [.notes(1...1)])
      #expect(settings.midi.lower.isEmpty)
      #expect(settings.midi.commit == [.controller(2), .program(3)])
      #expect(settings.midi.stop == [.notes(4...5)])
      #expect(settings.osc == .at(host: "127.0.0.1", port: 9000))
      #expect(settings.sessionTraining == .matching)
      #expect(settings.noteGap == 0.35)
      let coach = settings.coach
      #expect(coach.player == .keys && coach.minutes == 20 && coach.isTuningSet)
      #expect(coach.goalUnison == 5 && coach.goalInterval == 9.5)
      #expect(coach.goalMatching == 4 && coach.goalPlaying == 7)
      #expect(coach.intervals.map(\.description) == ["P5", "M3-"])
      #expect(settings.presentation == .harmonic && settings.drone)
      #expect(settings.accompaniment.map(\.description) == ["P1", "P5"])
      #expect(settings.accompanimentLevel == AmplitudeDB(-6))
      #expect(settings.referenceNote == MIDINote(48))
      #expect(settings.midi.first == [.notes(36...36)])
      #expect(settings.midi.second == [.notes(38...38)])
      let feedback = settings.midi.feedback
      #expect(feedback.outputs.map(\.text) == ["LPD8"] && feedback.channel == 9)
      #expect(feedback.lights.map(\.description) == ["waiting:note:36"])
      #expect(feedback.slider == .pair(1) && feedback.preset == .program(3, name: "mine"))
      let sources = (Array(1...12) + Array(16...69)).map { SettingSource.file(line: $0) }
      #expect(Set(settings.report.map(\.source)) == Set(sources))
      #expect(settings.report.count == sources.count)
    }
  }

  @Test(
    "a bad value is told with its line, its key, itself and what is allowed",
    arguments: [
      (SettingKey.noteRangeMin, "20", "20"), (.noteRangeMax, "109", "109"),
      (.noteDuration, "0.2", "0.2"), (.noteDuration, "nan", "nan"), (.noteDuration, "+inf", "inf"),
      (.noteGap, "2.01", "2.01"), (.noteGap, "-0.1", "-0.1"),
      (.referencePitch, "379", "379"), (.referencePitch, "500.5", "500.5"),
      (.soundSource, "'sine'", "\"sine\""), (.soundSource, "'sf2:0:128'", "\"sf2:0:128\""),
      (.varyLoudness, "1.5", "1.5"), (.varyLoudness, "-inf", "-inf"), (.intervals, "[]", "[]"),
      (.intervals, "['P5', 'P1-']", #"["P5", "P1-"]"#), (.tuningSystem, "'12'", "\"12\""),
      (.strategy, "\"\\n\"", #""\u000A""#), (.wrongAnswerSignal, "'beep'", "\"beep\""),
    ])
  func badValue(key: SettingKey, toml: String, value: String) throws {
    let home = try TemporaryHome()
    try home.write("# settings\n\n\(key.name) = \(toml) # oh\n")
    let error = try #require(throws: SettingsError.self) { try FileUserSettings(file: home.file) }
    let place = SettingOrigin.file(path: home.file.path, line: 3)
    #expect(error == .badValue(place, key: key, value: value))
    #expect(error.key == key)
    #expect(error.place == place)
  }

  @Test(
    "a value of another type is told with its type",
    arguments: [
      (SettingKey.noteRangeMin, "36.0", "36.0", TOMLKind.float),
      (.noteDuration, "'1.0'", "\"1.0\"", .string), (.noteDuration, "true", "true", .boolean),
      (.soundSource, "8", "8", .integer), (.intervals, "'P1'", "\"P1\"", .string),
      (.intervals, "['P1', 5]", #"["P1", 5]"#, .array), (.strategy, "[]", "[]", .array),
      (.tuningSystem, "{ a.b = 1 }", #"{"a" = {"b" = 1}}"#, .table),
    ])
  func wrongType(key: SettingKey, toml: String, value: String, found: TOMLKind) throws {
    let home = try TemporaryHome()
    try home.write("\n\(key.name) = \(toml)")
    let place = SettingOrigin.file(path: home.file.path, line: 2)
    #expect(throws: SettingsError.wrongType(place, key: key, value: value, found: found)) {
      try FileUserSettings(file: home.file)
    }
  }

  @Test(
    "an unknown key is told with its line",
    arguments: [
      ("a = '''\n'''\nnoteDuraton = 1", 3, "noteDuraton", 2),
      ("[sound]\nnoteDuration = 1", 1, "sound", 1),
      ("a.b.c = 1", 1, "a", 1),
      ("# x\n\"tuning\\u0053ystems\" = 1", 2, "tuningSystems", 1),
      ("[[reference_pitch]]", 1, "reference_pitch", 1),
    ])
  func unknownKey(text: String, line: Int, name: String, count: Int) throws {
    let home = try TemporaryHome()
    try home.write(text)
    let problems = try home.file.problems()
    let place = SettingOrigin.file(path: home.file.path, line: line)
    #expect(problems.last == .unknownKey(place, name: name))
    #expect(problems.count == count)
    #expect(throws: try #require(problems.first)) { try FileUserSettings(file: home.file) }
  }

  @Test(
    "the ends of the note range are checked together with what holds for the other one",
    arguments: [
      ("noteRangeMin = 72", nil), ("noteRangeMin = 73", SettingKey.noteRangeMin),
      ("noteRangeMax = 48", nil), ("noteRangeMax = 47", .noteRangeMax),
      ("noteRangeMin = 96\nnoteRangeMax = 108", nil),
      ("noteRangeMin = 97\nnoteRangeMax = 108", .noteRangeMax),
      ("noteRangeMax = 30\nnoteRangeMin = 60", .noteRangeMin),
      ("noteRangeMin = 21\nnoteRangeMax = 33", nil),
    ])
  func noteRange(text: String, blamed: SettingKey?) throws {
    let home = try TemporaryHome()
    try home.write(text)
    #expect(try home.file.problems().map(\.key) == (blamed.map { [$0] } ?? []))
    if blamed == nil {
      #expect(throws: Never.self) { try FileUserSettings(file: home.file) }
    } else {
      #expect(throws: SettingsError.self) { try FileUserSettings(file: home.file) }
    }
  }

  @Test("all problems of a file are told in the order of their lines, the note range last")
  func allProblems() throws {
    let home = try TemporaryHome()
    try home.write("noteRangeMin = 80\nstrategy = 1\nx = 1\nnoteDuration = 9\n")
    let path = home.file.path
    #expect(
      try home.file.problems() == [
        .wrongType(.file(path: path, line: 2), key: .strategy, value: "1", found: .integer),
        .unknownKey(.file(path: path, line: 3), name: "x"),
        .badValue(.file(path: path, line: 4), key: .noteDuration, value: "9"),
        .noteRangeTooNarrow(
          .file(path: path, line: 1), key: .noteRangeMin, lowest: 80, highest: 84),
      ])
  }
}
