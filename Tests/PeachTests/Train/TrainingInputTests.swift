import Console
import Testing
import Training

@testable import PeachApp
@testable import Program

@Suite("Keys and lines of a training")
@MainActor
struct TrainingInputTests {
  @Test(
    "each command has its word and its letter, in any case and with white space around it",
    arguments: [
      ("higher", Intent.answer(higher: true)), ("h", .answer(higher: true)),
      ("  LOWER\t", .answer(higher: false)), ("l", .answer(higher: false)),
      ("start", .start()), ("quit", .quit), ("Q", .quit), ("help", .help), ("?", .help),
      ("again", .again), ("Last", .last), ("skip", .skip),
      ("undo", .undo), ("pause", .pause), ("Panic", .panic), ("level -20.5", .level(.to(-20.5))),
    ])
  func commands(line: String, intent: Intent) {
    #expect(LineCommands.parse(line, for: .comparison) == .intent(intent))
  }

  @Test(
    "the commands of pitch matching, with their values",
    arguments: [
      ("slider 0.25", Intent.slider(0.25)), (" Slider\t-1 ", .slider(-1)),
      ("slider 1", .slider(1)),
      ("nudge -12.5", .nudge(-12.5)), ("NUDGE 200", .nudge(200)),
      ("commit", .commit),
      ("start", .start()), ("q", .quit), ("?", .help),
    ])
  func matchingCommands(line: String, intent: Intent) {
    #expect(LineCommands.parse(line, for: .matching) == .intent(intent))
  }

  @Test(
    "a value that cannot be is quoted back, with what is allowed",
    arguments: [
      ("slider 3", "slider", "3"), ("slider x", "slider", "x"), ("slider", "slider", ""),
      ("slider 1,5", "slider", "1,5"), ("slider nan", "slider", "nan"),
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

  @Test("a level that cannot be is quoted back", arguments: ["", "1", "-61", "loud", "nan"])
  func badLevel(value: String) {
    for training in TrainingName.allCases {
      guard
        case .badValue("level", value, let allowed) = LineCommands.parse(
          "level \(value)", for: training)
      else {
        Issue.record("\(value)")
        continue
      }
      #expect(allowed.contains("-60 to 0"))
    }
    #expect(LineCommands.parse("again now", for: .comparison) == .unknown("again now"))
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

  @Test(
    "keys answer, end and help",
    arguments: [
      (Key.up, Intent.answer(higher: true)),
      (.down, .answer(higher: false)),
      (.character("K"), .answer(higher: true)),
      (.character("j"), .answer(higher: false)),
      (.character(" "), .again), (.character("r"), .last),
      (.character("u"), .undo), (.character("p"), .pause), (.character("!"), .panic),
      (.character("+"), .level(.by(1))),
      (.character("="), .level(.by(1))), (.character("-"), .level(.by(-1))),
      (.character("q"), .quit), (.character("?"), .help), (.character("o"), .output),
    ])
  func keys(key: Key, intent: Intent) {
    #expect(ComparisonFace().command(for: key) == intent)
    for key in [Key.enter, .character("h"), .character("l")] {
      #expect(ComparisonFace().command(for: key) == nil)
    }
  }

  @Test(
    "in pitch matching keys tune by a tenth, by one and by ten cents, and commit",
    arguments: [
      (Key.right, Intent.nudge(1)), (.left, .nudge(-1)),
      (.up, .nudge(10)), (.down, .nudge(-10)),
      (.character("."), .nudge(0.1)), (.character(","), .nudge(-0.1)),
      (.character("l"), .nudge(1)), (.character("h"), .nudge(-1)),
      (.character("k"), .nudge(10)), (.character("j"), .nudge(-10)),
      (.enter, .commit),
      (.character("Q"), .quit), (.character("?"), .help),
    ])
  func matchingKeys(key: Key, intent: Intent) {
    #expect(MatchingFace().command(for: key) == intent)
    #expect(MatchingFace().command(for: .character("x")) == nil)
  }

  @Test(
    "a line that is no command is answered with the one that was meant, of this training",
    arguments: [
      ("hihger", TrainingName.comparison, "did you mean higher?"),
      ("qiut", .matching, "did you mean quit?"), ("slidr 0.3", .matching, "did you mean slider?"),
      ("slidr 0.3", .comparison, "the commands are "), ("dance", .comparison, "the commands are "),
    ])
  func commands(line: String, training: TrainingName, words: String) {
    #expect(Notice.unknownCommand(line, training).message.contains(words))
  }
}
