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
//   peach-lives --year SESSIONS FIRST LAST  sessions of 40 trials to which nothing happens; one trial in 50 is rendered
//
// The lines are those of Swift Testing. A life that fails prints its last session, and the first of them also the shortest
// beginning of its events with which it still fails. A life that takes more than a minute of the processor, or hangs, is aborted. Each
// life has a process of its own, which begins as that of all others does: the same seed gives the same life, alone or
// among others and on each machine.
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
  /// Whether this process is that of one life.
  var isOne = false
  var isTold = false
  var isHashed = false
  var endsAtFirst = false
  var comparesPeriods = false

  /// The sessions of a year; `nil` for lives.
  var sessions: Int?
  var events: Int?
  var seeds: ClosedRange<UInt64> = 0...0

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
      case "--events", "--year":
        guard let number = words.first.flatMap({ Int($0) }), number >= 0 else { return nil }
        words.removeFirst()
        if word == "--year" { sessions = number } else { events = number }
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
    "usage: peach-lives [--transcript] [--hash] [--first] [--periods] [--events N] [--year SESSIONS] FIRST LAST"
  )
  exit(64)
}
/// Limits what a life may take of the processor, and of the time if it waits for what never comes.
func limitTime() {
  var limit = rlimit(rlim_cur: 60, rlim_max: 70)
  setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
  signal(SIGXCPU) { _ in abort() }
  signal(SIGALRM) { _ in abort() }
  alarm(600)
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

/// Runs the session of a seed with a period, and writes to a file what was announced; whether that was possible.
@MainActor func perform(_ seed: UInt64, period: Int, to file: URL) -> Bool {
  do {
    let life = Life(seed: seed, events: nil, tell: { _ in })
    let lines = try run(seed) { try await life.script(period: period) }
    try Data((lines ?? []).joined(separator: "\n").utf8).write(to: file)
    return true
  } catch {
    say("script \(seed) with periods of \(period) frames: \(error)")
    for line in (error as? Life.Fault)?.transcript ?? [] { say("  \(line)") }
    return false
  }
}

var linesCompared = 0

/// Whether the session of a seed is the same with all periods.
@MainActor func isSame(_ seed: UInt64) -> Bool {
  var first: [Substring]?
  for period in [64, 16, 256, 1024, 4096, 8192] {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("peach-script-\(getpid())")
    defer { try? FileManager.default.removeItem(at: file) }
    let process = fork()
    if process == 0 {
      keep_to_one_core(0)
      _exit(perform(seed, period: period, to: file) ? 0 : 1)
    }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    guard status == 0, let text = try? String(contentsOf: file, encoding: .utf8) else {
      return false
    }
    let lines = text.split(separator: "\n")
    guard let known = first else {
      first = lines
      linesCompared += lines.count
      continue
    }
    if let place = (0..<max(lines.count, known.count)).first(where: {
      $0 >= lines.count || $0 >= known.count || lines[$0] != known[$0]
    }) {
      say("script \(seed) with periods of 64 frames:   \(known.dropFirst(place).first ?? "-")")
      say("script \(seed) with periods of \(period) frames: \(lines.dropFirst(place).first ?? "-")")
      return false
    }
  }
  return true
}

/// Lives one life; whether it passed.
@MainActor func live(_ seed: UInt64, events: Int?, isTold: Bool) -> Bool {
  let life = Life(seed: seed, events: events, tell: isTold ? { say($0) } : { _ in })
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

/// Starts a process for a life; `isHeard` unless nobody is to see what it prints. It is a new program: in a copy of a
/// process a lock of Swift takes the thread for that of the original, and waits for ever.
@MainActor func begin(_ seed: UInt64, events: Int?, isHeard: Bool = true) -> pid_t {
  var words = [CommandLine.arguments[0], "--one"]
  if request.isTold, isHeard { words.append("--transcript") }
  if request.isHashed { words.append("--hash") }
  if let sessions = request.sessions { words += ["--year", "\(sessions)"] }
  if let events { words += ["--events", "\(events)"] }
  words += ["\(seed)", "\(seed)"]
  let arguments = words.map { strdup($0) } + [nil]
  let process = fork()
  switch process {
  case 0:
    if !isHeard {
      for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
        dup2(open("/dev/null", O_WRONLY), descriptor)
      }
      setenv("SWIFT_BACKTRACE", "enable=no", 1)
    }
    execv("/proc/self/exe", arguments)
    _exit(71)
  case -1:
    say("no process for life \(seed)")
    exit(71)
  default:
    for argument in arguments { free(argument) }
    return process
  }
}

/// The least number of events with which a life fails, if there is one within a while; the life fails with all of them.
@MainActor func shortest(_ seed: UInt64) -> Int? {
  let end = ContinuousClock.now + .seconds(120)
  for count in 1..<Life.mostEvents where ContinuousClock.now < end {
    var status: Int32 = 0
    waitpid(begin(seed, events: count, isHeard: false), &status, 0)
    if status != 0 { return count }
  }
  return nil
}

if request.isOne {
  let seed = request.seeds.lowerBound
  keep_to_one_core(UInt32(seed % UInt64(ProcessInfo.processInfo.activeProcessorCount)))
  _exit(live(seed, events: request.events, isTold: request.isTold) ? 0 : 1)
}

if request.comparesPeriods {
  let different = request.seeds.filter { !isSame($0) }
  say("\(request.seeds.count) scripts of \(linesCompared) lines, different are \(different)")
  exit(different.isEmpty ? 0 : 1)
}

/// The lives that are lived, by their processes, and when they began.
var living: [pid_t: (seed: UInt64, begin: ContinuousClock.Instant)] = [:]
var failed: [UInt64] = []

/// Waits for the end of a life.
@MainActor func awaitEnd() {
  var status: Int32 = 0
  let process = wait(&status)
  guard let (seed, begin) = living.removeValue(forKey: process) else { return }
  if status != 0 { failed.append(seed) }
  let signal = status & 0x7F
  if signal != 0 {
    say("\u{2718} Test \"life \(seed)\" recorded an issue: ended by signal \(signal)")
  }
  let mark = status == 0 ? "\u{2714}" : "\u{2718}", word = status == 0 ? "passed" : "failed"
  let seconds = String(format: "%.2f", (ContinuousClock.now - begin) / .seconds(1))
  say("\(mark) Test \"life \(seed)\" \(word) after \(seconds) seconds.")
}

let most =
  request.isTold || request.endsAtFirst ? 1 : ProcessInfo.processInfo.activeProcessorCount
var count = 0
for seed in request.seeds {
  if living.count >= most { awaitEnd() }
  if request.endsAtFirst, !failed.isEmpty { break }
  count += 1
  say("\u{25C7} Test \"life \(seed)\" started.")
  living[begin(seed, events: request.events)] = (seed, .now)
}
while !living.isEmpty { awaitEnd() }
for seed in failed {
  // That takes long enough for one.
  let isSought = seed == failed.first && !request.endsAtFirst && request.events == nil
  let events = isSought ? shortest(seed) : request.events
  let limit = events.map { "--events \($0) " } ?? ""
  say("  again: \(CommandLine.arguments[0]) --transcript \(limit)\(seed) \(seed)")
}
let word = failed.isEmpty ? "passed" : "failed"
say("Test run with \(count) tests \(word) after all lives.")
exit(failed.isEmpty ? 0 : 1)
