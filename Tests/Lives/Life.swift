import ArgumentParser
import CDiskLog
import CHeap
import CTaskHooks
import EarlierVersions
import Foundation
import GRDB
import MainThread
import MemoryJack
import Music
import PowerCut
import Training

@testable import History
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
  static let mostEvents = sessions * (1 + mostTroubles + trialCounts.upperBound) + 1
  static let mostTroubles = 3

  /// How long a session may take until the user ends it, and the end after that.
  static let longestSession = Duration.seconds(15)
  static let longestEnd = Duration.seconds(15)
  var longestSession: Duration { Self.longestSession * (isYear ? Self.yearTrials : 1) }

  /// After so long nothing sounds any more: fades, and the periods on their way.
  static let ringing = Duration.milliseconds(300)

  /// The loudest sample that is silence, −80 dB.
  static let silence: Float = 1e-4

  let scheduler = SeededScheduler.shared
  let world = World()
  let folder: URL

  private let seed: UInt64
  private var sessionNumber = 0

  /// How many events may happen; `nil` for all.
  let limit: Int?
  var events = 0

  /// Called with the lines of each session at its end.
  let tell: (String) -> Void

  /// The disk under the history.
  let disk: DiskLog

  /// Whether another program writes to the history.
  var isLocked = false

  /// For each result that is in the history, whether it is withdrawn.
  var known: [String: Bool] = [:]

  /// What was known of the user's hearing after the last session of a training, and what that asked.
  var lastFigures: [String: (asked: String, figures: String)] = [:]

  /// The results that were announced as stored, and what the disk had done by then.
  var safe: [(id: String, position: Int)] = []

  /// Whether the clock on the wall was set, so that results may be in another order than their times.
  var wasClockSet = false

  /// How many sessions of known kinds tell of a leak, and how many bytes each of them may leave behind.
  static let fewestSessions = 3
  static let mostKept = 100_000

  var transcriptHash = Hash()
  var rowsHash = Hash()

  /// - Parameter events: how many may happen; `nil` for all.
  init(seed: UInt64, events: Int?, tell: @escaping (String) -> Void) {
    (self.seed, limit, self.tell) = (seed, events, tell)
    // The same in each run, unless the seed lives twice at a time: what Peach says may contain the path.
    var path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("peach-life-\(seed)").path
    while mkdir(path, 0o700) != 0, errno == EEXIST { path += "+" }
    folder = URL(fileURLWithPath: path)
    disk = DiskLog(directory: folder.appendingPathComponent("data/peach"))
    chdir(path)
    Self.takeSleep()
  }

  // SQLite sleeps on any thread.
  private nonisolated static func takeSleep() {
    cdisklog_sleep { SeededScheduler.shared.block(for: .microseconds(Int($0))) }
  }

  /// Counts an event; false if it is one too many.
  func happens() -> Bool {
    guard limit.map({ events < $0 }) ?? true else { return false }
    events += 1
    return true
  }

  /// What is the same in each run of the same seed.
  var hashes: String {
    "\(events) events, transcript \(transcriptHash), rows \(rowsHash), sound \(world.sound)"
  }

  var history: URL { folder.appendingPathComponent("data/peach/training.sqlite") }

  var environment: [String: String] {
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

  /// Runs one session, to which nothing happens, on a server with that period.
  ///
  /// - Returns: what Peach announced, but for what is declared as timing and for the ids.
  /// - Throws: ``Fault``
  func script(period: Int) async throws -> [String] {
    try FileManager.default.createDirectory(
      at: history.deletingLastPathComponent(), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    scheduler.periods = world
    defer { scheduler.periods = nil }
    world.start(period: period)
    scriptPeriod = period
    try await session()
    await world.end(inOrder: true)
    let rows = try rows("SELECT * FROM result ORDER BY sequence").map { row in
      row.filter { !Self.timing.contains($0.0) }.map { "\($0) \($1)" }.joined(separator: ", ")
    }
    return scriptLines + rows
  }

  /// The fields that depend on the period: moments, lengths of time, and what follows from the very samples that are heard.
  static let timing: Set<String> = [
    "timestamp", "responseTime", "seconds", "id", "run", "uncertainty", "drift", "vibratoRate",
    "vibratoExtent", "steadiness", "playedLength", "settleTime", "inputLevel", "curve", "sequence",
  ]

  /// Of a script, the frames of a period.
  var scriptPeriod: Int?
  var isScript: Bool { scriptPeriod != nil }
  var scriptLines: [String] = []

  /// Keeps an event without its timing.
  func keepForScript(_ event: Visit.Event) {
    let kinds = ["trial", "state", "result", "summary", "stopped", "discarded", "missed"]
    guard isScript, kinds.contains(event.name) else { return }
    let members = event.members.filter { !Self.timing.contains($0.key) }
    scriptLines.append(
      members.keys.sorted().map { "\($0) \(members[$0] ?? "")" }.joined(separator: ", "))
  }

  /// Trains for so many sessions of many trials, of which one in fifty is rendered.
  ///
  /// - Throws: ``Fault``
  func year(sessions: Int) async throws {
    try FileManager.default.createDirectory(
      at: history.deletingLastPathComponent(), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    scheduler.periods = world
    defer { scheduler.periods = nil }
    isYear = true
    for _ in 0..<sessions {
      // Each session has a server of its own, of any kind and rate.
      world.start(period: 2048)
      try await session()
      await world.end(inOrder: true)
    }
    try hashRows()
  }

  var isYear = false
  var isRendered = true

  /// One trial in so many is rendered in a year.
  static let renderedShare = 50

  func chooseRendering() {
    guard isYear else { return }
    isRendered = scheduler.random { Int.random(in: 0..<Self.renderedShare, using: &$0) } == 0
    set_rendering(isRendered ? 1 : 0)
  }

  /// Lives through all sessions.
  ///
  /// - Throws: ``Fault``
  func live() async throws {
    try FileManager.default.createDirectory(
      at: history.deletingLastPathComponent(), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    scheduler.periods = world
    defer { scheduler.periods = nil }
    setCalendar()
    switch scheduler.random({ Int.random(in: 0..<4, using: &$0) }) {
    case 0, 1: try begin(with: 60)
    case 2: try beginBefore()
    default: break
    }
    // What something uses for the first time is no leak.
    var done: Set<String> = []
    var heap = 0, count = 0
    for _ in 0..<Self.sessions where happens() {
      if world.server == nil { world.start() }
      let former = done.count
      func draw(_ choices: Int) -> Int {
        scheduler.random { Int.random(in: 0..<choices, using: &$0) }
      }
      switch draw(8) {
      case 0, 1:
        try await terminal()
        done.insert("terminal")
      case 2:
        try await lines()
        done.insert("lines")
      case 3:
        try await twins()
        done.insert("twins")
      case 4:
        try await instrument()
        done.insert("instrument")
      default:
        try await session()
        done.insert("session")
      }
      if draw(3) == 0 {
        try await look()
        done.insert("look")
      }
      if draw(4) == 0 {
        try await move()
        done.insert("move")
      }
      if draw(4) == 0 { try await rest() }
      count = done.count > former ? 0 : count + 1
      if count == 0 { heap = try await restingHeap() }
    }
    if count >= Self.fewestSessions {
      let left = try await restingHeap() - heap
      if left > count * Self.mostKept {
        throw Fault(description: "\(left) bytes were left behind")
      }
    }
    await world.end(inOrder: true)
    try hashRows()
    try cutPower()
    guard MemoryServer.faults == 0 else {
      throw Fault(description: "a closed client or port was used")
    }
  }

  static let zones = [
    "GMT", "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kolkata",
    "Pacific/Auckland", "Pacific/Apia",
  ]

  /// In seconds since 1970: an ordinary day, the days on which clocks are changed in Europe, America and New Zealand, and
  /// the ends of a year and of a century.
  static let dates = [
    1_767_225_600.0, 1_774_745_970, 1_792_889_970, 1_772_950_000, 1_793_510_000, 1_775_310_000,
    1_790_430_000, 946_684_770, 4_102_444_770,
  ]

  /// The zone of the life; `nil` for that of the machine.
  private var zone: String?

  /// Nothing happens until another day, or for a while.
  func rest() async throws {
    // What has happened to the server ends first.
    try await ProgramClock.sleep(for: .seconds(7))
    await world.end(inOrder: true)
    try await ProgramClock.sleep(
      for: .seconds(scheduler.random { Double.random(in: 60...100_000, using: &$0) }))
  }

  /// The life takes place anywhere and at any time.
  func setCalendar() {
    let zone = choose(Self.zones)
    self.zone = zone
    setenv("TZ", zone, 1)
    NSTimeZone.resetSystemTimeZone()
    tzset()
    let date = scheduler.random { Self.dates.randomElement(using: &$0) } ?? 0
    scheduler.setClock(to: Date(timeIntervalSince1970: date))
  }

  /// So many comparisons were answered before.
  func begin(with count: Int) throws {
    let store = try TrainingDataStore(url: history)
    defer { store.close() }
    let results = (0..<count).map { number in
      let cents = scheduler.random { Double.random(in: -40...40, using: &$0) }
      return CompletedTrial(
        id: UUID(), .comparison,
        challenge: Challenge(
          referenceNote: MIDINote(48 + number % 24), interval: .prime, centOffset: Cents(cents)),
        answer: .choice((cents > 0) != (abs(cents) < 8)), tuningSystem: .equalTemperament,
        timestamp: scheduler.date - Double(count - number) * 60)
    }
    try store.save(results.map { RecordedResult($0) })
    for result in results { known[result.id.uuidString.lowercased()] = false }
  }

  /// The history is that of an earlier version; this one finds all of it.
  private func beginBefore() throws {
    let version = scheduler.random { Int.random(in: 1..<Schema.version, using: &$0) }
    let ids = try EarlierVersion.write(version, count: 30, until: scheduler.date, to: history)
    for id in ids { known[id.uuidString.lowercased()] = false }
  }

  // MARK: A session

  /// What is known during a session.
  @MainActor final class Course {
    let witness: Witness
    weak var visit: Visit?

    /// That of another Peach on the same history.
    var other: Witness?

    /// For each result that was announced as stored, whether it is withdrawn.
    var announced: [String: Bool] = [:]

    /// Since when nothing may sound, in the time that the server has played; `nil` while something may.
    var quietSince: Duration?

    /// Up to when it was listened, in the same time. A store that waits lets many periods be played at once.
    var listened = Duration.zero
    var fault: String?
    var isOver = false

    /// When the band was connected.
    var connected: ContinuousClock.Instant?

    /// Whether the disk has failed, or Peach was told to end.
    var hasDiskFailed = false
    var isDiskSlow = false
    var wasEnded = false

    /// Whether the server has done what interrupts sound.
    var wasSoundBroken = false

    /// Since when Peach has lost its server; `nil` if it is back.
    var awaySince: ContinuousClock.Instant?

    /// Since when the server has gone without a word of Peach; `nil` if Peach has said so, or has no server.
    var goneSince: ContinuousClock.Instant?

    init(_ witness: Witness) { self.witness = witness }

    func lose(at time: ContinuousClock.Instant) {
      awaySince = awaySince ?? time
      goneSince = nil
    }
  }

  func session() async throws {
    // What is heard of a played note depends on the samples of its beginning.
    let training = choose(
      isScript || isYear ? Array(Self.trainings.prefix(3)) : Self.trainings)
    let trials =
      isYear ? Self.yearTrials : scheduler.random { Int.random(in: Self.trialCounts, using: &$0) }
    sessionNumber += 1
    let hasRemote =
      !isScript && !isYear && scheduler.random { Int.random(in: 0..<4, using: &$0) } == 0
    let remote = hasRemote ? Remote(seed: seed, session: sessionNumber) : nil
    let setting = try set(trials: trials, osc: remote?.address ?? "off")
    let witness = Witness(setting, isCalm: world.isSteady && !isLocked) { [unowned self] in
      row(of: $0)
    }
    // The clock of a server in memory stands still for a period.
    if let scriptPeriod { witness.delay = max(witness.delay, 1.5 * Double(scriptPeriod) / 48_000) }
    let isPlan = training.hasPrefix("run")
    if isPlan {
      try writePlan()
      witness.disturb()
    }
    let course = Course(witness)
    course.announced = known
    let visit = Visit(
      try command(
        isPlan
          ? "\(training) --json --server \(World.name)"
          : "\(training) --json --server \(World.name) --trials \(trials) --seed \(trials)"),
      home: environment
    ) {
      [unowned self, scheduler, world] event in
      course.witness.receive(event)
      keepForScript(event)
      switch event.name {
      case "ready":
        course.awaySince = nil
        let name = event.text("client") ?? "peach"
        // The patchbay is asked on another thread than Peach's.
        scheduler.after(.milliseconds(5)) { world.patch(to: name) }
        remote?.send("/peach/subscribe")
      case "trial":
        chooseRendering()
        remote?.receive()
      case "result":
        if let id = event.text("id") {
          course.announced[id] = false
          safe.append((id, disk.position))
        }
        self.regret(course)
      case "withdrawn":
        if let id = event.text("id") { course.announced[id] = true }
      case "state":
        let isQuiet = ["idle", "paused"].contains(event.text("state"))
        course.quietSince = isQuiet ? course.quietSince ?? world.played : nil
      case "stopped":
        course.quietSince = world.played
        if event.text("reason") == "interrupted" {
          course.lose(at: scheduler.now)
        } else {
          course.awaySince = nil
        }
      case "error" where event.text("code") == "jackServerGone": course.lose(at: scheduler.now)
      case "connections": course.connected = scheduler.now
      case "summary": self.compareFigures(event, course)
      default: break
      }
    }
    course.visit = visit
    visit.onPlaying = { [world] in
      course.witness.play($0)
      world.band?.play($0)
    }
    if let remote {
      visit.onHand = { remote.send("/peach/" + (Self.places[$0] ?? $0)) }
    } else if !isScript, scheduler.random({ Int.random(in: 0..<3, using: &$0) }) == 0 {
      visit.onHand = { [world] in world.band?.press(Self.pads[$0] ?? 60) }
    }
    visit.onLine = { [unowned self] in
      course.witness.send($0)
      expectNotice(course)
    }
    visit.onListening = { [unowned self] in measurePitch(of: $0, setting, course) }
    listen(course)
    visit.isPatient = isScript
    let isAlone = isScript || isYear || scheduler.random { Int.random(in: 0..<5, using: &$0) } > 0
    let other = isAlone ? nil : try otherVisit(course, setting)
    let troubles =
      isScript || isYear
      ? 0 : scheduler.random { Int.random(in: 0...Self.mostTroubles, using: &$0) }
    for _ in 0..<troubles {
      let delay = scheduler.random { Double.random(in: 0...4, using: &$0) }
      scheduler.after(.seconds(delay)) { [self] in trouble(visit, course) }
    }
    let begin = scheduler.now
    var hasQuit = false
    while visit.status == nil || other?.status == nil && other != nil {
      try await ProgramClock.sleep(for: .milliseconds(50))
      let time = scheduler.now - begin
      if time > longestSession, !hasQuit {
        hasQuit = true
        visit.send("quit")
        other?.send("quit")
      }
      if time > longestSession + Self.longestEnd {
        course.fault = course.fault ?? "it does not end"
      }
      if let fault = course.witness.fault ?? course.other?.fault ?? course.fault {
        throw Fault(
          description: fault, transcript: visit.transcript + (other?.transcript ?? []))
      }
    }
    settle(course)
    course.witness.finish(status: visit.status)
    keep(visit.transcript + (other?.transcript ?? []))
    known = course.announced
    do {
      if let fault = course.witness.fault { throw Fault(description: fault) }
      try checkEnd(of: visit, course)
      remote?.receive()
      if let remote, course.witness.isCalm, remote.counts["/peach/result"] != setting.trials {
        throw Fault(description: "\(remote.counts) was heard by OSC of \(setting.trials) results")
      }
      if let other { try checkEnd(of: other, course) }
      try check(course)
      if other != nil {
        lastFigures = [:]
        try compareCounts(try await perform(Self.profile))
      }
    } catch var fault as Fault {
      fault.transcript = visit.transcript + (other?.transcript ?? []) + fault.transcript
      throw fault
    }
  }

  /// Another Peach on the same history, at the same time.
  private func otherVisit(_ course: Course, _ setting: Witness.Setting) throws -> Visit {
    let witness = Witness(setting, isCalm: false) { [unowned self] in row(of: $0) }
    course.other = witness
    course.witness.disturb()
    let line =
      "compare --json --server \(World.name) --client-name other --osc off --trials \(setting.trials)"
    let visit = Visit(try command(line), home: environment) { [unowned self] event in
      witness.receive(event)
      guard let id = event.text("id") else { return }
      if event.name == "result" {
        course.announced[id] = false
        safe.append((id, disk.position))
      } else if event.name == "withdrawn" {
        course.announced[id] = true
      }
    }
    visit.onLine = { witness.send($0) }
    return visit
  }

  /// The memory in use, in bytes, without a server and after all that was left to it. The disk's log does not count, which
  /// is kept for the cuts.
  func restingHeap() async throws -> Int {
    // A server that comes back a moment after it has ended comes now.
    try await ProgramClock.sleep(for: .seconds(10))
    await world.end(inOrder: true)
    try await ProgramClock.sleep(for: .seconds(10))
    let heap = mallinfo2()
    return Int(heap.uordblks + heap.hblkhd) - disk.size
  }

  func keep(_ transcript: [String]) {
    for line in transcript {
      // The folder of a life has a name of its own in each run.
      let line = line.replacing(folder.path, with: "~")
      transcriptHash.add(line.utf8)
      tell(line)
    }
  }

  /// What was known before a session is what was known after the last one of that training, if that asked the same.
  func compareFigures(_ event: Visit.Event, _ course: Course) {
    let training = event.text("training") ?? ""
    func figures(_ name: String) -> String {
      let members = event.members[name] as? [String: Any] ?? [:]
      return members.keys.sorted().map { "\($0) \(members[$0] ?? "")" }.joined(separator: ", ")
    }
    let asked = course.witness.setting.asked
    if let last = lastFigures[training], !course.hasDiskFailed, course.other == nil,
      last.asked == asked, last.figures != figures("before")
    {
      course.fault =
        "before the session \(figures("before")) was known, and after the last one \(last.figures)"
    }
    lastFigures[training] = course.hasDiskFailed ? nil : (asked, figures("after"))
  }

  /// How long the pitch of a note is measured, in seconds, and after what it begins.
  static let measured = 0.2
  static let attack = 0.05

  /// The most that a note may be from where it was announced, in cents.
  static let tolerance = 0.02

  /// Listens to the second note of a trial for as long as it takes to measure it, if it sounds alone; returns how long.
  func measurePitch(
    of trial: Visit.Event, _ setting: Witness.Setting, _ course: Course
  ) -> Double {
    guard isRendered, trial.text("presentation") == nil, course.witness.isCalm,
      let ear = world.band?.ear,
      let frequency = trial.number("targetFrequency")
    else { return 0.05 }
    let rate = Double(world.rate)
    ear.beginCapture(Int(Self.measured * rate), after: Int(Self.attack * rate))
    scheduler.after(.seconds(Self.attack + Self.measured + 0.05)) {
      guard course.witness.isCalm, !course.isOver,
        let cents = ear.centsFrom(frequency, rate: rate)
      else { return }
      if abs(cents) > Self.tolerance {
        course.fault = course.fault ?? "\(frequency) Hz was announced, \(cents) cents off sounded"
      }
    }
    return min(Self.attack + Self.measured + 0.06, setting.noteDuration)
  }

  static let trainings = ["compare", "match", "purity", "play", "run lesson.toml"]
  static let trialCounts = 1...3
  static let yearTrials = 40

  /// The keys of a controller that answer, and what Open Sound Control calls answers.
  private static let pads: [String: UInt8] = ["higher": 72, "2": 72, "lower": 48, "1": 48]
  private static let places = ["1": "first", "2": "second"]

  /// What is looked at between sessions.
  static let reports = [
    profile, profile, "data check --json", "data check --json", "today --json", "story --json",
    "map show --json", reset,
  ]
  static let profile = "profile --json"
  static let reset = "data reset --yes --json"

  /// How a history leaves a computer, and comes to another one.
  static let moves = [
    ("data export --force moved.csv", "data import moved.csv"),
    ("data export --force moved.jsonl", "data import moved.jsonl"),
    ("data backup --force moved.sqlite", "data merge moved.sqlite"),
  ]

  /// Parses a command line, as the command alone: Peach with all its commands takes long.
  func command(_ line: String) throws -> any ParsableCommand {
    let words = line.split(separator: " ").map(String.init)
    guard
      let type = Peach.configuration.subcommands.first(where: {
        $0.configuration.commandName == words[0]
      })
    else { throw Fault(description: "no command \(line)") }
    return try type.parseAsRoot(Array(words.dropFirst()))
  }

  func choose(_ choices: [String]) -> String {
    scheduler.random { choices.randomElement(using: &$0) } ?? ""
  }

  /// Writes a plan of several blocks.
  private func writePlan() throws {
    let text = """
      title = "A lesson"
      [[block]]
      training = "listening"
      intervals = ["M3", "P5"]
      seconds = 2
      [[block]]
      training = "\(choose(["comparison", "purity"]))"
      trials = 2
      say = "Two sounds."
      [[block]]
      training = "oddOne"
      strategy = "constant"
      centOffset = 20
      trials = 1
      [[block]]
      training = "rest"
      seconds = 1
      [[block]]
      training = "\(choose(["matching", "comparison"]))"
      feedback = \(choose(["true", "false"]))
      trials = 1
      """
    try Data(text.utf8).write(to: folder.appendingPathComponent("lesson.toml"))
  }

  /// Writes the settings of a session.
  func set(trials: Int, osc: String = "off") throws -> Witness.Setting {
    let noteDuration = choose(["0.3", "0.5"])
    let afterWrongAnswer = choose(["next", "replay"])
    let sound = choose(["80", "81", "11"])
    let asked = """
      presentation = "\(choose(["melodic", "harmonic"]))"
      intervals = [\(choose([#""P1""#, #""P5", "M3-""#, #""P1", "P8""#]))]
      """
    let settings = """
      sessionTrials = \(trials)
      osc = "\(osc)"
      noteDuration = \(noteDuration)
      afterWrongAnswer = "\(afterWrongAnswer)"
      soundSource = "sf2:8:\(sound)"
      \(asked)
      """
    let file = folder.appendingPathComponent("config/peach/config.toml")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(settings.utf8).write(to: file)
    return Witness.Setting(
      trials: trials, noteDuration: Double(noteDuration) ?? 0,
      replaysWrongAnswers: afterWrongAnswer == "replay", asked: asked)
  }

  /// Looks again and again whether something sounds that must not.
  func listen(_ course: Course) {
    scheduler.after(.milliseconds(250)) { [self] in
      guard !course.isOver else { return }
      let loudest = world.band?.ear.takeLoudest() ?? 0
      let abrupt = world.band?.ear.takeAbrupt() ?? 0
      // Who begins to listen while something sounds hears no beginning.
      let isConnected = course.connected.map { scheduler.now - $0 > .milliseconds(500) } ?? false
      if abrupt > 0, isConnected, !course.wasSoundBroken, !isYear {
        course.fault = course.fault ?? "sound began or ended without a fade"
      }
      let begin = course.listened
      course.listened = world.played
      if let since = course.quietSince, begin - since > Self.ringing, !(loudest <= Self.silence) {
        course.fault = course.fault ?? "it sounds in silence, at \(loudest)"
      }
      if let away = course.awaySince, scheduler.now - away > Self.longestReturn,
        world.steadyTime > Self.longestReturn
      {
        course.fault = course.fault ?? "it does not come back to its server"
      }
      expectNotice(course)
      listen(course)
    }
  }

  /// Peach says soon that its server has gone, unless it waits for the disk.
  func expectNotice(_ course: Course) {
    guard let gone = course.goneSince, !course.hasDiskFailed, !course.isDiskSlow,
      !course.wasEnded
    else { return }
    if scheduler.now - gone > Self.longestNotice {
      course.fault = course.fault ?? "it does not say that its server has gone"
    }
  }

  static let longestNotice = Duration.milliseconds(500)

  /// After so long on a server that plays Peach is back; it looks for one every five seconds at least.
  static let longestReturn = Duration.seconds(8)

  // MARK: Troubles

  enum Trouble: CaseIterable {
    case xrun, death, end, freeze, longFreeze, period, rate, unplugged, zombie, freewheel
    case flood, pause, undo, panic, rubbish, again
    case fullDisk, brokenDisk, slowDisk, writer, clock, terminate, hangUp
  }

  /// Takes one result in so many back.
  static let regretted = 12

  func regret(_ course: Course) {
    guard !isScript, !isYear,
      scheduler.random({ Int.random(in: 0..<Self.regretted, using: &$0) }) == 0
    else { return }
    let delay = scheduler.random { Double.random(in: 0.05...1, using: &$0) }
    scheduler.after(.seconds(delay)) { [self] in
      if let visit = course.visit { trouble(visit, course, .undo) }
    }
  }

  func trouble(_ visit: Visit, _ course: Course, _ given: Trouble? = nil) {
    guard visit.status == nil, !course.isOver,
      let trouble = given ?? scheduler.random({ Trouble.allCases.randomElement(using: &$0) }),
      happens()
    else { return }
    visit.note("\(trouble)")
    course.witness.disturb()
    switch trouble {
    case .pause, .undo, .panic, .rubbish, .again, .fullDisk, .brokenDisk, .slowDisk, .clock,
      .terminate, .hangUp:
      break
    default: course.wasSoundBroken = true
    }
    switch trouble {
    case .xrun:
      world.server?.lose(frames: scheduler.random { Int.random(in: 1...5000, using: &$0) })
    case .death, .end:
      let delay = scheduler.random { Double.random(in: 0.05...6, using: &$0) }
      Task { [world] in
        let isThere = visit.isReady && course.awaySince == nil && world.server != nil
        await world.end(inOrder: trouble == .end)
        if isThere, course.awaySince == nil { course.goneSince = scheduler.now }
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
    case .fullDisk, .brokenDisk:
      course.hasDiskFailed = true
      let count = scheduler.random { Int.random(in: 0...6, using: &$0) }
      // SQLITE_FULL, SQLITE_IOERR_FSYNC
      disk.fail(after: count, code: trouble == .fullDisk ? 13 : 1034)
      let length = scheduler.random { Double.random(in: 0.5...6, using: &$0) }
      scheduler.after(.seconds(length)) { [disk] in disk.fail(after: nil) }
    case .slowDisk:
      course.isDiskSlow = true
      let time = scheduler.random { Int.random(in: 10...800, using: &$0) }
      disk.slow { SeededScheduler.shared.block(for: .milliseconds(time)) }
      scheduler.after(.seconds(3)) { [disk] in disk.slow(nil) }
    case .writer:
      course.hasDiskFailed = true
      holdLock()
    case .clock:
      wasClockSet = true
      scheduler.moveClock(
        by: scheduler.random { Double.random(in: -100_000...100_000, using: &$0) })
    case .terminate:
      course.wasEnded = true
      visit.send(signal: SIGTERM)
    case .hangUp:
      course.wasEnded = true
      visit.hangUp()
    }
  }

  /// Another program writes to the history for a while.
  func holdLock() {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    guard FileManager.default.fileExists(atPath: history.path),
      let writer = try? DatabaseQueue(path: history.path, configuration: configuration),
      (try? writer.inDatabase({ try $0.execute(sql: "BEGIN IMMEDIATE") })) != nil
    else { return }
    let length = scheduler.random { Double.random(in: 0.2...5, using: &$0) }
    isLocked = true
    scheduler.after(.seconds(length)) { [self] in
      try? writer.inDatabase { try $0.execute(sql: "ROLLBACK") }
      isLocked = false
    }
  }

  // MARK: Between sessions

  /// Runs a command that ends by itself.
  func perform(_ line: String) async throws -> Visit {
    let wasLocked = isLocked
    let visit = Visit(try command(line), home: environment) { _ in }
    let begin = scheduler.now
    while visit.status == nil {
      try await ProgramClock.sleep(for: .milliseconds(20))
      try expect(scheduler.now - begin < Self.longestSession, visit, "\(line) does not end")
    }
    // Cut where they are cut wherever the folder is.
    let said = visit.transcript.map { $0.replacing(folder.path, with: "~").prefix(200) }
    keep(["# \(line)"] + said.map { String($0) })
    if line == Self.reset, visit.status == 0 {
      (known, lastFigures, safe) = ([:], [:], [])
      try expect(try stored().isEmpty, visit, "rows are left")
    }
    // A check names results that are still to be stored, and a reset waits for no other program for long.
    let isSpecial = known.isEmpty || wasLocked || isLocked || hasRecovery
    try expect(
      visit.status == 0 || isSpecial, visit, "\(line) has the status \(visit.status ?? -1)")
    return visit
  }

  func expect(_ isSo: Bool, _ visit: Visit, _ what: String) throws {
    if !isSo { throw Fault(description: what, transcript: visit.transcript) }
  }

  /// Looks at the history as its user would.
  func look() async throws {
    let report = choose(Self.reports)
    let visit = try await perform(report)
    if report == Self.profile { try compareCounts(visit) }
  }

  /// The counts of the profile are those of the history, whoever has written it.
  private func compareCounts(_ visit: Visit) throws {
    guard try isOfThisVersion else { return }
    let answer = visit.transcript.compactMap { Visit.Event($0) }.first
    let sections = answer?.members["comparison"] as? [String: Any] ?? [:]
    let trials = sections.values.compactMap { ($0 as? [String: Any])?["trials"] as? Int }
    let count = try rows(
      """
      SELECT 1 FROM result WHERE training = 'comparison' AND withdrawn IS NOT 1
      AND presentation IS NOT 'harmonic'
      """
    ).count
    try expect(
      trials.reduce(0, +) == count, visit, "the profile has \(trials) comparisons of \(count)")
  }

  /// Takes the history to another computer: all of it is there, and says the same of the user's hearing.
  func move() async throws {
    guard !known.isEmpty, !isLocked, !hasRecovery, try isOfThisVersion else { return }
    let (leave, arrive) = Self.moves[scheduler.random { Int.random(in: 0..<3, using: &$0) }]
    let (former, rows, figures) = (known, try records(), lastFigures)
    _ = try await perform(leave)
    _ = try await perform(Self.reset)
    let visit = try await perform(arrive)
    let moved = try records()
    let different = zip(rows, moved).first { $0 != $1 }.map { "\($0) became \($1)" }
    try expect(
      rows == moved, visit,
      "\(arrive): of \(rows.count) rows \(moved.count) came, \(different ?? "")")
    known = former
    safe = known.keys.sorted().map { ($0, disk.position) }
    // Results are exported in the order of their times.
    lastFigures = wasClockSet ? [:] : figures
  }

  /// All results, in all columns but that of their order.
  func records() throws -> [String] {
    try rows("SELECT * FROM result ORDER BY id").map { row in
      row.filter { $0.0 != "sequence" }.map { "\($0) \($1)" }.joined(separator: ", ")
    }
  }

  // MARK: What has to be so

  /// Those of a run that ended because of its task, its user, or of a server that did not come back.
  static let statuses: Set<Int32> = [0, 69]

  func checkEnd(of visit: Visit, _ course: Course) throws {
    var statuses = Self.statuses
    if course.wasEnded { statuses.insert(128 + SIGTERM) }
    if course.hasDiskFailed { statuses.formUnion([74, 73, 65]) }
    guard let status = visit.status, statuses.contains(status) else {
      throw Fault(description: "exit status \(visit.status ?? -1)")
    }
  }

  func check(_ course: Course) throws {
    let strays = try rows(
      "SELECT id FROM result WHERE run IS NOT NULL AND run NOT IN (SELECT id FROM trainingRun)")
    if let stray = strays.first { throw Fault(description: "a result without its run: \(stray)") }
    let zones = try rows("SELECT DISTINCT timeZone FROM trainingRun WHERE timeZone IS NOT NULL")
    if let zone, let other = zones.first(where: { $0["timeZone"] != zone }) {
      throw Fault(description: "a run in \(zone) has the time zone \(other)")
    }
    var stored = try stored()
    // What could not be stored waits beside the history.
    for (id, isWithdrawn) in try recoverable() { stored[id] = isWithdrawn || stored[id] == true }
    if let lost = known.keys.filter({ stored[$0] == nil }).min() {
      throw Fault(description: "announced and not stored: \(lost)")
    }
    // What was listened to is stored at the end of its block, and not announced.
    for row in try rows("SELECT id FROM result WHERE training = 'listening'") {
      known[row["id"]] = false
    }
    let unsaid = stored.keys.filter { known[$0] == nil }.sorted()
    let later = course.witness.unstoredCount + (course.other?.unstoredCount ?? 0)
    if unsaid.count != later {
      throw Fault(
        description:
          "\(later) answers were to be stored later, not \(unsaid)")
    }
    if let wrong = known.keys.filter({ known[$0] != stored[$0] }).min() {
      throw Fault(description: "withdrawn is \(stored[wrong] == true) in the history: \(wrong)")
    }
    known = stored
  }

  /// Cuts the power at some moments of the life: what had been announced by then is there.
  func cutPower() throws {
    guard !safe.isEmpty else { return }
    disk.end()
    let scratch = folder.appendingPathComponent("cuts")
    var random = SeededGenerator(seed: scheduler.random { $0.next() })
    try disk.cutPower(times: 3, from: safe[0].position, in: scratch, random: &random) {
      remains, moment in
      let store = try TrainingDataStore(url: remains.appendingPathComponent("training.sqlite"))
      defer { store.close() }
      var found: Set<String> = []
      try store.forEachResult { found.insert($0.id.uuidString.lowercased()) }
      if let lost = safe.first(where: { $0.position <= moment && !found.contains($0.id) }) {
        throw Fault(description: "announced, and lost in a power cut: \(lost.id)")
      }
    }
  }

  private var recovery: String { history.path + ".recovery.jsonl" }

  /// Whether something is still to be stored.
  var hasRecovery: Bool { FileManager.default.fileExists(atPath: recovery) }

  /// The answers in the recovery file beside the history, by their ids, and whether they are withdrawn.
  func recoverable() throws -> [String: Bool] {
    guard let text = try? String(contentsOfFile: recovery, encoding: .utf8) else { return [:] }
    let lines = text.split(separator: "\n").compactMap { Visit.Event(String($0)) }
    let results = lines.filter { !["run", "listening"].contains($0.text("training")) }
    return Dictionary(
      results.compactMap { line in
        line.text("id").map { ($0, line.members["withdrawn"] as? Bool == true) }
      }, uniquingKeysWith: { $0 || $1 })
  }

  /// The row of a result.
  func row(of id: String) -> [String: Any]? {
    guard let row = try? rows("SELECT * FROM result WHERE id = ?", [id]).first else { return nil }
    var values: [String: Any] = [:]
    for (column, value) in row { values[column] = value.storage.value ?? "nothing" }
    return values
  }

  /// Whether the history is no longer that of an earlier version, as it is until somebody trains.
  private var isOfThisVersion: Bool {
    get throws { try !rows("SELECT 1 FROM sqlite_schema WHERE name = 'result'").isEmpty }
  }

  /// All results of the history, by their ids, and whether they are withdrawn.
  func stored() throws -> [String: Bool] {
    guard try isOfThisVersion else { return known }
    var stored = Dictionary<String, Bool>(minimumCapacity: known.count)
    try read("SELECT id, withdrawn FROM result") { stored[$0[0] as String] = ($0[1] as Int?) == 1 }
    return stored
  }

  func rows(_ query: String, _ arguments: StatementArguments = []) throws -> [Row] {
    var rows: [Row] = []
    try read(query, arguments) { rows.append($0.copy()) }
    return rows
  }

  /// Calls `body` with each row, which is that row only during the call.
  private func read(
    _ query: String, _ arguments: StatementArguments = [], _ body: (Row) -> Void
  ) throws {
    guard FileManager.default.fileExists(atPath: history.path) else { return }
    var configuration = Configuration()
    configuration.readonly = true
    let reader = try reader ?? DatabaseQueue(path: history.path, configuration: configuration)
    if isYear { self.reader = reader }
    // A query by itself needs no transaction.
    try reader.unsafeRead { database in
      let statement = try database.cachedStatement(sql: query)
      let rows = try Row.fetchCursor(statement, arguments: arguments)
      while let row = try rows.next() { body(row) }
    }
  }

  /// Of a year, in which the file stays the same.
  private var reader: DatabaseQueue?

  /// Adds all rows of all tables to their hash.
  func hashRows() throws {
    for table in try rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
      let name = table["name"] as String
      rowsHash.add(name.utf8)
      for row in try rows("SELECT * FROM \"\(name)\"") { rowsHash.add("\(row)".utf8) }
    }
  }
}
