// Runs lives of Peach under seeds:
//
//   peach-lives FIRST LAST                those with the seeds from FIRST to LAST, as many at a time as there are cores
//   peach-lives --transcript FIRST LAST   the same one after the other, with all lines of all sessions
//   peach-lives --hash FIRST LAST         a line for each life: how many events it had, and the hashes of its
//                                         transcript, of the rows of its history, and of what was heard
//   peach-lives --events N FIRST LAST     nothing happens to Peach after the first N events
//   peach-lives --first FIRST LAST        ends at the first life that fails, and looks for no shorter one
//   peach-lives --periods FIRST LAST      runs a session of each seed with periods from 16 to 8192 frames: the events and
//                                         records are the same but for their timing
//   peach-lives --period N FIRST FIRST    one of these sessions with periods of N frames, and what is compared of it
//   peach-lives --year SESSIONS FIRST LAST  sessions of 40 trials to which nothing happens; one trial in 50 is rendered
//
// Long runs take a release build, in which lives are the same:
//
//   swift build -c release --product peach-lives -Xswiftc -enable-testing --scratch-path .build-release
//   TMPDIR=/dev/shm .build-release/release/peach-lives --year 365 1 1
//
// The lines are those of Swift Testing. A life that fails prints its last session, and the first of them also the shortest
// beginning of its events with which it still fails. A life that takes more than a minute of the processor, or hangs,
// is aborted. Each life has a process of its own, which begins as that of all others does: the same seed gives the same
// life, alone or among others and on each machine.
import CTaskHooks
import Foundation
import MemoryJack
import Program

SeededScheduler.install()

/// Prints a line at once: a life may end the process.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

// Collections have the same order in each process.
if ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] == nil {
  setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
  execv("/proc/self/exe", CommandLine.unsafeArgv)
}

/// What the command line asks for.
struct Request {
  /// Whether this process is that of one life or script.
  var isOne = false
  var isTold = false
  var isHashed = false
  var endsAtFirst = false
  var comparesPeriods = false

  /// The frames of a period of one script; `nil` for lives and years.
  var period: Int?

  /// The sessions of a year; `nil` for lives.
  var sessions: Int?
  var events: Int?
  var seeds: ClosedRange<UInt64> = 0...0

  /// How many events there may be in a life, and sessions in a year.
  var limit: Int? { sessions ?? events }
  var limitOption: String { sessions == nil ? "--events" : "--year" }

  /// `nil` if it is not understood.
  init?(_ arguments: some Sequence<String>) {
    var words = Array(arguments)
    while let word = words.first, word.hasPrefix("--") {
      words.removeFirst()
      switch word {
      case "--one": isOne = true
      case "--transcript": isTold = true
      case "--hash": isHashed = true
      case "--first": endsAtFirst = true
      case "--periods": comparesPeriods = true
      case "--events", "--year", "--period":
        guard let number = words.first.flatMap({ Int($0) }), number >= 0 else { return nil }
        words.removeFirst()
        switch word {
        case "--year": sessions = number
        case "--period": (period, isOne) = (number, true)
        default: events = number
        }
      default: return nil
      }
    }
    let numbers = words.compactMap { UInt64($0) }
    guard numbers.count == 2, words.count == 2, numbers[0] <= numbers[1] else { return nil }
    seeds = numbers[0]...numbers[1]
  }
}

guard let request = Request(CommandLine.arguments.dropFirst()) else {
  say(
    "usage: peach-lives [--transcript] [--hash] [--first] [--periods | --period FRAMES] [--events N] [--year SESSIONS] FIRST LAST"
  )
  exit(64)
}

/// Limits what a life may take of the processor, and of the time if it waits for what never comes. A year takes a second
/// for some sessions.
@MainActor func limitTime() {
  let seconds = UInt(max(60, request.sessions ?? 0))
  var limit = rlimit(rlim_cur: seconds, rlim_max: seconds + 10)
  setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
  signal(SIGXCPU) { _ in abort() }
  signal(SIGALRM) { _ in abort() }
  alarm(UInt32(10 * seconds))
}

