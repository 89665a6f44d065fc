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
