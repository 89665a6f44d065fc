import Foundation
import TestSupport
import Testing

@testable import PeachApp

/// What needs no server.
@Suite("The command line", .timeLimit(.minutes(1)))
@MainActor
struct CommandLineTests {
  private let home: Home

  init() throws { home = try Home() }

  private func run(_ arguments: String...) async throws -> (
    status: Int32, output: [String], errors: String
  ) {
    let (status, output, errors) = try await home.run(arguments)
    return (status, output, errors)
  }

  @Test("without anything to do and without a terminal: usage on standard error, 64")
  func usage() async throws {
    let result = try await run()
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("USAGE: peach"))
  }

  @Test(
    "wrong usage is 64 and one says what is right",
    arguments: [
      ["compare", "--nonsense"], ["compare", "--trials", "0"], ["compare", "--seed", "-1"],
      ["match", "--trials", "0"], ["match", "--seed", "x"],
      ["dance"], ["settings", "get", "nonsense"], ["settings", "set", "noteDuration"],
    ])
  func wrongUsage(arguments: [String]) async throws {
    let (status, _, errors) = try await home.run(arguments)
    #expect(status == 64)
    #expect(!errors.isEmpty)
  }

  @Test(
    "a mistyped subcommand or value is answered with the one that was meant",
    arguments: [
      (["comprae"], "Did you mean 'compare'?"), (["settings", "lst"], "Did you mean 'list'?"),
      (["data", "chek"], "Did you mean 'check'?"),
      (["settings", "get", "notDuration"], "noteDuration?"),
      (["simulate", "--strategy", "adaptve"], "Did you mean adaptive?"),
      (["compare", "--sound", "x"], "Did you mean '--sound-source'?"),
      (["compare", "--level", "-20"], "Did you mean '--output-level'?"),
      (["--level"], "Unknown option '--level'"),
      (["match", "--refrence-pitch", "442"], "Did you mean '--reference-pitch'?"),
      (["sounds", "list", "--font", "x"], "Did you mean '--sound-fonts'?"),
      (["compare", "--strategy", "kazes"], "(did you mean kazez?)"),
      (["compare", "--tuning", "jsut"], "(did you mean just?)"),
      (["compare", "--intervals", "P1,p5"], "(did you mean P5?)"),
      (["compare", "--controller", "akai-lp8"], "(did you mean akai-lpd8?)"),
    ])
  func suggestion(arguments: [String], words: String) async throws {
    let (status, _, errors) = try await home.run(arguments)
    #expect(status == 64 || status == 78)
    #expect(errors.contains(words), "\(errors)")
  }

  @Test(
    "a word that is like none gets no suggestion",
    arguments: [["xylophone"], ["compare", "--zither", "x"]])
  func noSuggestion(arguments: [String]) async throws {
    #expect(try await !home.run(arguments).errors.contains("mean"))
  }

  @Test("two roles for one control are 64 as options and 78 in the file, with both keys")
  func twoRoles() async throws {
    let options = ["compare", "--higher-buttons", "note:60", "--lower-buttons", "note:60"]
    let (status, _, errors) = try await home.run(options)
    #expect(status == 64)
    #expect(errors.contains("higherButtons and lowerButtons both have note:60"))
    try home.write("slider = \"cc:64\"\ncommitButtons = [\"cc:64\"]\n", to: home.settings)
    let file = try await home.run(["compare"])
    #expect(file.status == 78)
    #expect(file.errors.contains("line 2: commitButtons and slider both have cc:64"))
  }

  @Test(
    "a value that is not allowed is 78, with key, value and what is allowed",
    arguments: [
      ("--note-duration", "9", "noteDuration"), ("--note-range-min", "80", "noteRangeMin"),
      ("--reference-pitch", "nan", "referencePitch"), ("--intervals", "P5,X9", "intervals"),
      ("--tuning", "wolf", "tuningSystem"), ("--sound-source", "no-such-sound", "soundSource"),
      ("--wheel", "fast", "wheel"), ("--slider", "cc:128", "slider"),
      ("--controller", "none-such", "controller"), ("--commit-buttons", "note", "commitButtons"),
    ])
  func badOption(option: String, value: String, key: String) async throws {
    let result = try await run("compare", option, value)
    #expect(result.status == 78)
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.contains(key) && result.errors.contains("allowed"))
  }

  @Test(
    "a note range without room for every interval is 78, before a server is looked for",
    arguments: [
      ["--note-range-min", "60", "--note-range-max", "71", "--intervals", "P8-"],
      ["--note-range-min", "100", "--intervals", "P5"], ["--note-range-max", "40"],
    ])
  func narrowRange(options: [String]) async throws {
    let (status, _, errors) = try await home.run(["compare"] + options)
    #expect(status == 78)
    #expect(errors.split(separator: "\n").count == 1)
    #expect(errors.contains("narrower than an octave") && errors.contains("noteRange"))
    try home.write("noteRangeMin = 60\nnoteRangeMax = 71\n", to: home.settings)
    let file = try await run("compare", "--intervals", "P8-")
    #expect(file.status == 78 && file.errors.contains("line 2"))
  }

  @Test(
    "every directed interval, and a Scala file, is taken as far as to the server",
    arguments: [
      ["--intervals", "P1,m2,m2-,M2,M2-,m3,m3-,M3,M3-,P4,P4-,TT,TT-,P5,P5-,m6,m6-,M6,M6-,m7,m7-"],
      ["--intervals", "M7,M7-,P8,P8-", "--note-range-min", "21", "--note-range-max", "33"],
      ["--tuning", "SCALES/a.scl", "--intervals", "P5,P5-,P8"], ["--tuning-system", "scala:a"],
    ])
  func accepted(options: [String]) async throws {
    try home.write("\n2\n3/2\n2/1\n", to: home.scales.appendingPathComponent("a.scl"))
    let options = options.map { $0.replacingOccurrences(of: "SCALES", with: home.scales.path) }
    #expect(try await home.run(["compare"] + options).status == 69)
  }

  @Test("a scale that is missing, damaged or lacks an interval: 66, 65, 78, and one clear line")
  func badScales() async throws {
    let scale = home.scales.appendingPathComponent("a.scl")
    func outcome(_ text: String?, _ options: String...) async throws -> (Int32, String) {
      if let text { try home.write(text, to: scale) }
      let (status, _, errors) = try await home.run(["compare"] + options)
      #expect(errors.split(separator: "\n").count == 1)
      return (status, errors)
    }
    let (missing, missingWords) = try await outcome(nil, "--tuning", "scala:a")
    #expect(missing == 66 && missingWords.contains(scale.path))
    let (damaged, damagedWords) = try await outcome("! a\nname\n2\n3/2\n", "--tuning", scale.path)
    #expect(damaged == 65 && damagedWords.contains("\(scale.path), line 5"))
    #expect(damagedWords.contains("1 of 2"))
    let (lacking, lackingWords) = try await outcome(
      "name\n1\n2/1", "--tuning", scale.path, "--intervals", "P8,TT-")
    #expect(lacking == 78 && lackingWords.contains("tritone down (TT-)"))
    try home.write("tuningSystem = \"scales/b.scl\"\n", to: home.settings)
    let (fromFile, fromFileWords) = try await outcome(nil)
    #expect(fromFile == 66 && fromFileWords.contains("line 1"))
    #expect(fromFileWords.contains(home.scales.appendingPathComponent("b.scl").path))
  }

  @Test("every command has help with an example")
  func help() async throws {
    for command in [
      ["compare"], ["match"], ["profile"], ["info"], ["settings"], ["settings", "list"],
      ["settings", "get"],
      ["settings", "set"], ["settings", "unset"], ["settings", "path"],
      ["data", "export"], ["data", "import"], ["data", "merge"],
      ["doctor"], ["data"], ["simulate"], ["midi"], ["midi", "list"], ["midi", "monitor"],
      ["midi", "learn"],
    ] {
      let (status, output, _) = try await home.run(command + ["--help"])
      #expect(output.contains { $0.hasPrefix("EXAMPLE") }, "\(command)")
      #expect(status == 0)
    }
  }

  @Test("no server: 69, one line that says how to get one, and standard input is not waited for")
  func noServer() async throws {
    let (status, _, errors) = try await home.run(["compare", "--json"])
    #expect(status == 69)
    #expect(errors.split(separator: "\n").count == 1)
    #expect(errors.contains("no JACK server answers: start one") && !errors.contains("tools/"))
  }

  @Test("settings are set, listed and unset; comments in the file survive")
  func settings() async throws {
    try home.write("# mine\nreferencePitch = 442 # Wien\n", to: home.settings)
    #expect(try await run("settings", "get", "referencePitch").output == ["442.0"])
    #expect(try await run("settings", "set", "noteDuration", "0.7").status == 0)
    #expect(try await run("settings", "set", "intervals", "P5,M3-").status == 0)
    #expect(try await run("settings", "get", "intervals").output == ["P5,M3-"])
    let text = try String(contentsOf: home.settings, encoding: .utf8)
    #expect(text.hasPrefix("# mine\nreferencePitch = 442 # Wien\n"))
    #expect(try await run("settings", "unset", "noteDuration").status == 0)
    #expect(try await run("settings", "get", "noteDuration").output == ["1.0"])
    #expect(try await run("settings", "path").output == [home.settings.path])
    let list = try await run("settings", "list", "--json").output.joined()
    #expect(list.contains("\"referencePitch\"") && list.contains("\"file\""))
  }

  @Test("a damaged settings file is 78 with file, line and key")
  func damagedSettings() async throws {
    try home.write("noteDuration = 1\nreferencePitch = 12\n", to: home.settings)
    let bad = try await run("profile")
    #expect(bad.status == 78)
    #expect(bad.errors.contains(home.settings.path) && bad.errors.contains("line 2"))
    #expect(bad.errors.contains("referencePitch") && bad.errors.contains("380"))
    try home.write("noteDuration = [\n", to: home.settings)
    #expect(try await run("compare").status == 78)
    #expect(try await run("profile", "--config", "/nonexistent").status == 66)
  }

  @Test("a history that is no database is left as it is, with one clear line")
  func damagedHistory() async throws {
    let text = String(repeating: "this is no database. ", count: 500)
    try home.write(text, to: home.history)
    let result = try await run("profile")
    #expect(result.status == 65)
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.contains(home.history.path))
    // A training reads it beside the client; that there is no server is not what matters.
    let training = try await run("compare")
    #expect(training.status == 65)
    #expect(training.errors.contains(home.history.path))
    #expect(try String(contentsOf: home.history, encoding: .utf8) == text)
  }

  @Test("an empty profile is one in JSON too")
  func emptyProfile() async throws {
    let result = try await run("profile", "--json")
    #expect(result.status == 0)
    let event = try Event(#require(result.output.first))
    let comparison: [String: Any] = try #require(event["comparison"])
    let unison = try #require(comparison["unison"] as? [String: Any])
    #expect((unison["notes"] as? [Any])?.count == 49)
    #expect(unison["overallMean"] is NSNull)
  }

  @Test("info tells versions and places without a server")
  func info() async throws {
    let result = try await run("info", "--json")
    #expect(result.status == 0)
    let event = try Event(#require(result.output.first))
    #expect(event["serverAnswers"] == false)
    #expect((event["builtInFont"] as String?)?.hasSuffix("Peach.sf2") == true)
    #expect(event["history"] == home.history.path)
  }
}

extension CommandLineTests {
  /// What only a process of its own or a terminal can show.
  @Suite("The command line of a shell")
  @MainActor
  struct ProcessTests {
    private let outer: CommandLineTests
    private var home: Home { outer.home }

    init() throws { outer = try CommandLineTests() }

    @Test("output that cannot be written is 74 and says why")
    func fullDisk() async throws {
      let shell = try ChildProcess(
        "/bin/sh", ["-c", "\"$0\" profile --json >/dev/full", PeachProcess.program.path],
        environment: home.environment)
      var errors = ""
      for await line in ChildProcess.lines(of: shell.errors) { errors += line }
      #expect(await shell.end() == 74)
      #expect(errors.contains("No space left"))
    }
  }
}
