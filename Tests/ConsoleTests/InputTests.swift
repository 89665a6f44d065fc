import Testing
import Training

@testable import Console
@testable import PeachApp

@Suite("Input")
struct InputTests {
  @Test(
    "each command has its word and its letter, in any case and with white space around it",
    arguments: [
      ("higher", Intent.answer(higher: true)), ("h", .answer(higher: true)),
      ("  LOWER\t", .answer(higher: false)), ("l", .answer(higher: false)),
      ("start", .start), ("quit", .quit), ("Q", .quit), ("help", .help), ("?", .help),
    ])
  func commands(line: String, intent: Intent) {
    #expect(LineCommands.parse(line, for: .comparison) == .intent(intent))
  }

  @Test(
    "the commands of pitch matching, with their values",
    arguments: [
      ("slider 0.25", Intent.slider(0.25)), (" Slider\t-1 ", .slider(-1)), ("slider 1", .slider(1)),
      ("nudge -12.5", .nudge(-12.5)), ("NUDGE 200", .nudge(200)), ("commit", .commit),
      ("start", .start), ("q", .quit), ("?", .help),
    ])
  func matchingCommands(line: String, intent: Intent) {
    #expect(LineCommands.parse(line, for: .matching) == .intent(intent))
  }

  @Test(
    "a value that cannot be is quoted back, with what is allowed",
    arguments: [
      ("slider 3", "slider", "3"), ("slider x", "slider", "x"), ("slider", "slider", ""),
      ("slider 0,5", "slider", "0,5"), ("slider nan", "slider", "nan"),
      ("slider 0.1 0.2", "slider", "0.1 0.2"), ("slider -1.0000001", "slider", "-1.0000001"),
      ("nudge", "nudge", ""), ("nudge inf", "nudge", "inf"), ("nudge 201", "nudge", "201"),
    ])
  func badValues(line: String, command: String, value: String) {
    guard case .badValue(command, value, let allowed) = LineCommands.parse(line, for: .matching)
    else {
      Issue.record("\(LineCommands.parse(line, for: .matching))")
      return
    }
    #expect(allowed.contains(command == "slider" ? "from -1 to 1" : "cents from -200 to 200"))
  }

  @Test("a command of the other training is known, but does not fit, whatever its value")
  func otherTraining() {
    for line in ["commit", "slider -0.5", "Nudge 12", "nudge far", "slider"] {
      #expect(LineCommands.parse(line, for: .comparison) == .unfitting(line))
    }
    for line in ["higher", "h", "Lower", "l"] {
      #expect(LineCommands.parse(line, for: .matching) == .unfitting(line))
    }
    #expect(LineCommands.parse("commit now", for: .matching) == .unknown("commit now"))
  }

  @Test("an empty line is nothing")
  func emptyLine() {
    #expect(LineCommands.parse("", for: .comparison) == .nothing)
    #expect(LineCommands.parse(" \t ", for: .comparison) == .nothing)
  }

  @Test("rubbish is quoted back short and without control characters")
  func rubbish() {
    #expect(LineCommands.parse("high er", for: .comparison) == .unknown("high er"))
    #expect(LineCommands.parse("a\u{1B}[31m\u{0}b", for: .comparison) == .unknown("a?[31m?b"))
    #expect(
      LineCommands.parse(String(repeating: "x", count: 5000), for: .comparison)
        == .unknown(String(repeating: "x", count: 40) + "…"))
  }

  @Test("lines end with LF, CR LF or CR, wherever the bytes are cut")
  func lineEnds() {
    let bytes = Array("one\ntwo\r\nthree\rfour".utf8)
    for cut in bytes.indices {
      var splitter = LineSplitter()
      let lines = splitter.split(bytes[..<cut]) + splitter.split(bytes[cut...])
      #expect(lines == ["one", "two", "three"])
      #expect(splitter.finish() == "four")
      #expect(splitter.finish() == nil)
    }
  }

  @Test("a line without end does not take memory without end")
  func endlessLine() {
    var splitter = LineSplitter()
    #expect(splitter.split(repeatElement(0x61, count: 1_000_000)).isEmpty)
    #expect(splitter.finish()?.count == 4096)
  }

  @Test("bytes that are no UTF-8 do no harm")
  func brokenText() {
    var splitter = LineSplitter()
    #expect(splitter.split([0xFF, 0xC3, 0x0A]) == ["\u{FFFD}\u{FFFD}"])
  }

  @Test("cursor keys are known in both modes, wherever the bytes are cut")
  func cursorKeys() {
    let bytes = Array("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}OD".utf8)
    for cut in bytes.indices {
      var decoder = KeyDecoder()
      #expect(
        decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])
          == [.up, .down, .right, .left])
      #expect(!decoder.isPending)
    }
  }

  @Test("characters, Enter and sequences that mean nothing")
  func otherKeys() {
    var decoder = KeyDecoder()
    #expect(
      decoder.decode(Array("hé\r\n\u{1B}[1;5A\u{1B}[200~\t".utf8))
        == [.character("h"), .character("é"), .enter, .enter, .up, .other, .other])
  }

  @Test("a lone Escape is one after a moment")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.isPending)
    #expect(decoder.flush() == [.escape])
    #expect(decoder.flush().isEmpty)
  }

  @Test("rubbish never blocks the keys after it")
  func rubbishKeys() {
    var decoder = KeyDecoder()
    _ = decoder.decode(Array("\u{1B}[".utf8) + repeatElement(0x3B, count: 100))
    _ = decoder.decode([0xFF, 0xFE, 0xFD, 0xFC])
    _ = decoder.flush()
    #expect(decoder.decode(Array("q".utf8)) == [.character("q")])
  }

  @Test(
    "keys answer, end and help",
    arguments: [
      (Key.up, Intent.answer(higher: true)), (.character("h"), .answer(higher: true)),
      (.down, .answer(higher: false)), (.character("L"), .answer(higher: false)),
      (.character("q"), .quit), (.character("?"), .help),
    ])
  func keys(key: Key, intent: Intent) {
    #expect(TrainingName.comparison.intent(for: key) == intent)
    #expect(TrainingName.comparison.intent(for: .enter) == nil)
  }

  @Test(
    "in pitch matching keys tune by a tenth, by one and by ten cents, and commit",
    arguments: [
      (Key.right, Intent.nudge(1)), (.left, .nudge(-1)), (.up, .nudge(10)), (.down, .nudge(-10)),
      (.character("."), .nudge(0.1)), (.character(","), .nudge(-0.1)), (.enter, .commit),
      (.character("Q"), .quit), (.character("?"), .help),
    ])
  func matchingKeys(key: Key, intent: Intent) {
    #expect(TrainingName.matching.intent(for: key) == intent)
    #expect(TrainingName.matching.intent(for: .character("h")) == nil)
  }
}