/// Does something under a seed, to its end.
@MainActor func run<Value: Sendable>(
  _ seed: UInt64, _ body: @escaping @MainActor () async throws -> Value
) throws -> Value? {
  limitTime()
  let scheduler = SeededScheduler.shared
  scheduler.begin(seed: seed)
  var outcome: Result<Value, any Error>?
  let task = Task { @MainActor in
    do {
      outcome = .success(try await body())
    } catch {
      outcome = .failure(error)
    }
  }
  defer { withExtendedLifetime(task) {} }
  try scheduler.run { outcome != nil }
  return try outcome?.get()
}

/// Lives one life; whether it passed.
@MainActor func live(_ seed: UInt64) -> Bool {
  let life = Life(seed: seed, events: request.events, tell: request.isTold ? { say($0) } : { _ in })
  do {
    try run(seed) {
      if let sessions = request.sessions {
        try await life.year(sessions: sessions)
      } else {
        try await life.live()
      }
    }
    if request.isHashed { say("life \(seed): \(life.hashes)") }
    return true
  } catch {
    say("\u{2718} Test \"life \(seed)\" recorded an issue: \(error)")
    for line in (error as? Life.Fault)?.transcript ?? [] { say("  \(line)") }
    return false
  }
}

/// Runs the session of a seed with a period, and prints what was announced; whether that was possible.
@MainActor func perform(_ seed: UInt64, period: Int) -> Bool {
  let life = Life(seed: seed, events: nil, tell: request.isTold ? { say($0) } : { _ in })
  do {
    let lines = try run(seed) { try await life.script(period: period) }
    say((lines ?? []).joined(separator: "\n"))
    return true
  } catch {
    say("script \(seed) with periods of \(period) frames: \(error)")
    for line in (error as? Life.Fault)?.transcript ?? [] { say("  \(line)") }
    return false
  }
}

if request.isOne {
  let seed = request.seeds.lowerBound
  _exit((request.period.map { perform(seed, period: $0) } ?? live(seed)) ? 0 : 1)
}

// MARK: - Processes

/// A process of a life, or of a script with a period.
struct Running {
  let seed: UInt64
  let period: Int?
  let begin = ContinuousClock.now

  /// What it prints, unless that is seen at once.
  let output: FileHandle?
}

var running: [pid_t: Running] = [:]
var failed: [UInt64] = []

/// Starts a process. It is a new program: in a copy of a process a lock of Swift takes the thread for that of the
/// original, and waits for ever.
///
/// - Parameters:
///   - limit: how many events there may be in a life, and sessions in a year.
///   - output: where it prints; `nil` to where this one does.
@MainActor func begin(
  _ seed: UInt64, limit: Int? = request.limit, period: Int? = nil, output: FileHandle? = nil
) -> pid_t {
  var words = [CommandLine.arguments[0], "--one"]
  if request.isTold, output == nil { words.append("--transcript") }
  if request.isHashed { words.append("--hash") }
  if let limit { words += [request.limitOption, "\(limit)"] }
  if let period { words += ["--period", "\(period)"] }
  words += ["\(seed)", "\(seed)"]
  let arguments = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  let process = fork()
  guard process != 0 else {
    if let output {
      for descriptor in [STDOUT_FILENO, STDERR_FILENO] { dup2(output.fileDescriptor, descriptor) }
    }
    execv("/proc/self/exe", arguments)
    _exit(71)
  }
  guard process > 0 else {
    say("no process for the seed \(seed)")
    exit(71)
  }
  return process
}

/// Waits for the end of a process; returns its status.
@MainActor func awaitEnd() -> (process: Running, status: Int32)? {
  var status: Int32 = 0
  return running.removeValue(forKey: wait(&status)).map { ($0, status) }
}

/// How many processes run at a time.
let most =
  request.isTold || request.endsAtFirst ? 1 : ProcessInfo.processInfo.activeProcessorCount

// MARK: - Scripts

/// The periods of a script, in frames. The others are compared with the first one.
let periods = [64, 16, 32, 128, 256, 512, 1024, 2048, 4096, 8192]

/// What was printed with each period, of the scripts that are under way.
var printed: [UInt64: [Int: [Substring]]] = [:]
var linesCompared = 0

