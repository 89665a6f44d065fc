import ArgumentParser
import Foundation
import GRDB
import MainThread
import MemoryJack

@testable import PeachApp
@testable import Program

/// Ten sessions of all trainings with all that can happen to them, as a seed decides.
///
/// Each session that begins and each trouble is an event. After as many as it may have nothing happens any more, and it
/// ends with its session.
@MainActor
final class Life {
  /// What must not happen.
  struct Fault: Error, CustomStringConvertible {
    let description: String
    var transcript: [String] = []
  }

  static let sessions = 10

  /// More than a life ever has.
  static let mostEvents = sessions * (1 + mostTroubles) + 1
  private static let mostTroubles = 3

  /// How long a session may take until the user ends it, and the end after that.
  private static let longestSession = Duration.seconds(15)
  private static let longestEnd = Duration.seconds(15)

  /// After so long nothing sounds any more: fades, and the periods on their way.
  private static let ringing = Duration.seconds(1)

  /// The loudest sample that is silence, −80 dB.
  private static let silence: Float = 1e-4

  private let scheduler = SeededScheduler.shared
  private let world = World()
  private let folder: URL

  /// How many events may happen; `nil` for all.
  private let limit: Int?
  private var events = 0

  /// Called with the lines of each session at its end.
  private let tell: (String) -> Void

  private var transcriptHash = Hash()
  private var rowsHash = Hash()

  /// - Parameter events: how many may happen; `nil` for all.
  init(seed: UInt64, events: Int?, tell: @escaping (String) -> Void) {
    (limit, self.tell) = (events, tell)
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("peach-life-\(seed)-\(getpid())")
  }

  /// Counts an event; false if it is one too many.
  private func happens() -> Bool {
    guard limit.map({ events < $0 }) ?? true else { return false }
    events += 1
    return true
  }

  /// What is the same in each run of the same seed.
  var hashes: String {
    "\(events) events, transcript \(transcriptHash), rows \(rowsHash), sound \(world.sound)"
  }

  private var history: URL { folder.appendingPathComponent("data/peach/training.sqlite") }

