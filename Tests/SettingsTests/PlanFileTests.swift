import Foundation
import Music
import Testing
import Training

@testable import Settings

@Suite("Files of plans")
@MainActor
struct PlanFileTests {
  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private var file: SettingsFile { home.file }

  @discardableResult
  private func write(_ text: String, to name: String = "plan.toml") throws -> String {
    let url = URL(fileURLWithPath: home.path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  private func read(_ text: String) throws -> (plan: Plan, problems: [SettingsError]) {
    try file.plan(at: try write(text))
  }

  /// The lines of the faults, with the keys that they name.
  private func faults(_ text: String) throws -> [String] {
    try read(text).problems.map { problem in
      let line = problem.place?.line ?? 0
      let key =
        switch problem {
        case .plan(_, .unknownKey(let key, _)), .plan(_, .value(let key, _, _)),
          .plan(_, .conflict(let key, _)):
          key
        case .plan(_, .row): "row"
        case .plan(_, .fieldCount): "fields"
        case .plan(_, .noRows): "rows"
        default: problem.key?.name ?? "?"
        }
      return "\(line) \(key)"
    }
  }

  @Test("the smallest plan is a block with a training and a length")
  func smallest() throws {
    let (plan, problems) = try read("[[block]]\ntraining = \"comparison\"\ntrials = 20\n")
    #expect(problems == [])
    #expect(plan.blocks == [Block(.comparison, .trials(20))])
    #expect(plan.title.text(in: "de") == "plan")
    #expect(plan.name.hasPrefix("plan-"))
    #expect(plan.number(ofBlockAt: 0) == 1)
  }

  @Test("a changed file has another name in the records")
  func hash() throws {
    let text = "[[block]]\ntraining = \"rest\"\nseconds = 20\n"
    #expect(try read(text).plan.name == read(text).plan.name)
    #expect(try read(text).plan.name != read(text + "\n").plan.name)
  }

  @Test("texts are the same in every language, or one for each")
  func texts() throws {
    let (plan, problems) = try read(
      """
      title = { en = "Thirds", de = "Terzen" }
      say = "Listen."
      [[block]]
      training = "listening"
      seconds = 60
      say = { fr = "Écoute." }
      """)
    #expect(problems == [])
    #expect(plan.title.text(in: "de") == "Terzen" && plan.title.text(in: "fr") == "Thirds")
    #expect(plan.say?.text(in: "de") == "Listen.")
    #expect(plan.blocks[0].say?.text(in: "de") == "Écoute.")
  }

  @Test("a block's settings lie over the plan's, these over the file's, and options over all")
  func layers() throws {
    try home.write(
      "noteDuration = 0.8\nnoteGap = 0.5\nreferencePitch = 442\nstrategy = \"kazez\"\n")
    let (plan, problems) = try read(
      """
      noteGap = 0.25
      referencePitch = 415
      [[block]]
      training = "matching"
      trials = 5
      referencePitch = "430 Hz"
      intervals = ["fifth", "M3-"]
      """)
    #expect(problems == [])
    let block = try #require(plan.blocks.first)
    #expect(
      block.settings == ["noteGap": "0.25", "referencePitch": "430.0", "intervals": "P5,M3-"])
    #expect(block.intervals.map(\.description) == ["P5", "M3-"])
    let options = try SettingsOverrides([.noteRangeMin: "60", .intervals: "P8"])
    let settings = try FileUserSettings(file: file, overrides: options.over(block))
    #expect(settings.noteDuration.seconds == 0.8 && settings.strategy == .kazez)
    #expect(settings.noteGap == 0.25 && settings.referencePitch.hertz == 430)
    #expect(settings.noteRange.lowest.rawValue == 60)
    #expect(settings.intervals.map(\.description) == ["P8"])
  }

  @Test("all faults are told at once, each with its line and key")
  func allFaults() throws {
    #expect(
      try faults(
        """
        title = 3
        colour = "red"
        noteGap = 9
        [[block]]
        training = "comparing"
        trials = 0
        noteDuration = "long"
        [[block]]
        trials = 5
        feedback = "yes"
        trails = 5
        say = { english = "x" }
        """) == [
          "1 title", "2 colour", "3 noteGap", "5 training", "6 trials", "7 noteDuration",
          "8 training", "10 feedback", "11 trails", "12 say",
        ])
  }

  @Test(
    "what does not go together",
    arguments: [
      ("training = \"comparison\"\ntrials = 5\nseconds = 5", "4 seconds"),
      ("training = \"comparison\"", "1 trials"),
      ("training = \"rest\"\ntrials = 5", "3 trials"),
      ("training = \"rest\"", "1 seconds"),
      ("training = \"rest\"\nseconds = 5\nnoteGap = 1", "4 noteGap"),
      ("training = \"listening\"\nseconds = 5\nfeedback = false", "4 feedback"),
      ("training = \"listening\"\ntrials = 5", "3 trials"),
      ("training = \"purity\"\ntrials = 5\npresentation = \"melodic\"", "4 presentation"),
      (
        "training = \"comparison\"\ntrials = 5\nnoteRangeMin = 80\nnoteRangeMax = 84",
        "5 noteRangeMax"
      ),
      ("training = \"comparison\"\ntrials = 5\nnoteRangeMin = 80", "4 noteRangeMin"),
      ("training = \"comparison\"\ntrials = 5\ntuningSystem = \"gone.scl\"", "4 tuningSystem"),
    ])
  func combinations(block: String, fault: String) throws {
    #expect(try faults("[[block]]\n" + block) == [fault])
  }