/// Compares a script with all periods when the last of them is over.
@MainActor func receive(_ process: Running, status: Int32) {
  guard let period = process.period, let output = process.output else { return }
  lseek(output.fileDescriptor, 0, SEEK_SET)
  let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
  let seed = process.seed
  if status != 0 {
    say("\(text)script \(seed) with periods of \(period) frames ended with the status \(status)")
  }
  printed[seed, default: [:]][period] = status == 0 ? text.split(separator: "\n") : []
  guard let lines = printed[seed], lines.count == periods.count else { return }
  printed[seed] = nil
  let known = lines[periods[0]] ?? []
  linesCompared += known.count
  let different = periods.filter { lines[$0] != known || known.isEmpty }
  if !different.isEmpty { failed.append(seed) }
  for period in different {
    let line = zip(known, lines[period] ?? []).first { $0 != $1 }
    let members = line.map { ($0.split(separator: ", "), $1.split(separator: ", ")) } ?? ([], [])
    let (former, new) = zip(members.0, members.1).first { $0 != $1 } ?? ("the end", "the end")
    say("script \(seed): \(former) with periods of \(periods[0]) frames, \(new) of \(period)")
  }
}

if request.comparesPeriods {
  for seed in request.seeds {
    for period in periods {
      if running.count >= most, let (process, status) = awaitEnd() {
        receive(process, status: status)
      }
      guard let file = tmpfile() else { exit(71) }
      let output = FileHandle(fileDescriptor: dup(fileno(file)), closeOnDealloc: true)
      fclose(file)
      running[begin(seed, period: period, output: output)] =
        Running(seed: seed, period: period, output: output)
    }
  }
  while let (process, status) = awaitEnd() { receive(process, status: status) }
  for seed in failed {
    say("  again: \(CommandLine.arguments[0]) --transcript --period \(periods[0]) \(seed) \(seed)")
  }
  say("\(request.seeds.count) scripts of \(linesCompared) lines, different are \(failed)")
  exit(failed.isEmpty ? 0 : 1)
}

// MARK: - Lives

/// Whether a life fails with so many events or sessions.
@MainActor func fails(_ seed: UInt64, limit: Int) -> Bool {
  var status: Int32 = 0
  waitpid(begin(seed, limit: limit, output: .nullDevice), &status, 0)
  return status != 0
}

/// The least number of events or sessions with which a life fails, if there is one within a while; it fails with all of
/// them.
@MainActor func shortest(_ seed: UInt64) -> Int? {
  let end = ContinuousClock.now + .seconds(120)
  setenv("SWIFT_BACKTRACE", "enable=no", 1)
  guard let sessions = request.sessions else {
    for count in 1..<Life.mostEvents where .now < end {
      if fails(seed, limit: count) { return count }
    }
    return nil
  }
  // More sessions do not mend a year that has failed.
  var passing = 0, failing = sessions
  while failing - passing > 1, .now < end {
    let middle = (passing + failing) / 2
    if fails(seed, limit: middle) { failing = middle } else { passing = middle }
  }
  return failing
}

/// Says how a life has ended.
@MainActor func report(_ process: Running, status: Int32) {
  let seed = process.seed, signal = status & 0x7F
  if status != 0 { failed.append(seed) }
  if signal != 0 {
    say("\u{2718} Test \"life \(seed)\" recorded an issue: ended by signal \(signal)")
  }
  let mark = status == 0 ? "\u{2714}" : "\u{2718}", word = status == 0 ? "passed" : "failed"
  let seconds = String(format: "%.2f", (ContinuousClock.now - process.begin) / .seconds(1))
  say("\(mark) Test \"life \(seed)\" \(word) after \(seconds) seconds.")
}

var count = 0
for seed in request.seeds {
  if running.count >= most, let (process, status) = awaitEnd() { report(process, status: status) }
  if request.endsAtFirst, !failed.isEmpty { break }
  count += 1
  say("\u{25C7} Test \"life \(seed)\" started.")
  running[begin(seed)] = Running(seed: seed, period: nil, output: nil)
}
while let (process, status) = awaitEnd() { report(process, status: status) }
for seed in failed {
  // That takes long enough for one.
  let isSought = seed == failed.first && !request.endsAtFirst && request.events == nil
  let limit = (isSought ? shortest(seed) : request.limit).map { "\(request.limitOption) \($0) " }
  say("  again: \(CommandLine.arguments[0]) --transcript \(limit ?? "")\(seed) \(seed)")
}
let word = failed.isEmpty ? "passed" : "failed"
say("Test run with \(count) tests \(word) after all lives.")
exit(failed.isEmpty ? 0 : 1)