  private var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for (name, place) in [
      "CONFIG_HOME": "config", "CONFIG_DIRS": "site", "DATA_HOME": "data", "STATE_HOME": "state",
      "CACHE_HOME": "cache", "DATA_DIRS": "share",
    ] {
      environment["XDG_\(name)"] = folder.appendingPathComponent(place).path
    }
    for name in ["SF2_PATH", "LANGUAGE", "NSM_URL", "LADISH_APP_NAME", "JACK_DEFAULT_SERVER"] {
      environment[name] = nil
    }
    environment["DEFAULT_SOUNDFONT"] = ""
    environment["LC_ALL"] = "C.UTF-8"
    return environment
  }

  /// Lives through all sessions.
  ///
  /// - Throws: ``Fault``
  func live() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    scheduler.periods = world
    defer { scheduler.periods = nil }
    var announced: [String: Bool] = [:]
    for _ in 0..<Self.sessions where happens() {
      if world.server == nil { world.start() }
      try await session(&announced)
    }
    await world.end(inOrder: true)
    try hashRows()
    guard MemoryServer.faults == 0 else {
      throw Fault(description: "a closed client or port was used")
    }
  }

  // MARK: A session

  /// What is known during a session.
  @MainActor private final class Course {
    /// For each result that was announced as stored, whether it is withdrawn.
    var announced: [String: Bool] = [:]

    /// Since when nothing may sound, in the time that the server has played; `nil` while something may.
    var quietSince: Duration?
    var fault: String?
    var isOver = false

    /// How many trials the run is to have.
    let trials: Int

    init(trials: Int) { self.trials = trials }
  }

  private func session(_ announced: inout [String: Bool]) async throws {
    let trials = scheduler.random { Int.random(in: Self.trialCounts, using: &$0) }
    let course = Course(trials: trials)
    course.announced = announced
    try set()
    let visit = Visit(try command(trials: trials), home: environment) {
      [scheduler, world] event in
      switch event.name {
      case "ready":
        let name = event.text("client") ?? "peach"
        // The patchbay is asked on another thread than Peach's.
        scheduler.after(.milliseconds(5)) { world.patch(to: name) }
      case "result":
        if let id = event.text("id") { course.announced[id] = false }
      case "withdrawn":
        if let id = event.text("id") { course.announced[id] = true }
      case "state":
        let isQuiet = ["idle", "paused"].contains(event.text("state"))
        course.quietSince = isQuiet ? course.quietSince ?? world.played : nil
      case "stopped":
        course.quietSince = world.played
        if event.text("reason") == "trials", event.number("trials") != Double(course.trials) {
          course.fault = course.fault ?? "it ended after other than \(course.trials) trials"
        }
      default: break
      }
    }
    visit.onPlaying = { [world] in world.band?.play($0) }
    listen(course)
    let troubles = scheduler.random { Int.random(in: 0...Self.mostTroubles, using: &$0) }
    for _ in 0..<troubles {
      let delay = scheduler.random { Double.random(in: 0...4, using: &$0) }
      scheduler.after(.seconds(delay)) { [self] in trouble(visit, course) }
    }
    let begin = scheduler.now
    var hasQuit = false
    while visit.status == nil {
      try await ProgramClock.sleep(for: .milliseconds(50))
      let time = scheduler.now - begin
      if time > Self.longestSession, !hasQuit {
        hasQuit = true
        visit.send("quit")
      }
      if time > Self.longestSession + Self.longestEnd {
        course.fault = course.fault ?? "it does not end"
      }
      if let fault = course.fault {
        throw Fault(description: fault, transcript: visit.transcript)
      }
    }
    course.isOver = true
    for line in visit.transcript {
      // The folder of a life has a name of its own in each run.
      let line = line.replacing(folder.path, with: "~")
      transcriptHash.add(line.utf8)
      tell(line)
    }
    world.band?.play(0)
    world.band?.flood(0)
    announced = course.announced
    do {
      try check(visit, announced)
    } catch var fault as Fault {
      fault.transcript = visit.transcript
      throw fault
    }
  }

  private static let trainings = ["compare", "match", "purity", "play"]
  private static let trialCounts = 1...3

  /// The command of each session that there can be, by training and number of trials.
  private static var commands: [String: any ParsableCommand] = [:]

  /// Parses the commands of all sessions, which takes longer than a life. Before the first life.
  static func prepare() throws {
    for training in trainings {
      for count in trialCounts {
        commands["\(training) \(count)"] = try Peach.parseAsRoot([
          training, "--json", "--server", World.name, "--trials", "\(count)", "--seed", "\(count)",
        ])
      }
    }
  }

  private func command(trials: Int) throws -> any ParsableCommand {
    guard let command = Self.commands["\(choose(Self.trainings)) \(trials)"] else {
      throw Fault(description: "no command")
    }
    return command
  }

  private func choose(_ choices: [String]) -> String {
    scheduler.random { choices.randomElement(using: &$0) } ?? ""
  }

  /// Writes the settings of a session.
  private func set() throws {
    let settings = """
      noteDuration = \(choose(["0.3", "0.5"]))
      afterWrongAnswer = "\(choose(["next", "replay"]))"
      soundSource = "sf2:8:\(choose(["80", "81", "11"]))"
      presentation = "\(choose(["melodic", "harmonic"]))"
      intervals = [\(choose([#""P1""#, #""P5", "M3-""#, #""P1", "P8""#]))]
      """
    let file = folder.appendingPathComponent("config/peach/config.toml")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(settings.utf8).write(to: file)
  }

  /// Looks again and again whether something sounds that must not.
  private func listen(_ course: Course) {
    scheduler.after(.milliseconds(250)) { [self] in
      guard !course.isOver else { return }
      let loudest = world.band?.takeLoudest() ?? 0
      if let since = course.quietSince, world.played - since > Self.ringing,
        loudest > Self.silence
      {
        course.fault = course.fault ?? "it sounds in silence, at \(loudest)"
      }
      listen(course)
    }
  }

  // MARK: Troubles

  private enum Trouble: CaseIterable {
    case xrun, death, end, freeze, longFreeze, period, rate, unplugged, zombie, freewheel
    case flood, pause, undo, panic, rubbish, again
  }

  private func trouble(_ visit: Visit, _ course: Course) {
    guard visit.status == nil, !course.isOver,
      let trouble = scheduler.random({ Trouble.allCases.randomElement(using: &$0) }), happens()
    else { return }
    visit.note("\(trouble)")
    switch trouble {
    case .xrun:
      world.server?.lose(frames: scheduler.random { Int.random(in: 1...5000, using: &$0) })
    case .death, .end:
      let delay = scheduler.random { Double.random(in: 0.05...6, using: &$0) }
      Task { [world] in
        await world.end(inOrder: trouble == .end)
        scheduler.after(.seconds(delay)) { if world.server == nil { world.start() } }
      }
    case .freeze:
      world.freeze(for: .milliseconds(scheduler.random { Int.random(in: 5...1500, using: &$0) }))
    case .longFreeze:
      world.freeze(for: .seconds(scheduler.random { Int.random(in: 3...9, using: &$0) }))
    case .period: world.changePeriod()
    case .rate: world.changeRate()
    case .unplugged:
      for port in 1...2 { world.server?.disconnect("peach:out_\(port)", "system:playback_\(port)") }
    case .zombie: world.server?.zombify("peach")
    case .freewheel: world.freewheel(periods: 50)
    case .flood:
      world.band?.flood(scheduler.random { Int.random(in: 1...40, using: &$0) })
      scheduler.after(.seconds(1)) { [world] in world.band?.flood(0) }
    case .pause: visit.send("pause")
    case .undo: visit.send("undo")
    case .panic: visit.send("panic")
    case .rubbish: visit.send("\u{1}rubbish \u{202E} 1e999 commit;\t")
    case .again:
      course.quietSince = nil
      visit.send("again")
    }
  }

  // MARK: What has to be so

  /// Those of a run that ended because of its task, its user, or of a server that did not come back.
  private static let statuses: Set<Int32> = [0, 69]

  private func check(_ visit: Visit, _ announced: [String: Bool]) throws {
    guard let status = visit.status, Self.statuses.contains(status) else {
      throw Fault(description: "exit status \(visit.status ?? -1)")
    }
    let stored = try stored()
    if let lost = announced.keys.sorted().first(where: { stored[$0] == nil }) {
      throw Fault(description: "announced and not stored: \(lost)")
    }
    if let unsaid = stored.keys.sorted().first(where: { announced[$0] == nil }) {
      throw Fault(description: "stored and not announced: \(unsaid)")
    }
    if let wrong = stored.first(where: { announced[$0.key] != $0.value }) {
      throw Fault(description: "withdrawn is \(wrong.value) in the history: \(wrong.key)")
    }
  }

  /// All results of the history, by their ids, and whether they are withdrawn.
  private func stored() throws -> [String: Bool] {
    let rows = try rows("SELECT id, withdrawn FROM result")
    return Dictionary(
      uniqueKeysWithValues: rows.map { ($0["id"] as String, ($0["withdrawn"] as Int?) == 1) })
  }

  private func rows(_ query: String) throws -> [Row] {
    guard FileManager.default.fileExists(atPath: history.path) else { return [] }
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: history.path, configuration: configuration).read {
      try Row.fetchAll($0, sql: query)
    }
  }

  /// Adds all rows of all tables to their hash.
  private func hashRows() throws {
    for table in try rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
      let name = table["name"] as String
      rowsHash.add(name.utf8)
      for row in try rows("SELECT * FROM \"\(name)\"") { rowsHash.add("\(row)".utf8) }
    }
  }
}