  @Test("a plan has blocks", arguments: ["", "block = 3", "[block]\ntraining = \"rest\""])
  func noBlocks(text: String) throws {
    #expect(try faults(text) == ["1 block"])
  }

  @Test("a list is read from the file beside the plan, a row a trial in its order")
  func list() throws {
    try write(
      """
      referenceNote,interval,accompaniment,centOffset
      C4,M3,"P1,P5",-12.5

      62,,,+3
      """, to: "chords.csv")
    let (plan, problems) = try read("[[block]]\ntraining = \"purity\"\nlist = \"chords.csv\"\n")
    #expect(problems == [])
    let block = try #require(plan.blocks.first)
    #expect(block.length == .trials(2))
    #expect(block.list.map { $0.referenceNote?.rawValue } == [60, 62])
    #expect(block.list.map { $0.interval?.description } == ["M3", nil])
    #expect(block.list.map { $0.accompaniment.map(\.description) } == [["P1", "P5"], []])
    #expect(block.list.map { $0.centOffset?.rawValue } == [-12.5, 3])
  }

  @Test("what is wrong in a list has the line of the list")
  func wrongList() throws {
    try write("interval,colour,centOffset\nP5,red,120\nx,,\n", to: "chords.csv")
    #expect(
      try faults("[[block]]\ntraining = \"comparison\"\nlist = \"chords.csv\"\n")
        == ["1 colour", "2 centOffset", "3 interval"])
    #expect(try faults("[[block]]\ntraining = \"comparison\"\nlist = \"gone.csv\"\n") == ["3 list"])
  }

  @Test("a list is read as spreadsheets write it, with what is set for single trials")
  func spreadsheetList() throws {
    try write(
      "condition;noteDuration;soundSource;amplitudeDB;noteGap\r\n\"long; loud\";1,5;sf2:8:40;-6,5;0,25\r\n short ;0.4;;;\r\n;;;;\r\n",
      to: "trials.csv")
    let (plan, problems) = try read(
      """
      [[block]]
      training = "comparison"
      list = "trials.csv"
      order = "latin"
      repeat = 3
      practice = true
      condition = "rest"
      headphones = "huggins"
      """)
    #expect(problems == [] && plan.blocks.first?.headphones == .huggins)
    let block = try #require(plan.blocks.first)
    #expect(block.list.map(\.condition) == ["long; loud", "short"])
    #expect(
      block.list.map(\.settings) == [
        ["noteDuration": "1.5", "soundSource": "sf2:8:40", "noteGap": "0.25"],
        ["noteDuration": "0.4"],
      ])
    #expect(block.list.map { $0.amplitude?.decibels } == [-6.5, nil])
    #expect(block.length == .trials(6) && block.order == .latin && block.repeats == 3)
    #expect(block.isPractice && block.condition == "rest")
    let options = try SettingsOverrides([.noteDuration: "2"])
    let settings = try FileUserSettings(file: file, overrides: options)
    try settings.run(block, block.list[0])
    #expect(settings.noteGap == 0.25 && settings.noteDuration.seconds == 2)
    try settings.run(block, block.list[1])
    #expect(settings.noteGap == 0)
  }

  @Test("what chooses the differences, and when a block ends")
  func methods() throws {
    let (plan, problems) = try read(
      """
      [[block]]
      training = "comparison"
      trials = 100
      strategy = "staircase"
      centOffset = 50
      down = 3
      steps = [4, 2, 1.41]
      reversals = 2
      until = "reversals 12"
      [[block]]
      training = "purity"
      trials = 40
      strategy = "constant"
      centOffset = 12.5
      until = "s.e. 0.15"
      [[block]]
      training = "comparison"
      trials = 40
      strategy = "kazez"
      """)
    #expect(problems == [])
    var rule = Staircase()
    (rule.start, rule.down, rule.up, rule.steps, rule.reversals) = (50, 3, 1, [4, 2, 1.41], 2)
    #expect(plan.blocks[0].method == .staircase(rule) && plan.blocks[0].end == .reversals(12))
    #expect(plan.blocks[1].method == .constant(12.5))
    #expect(plan.blocks[1].end == .standardError(0.15))
    #expect(plan.blocks[2].method == nil && plan.blocks[2].settings["strategy"] == "kazez")
  }

  @Test(
    "what of an experiment is not allowed, or does not go together",
    arguments: [
      ("trials = 5\norder = \"random\"\nrepeat = 2", ["4 order", "5 repeat"]),
      ("list = \"list.csv\"\norder = \"any\"\nrepeat = 0", ["4 order", "5 repeat"]),
      ("trials = 5\nstrategy = \"up\"", ["4 strategy"]),
      ("trials = 5\nstrategy = \"constant\"", ["4 strategy"]),
      ("trials = 5\nstrategy = \"constant\"\ncentOffset = 200", ["4 strategy", "5 centOffset"]),
      ("trials = 5\ncentOffset = 20", ["4 centOffset"]),
      ("trials = 5\ndown = 2\nup = 1", ["4 down", "5 up"]),
      (
        "trials = 5\nstrategy = \"staircase\"\nsteps = [0.5]\ndown = 0",
        ["5 steps", "6 down"]
      ),
      ("trials = 5\nuntil = \"reversals 8\"", ["4 until"]),
      ("trials = 5\nuntil = \"soon\"", ["4 until"]),
      ("list = \"offsets.csv\"\nstrategy = \"staircase\"", ["4 strategy"]),
      ("list = \"offsets.csv\"\nstrategy = \"constant\"", ["3 centOffset"]),
      ("list = \"starts.csv\"", ["1 initialCentOffset"]),
      ("list = \"quote.csv\"", ["2 row"]),
      ("list = \"wide.csv\"", ["2 fields"]),
      ("list = \"empty.csv\"", ["1 rows"]),
      ("trials = 5\npractice = 1\ncondition = \"\"", ["4 practice", "5 condition"]),
      ("trials = 5\nheadphones = true", ["4 headphones"]),
    ])
  func wrongExperiments(keys: String, expected: [String]) throws {
    try write("interval\nP5\n", to: "list.csv")
    try write("interval,centOffset\nP5,10\nP5,\n", to: "offsets.csv")
    try write("initialCentOffset\n10\n", to: "starts.csv")
    try write("interval\nP5\"\n", to: "quote.csv")
    try write("interval\nP5,P8\n", to: "wide.csv")
    try write("interval\n", to: "empty.csv")
    #expect(try faults("[[block]]\ntraining = \"comparison\"\n" + keys) == expected)
  }

  @Test("the odd one of three needs differences of the plan, and has the columns of a choice")
  func oddOne() throws {
    try write("interval,centOffset\nP5,10\nP1,-20\n", to: "offsets.csv")
    let head = "[[block]]\ntraining = \"oddOne\"\n"
    #expect(try faults(head + "trials = 5") == ["2 training"])
    #expect(try faults(head + "trials = 5\nstrategy = \"kazez\"") == ["2 training"])
    #expect(try faults(head + "trials = 5\nstrategy = \"staircase\"") == [])
    #expect(try faults(head + "list = \"offsets.csv\"\nstrategy = \"constant\"") == [])
    #expect(
      try faults(head + "trials = 5\nstrategy = \"staircase\"\nuntil = \"s.e. 0.2\"") == ["5 until"]
    )
  }

  @Test(
    "notes that are tuned have no strategy, and nothing of an experiment goes with listening or a rest"
  )
  func otherTrainings() throws {
    #expect(
      try faults(
        """
        [[block]]
        training = "matching"
        trials = 5
        strategy = "constant"
        centOffset = 5
        [[block]]
        training = "listening"
        seconds = 5
        practice = true
        condition = "exposure"
        [[block]]
        training = "rest"
        seconds = 5
        condition = "silence"
        """) == ["4 strategy", "9 practice", "14 condition"])
  }

  @Test("a plan is found by its name beside the settings file, before the site's and Peach's own")
  func lookup() throws {
    let shipped = file.planNames
    #expect(Set(["choir", "open-strings", "thirds"]).isSubset(of: shipped))
    let own = try write("", to: "config/peach/plans/thirds.toml")
    let site = try write("", to: "site/peach/plans/thirds.toml")
    try write("", to: "site/peach/plans/year2.toml")
    #expect(file.planNames == (shipped + ["year2"]).sorted())
    #expect(try file.planPath("thirds") == own)
    try FileManager.default.removeItem(atPath: own)
    #expect(try file.planPath("thirds") == site)
    #expect(try file.planPath("./thirds.toml") == "./thirds.toml")
    #expect(throws: SettingsError.missingPlan(name: "third", known: file.planNames)) {
      try file.planPath("third")
    }
    #expect(throws: SettingsError.missingFile(path: "gone.toml")) { try file.plan(at: "gone.toml") }
    // Those of a session are beside its file.
    let session = SettingsFile(namedByUser: home.path + "/session/config.toml")
    let lesson = try write("", to: "session/plans/lesson.toml")
    #expect(try session.planPath("lesson") == lesson)
  }

  @Test("the plans that come with Peach have no faults, and texts in both languages")
  func shipped() throws {
    for name in file.planNames {
      let (plan, problems) = try file.plan(at: try file.planPath(name))
      #expect(problems == [], "\(name)")
      for text in [plan.title, try #require(plan.say)] + plan.blocks.compactMap(\.say) {
        #expect(Set(text.texts.keys) == ["en", "de"])
      }
    }
  }
}
