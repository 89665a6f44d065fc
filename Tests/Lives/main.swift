// Runs lives of Peach under seeds:
//
//   peach-lives FIRST LAST                those with the seeds from FIRST to LAST, as many at a time as there are cores
//   peach-lives --transcript FIRST LAST   the same one after the other, with all lines of all sessions
//
// The lines are those of Swift Testing. A life that fails prints its last session, and how to run it again; one that
// does not end within a minute is aborted. Each life has a process of its own, which begins as that of all others does:
// the same seed gives the same life, alone or among others and on each machine.
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
let isTold = CommandLine.arguments.dropFirst().first == "--transcript"
let words = CommandLine.arguments.dropFirst(isTold ? 2 : 1)
let numbers = words.compactMap { UInt64($0) }
guard numbers.count == 2, words.count == 2, numbers[0] <= numbers[1] else {
  say("usage: peach-lives [--transcript] FIRST LAST")
  exit(64)
}
do {
  try Life.prepare()
} catch {
  say("\(error)")
  exit(70)
}

/// Lives one life; whether it passed.
@MainActor func live(_ seed: UInt64) -> Bool {
  signal(SIGALRM) { _ in abort() }
  alarm(60)
  let scheduler = SeededScheduler.shared
  scheduler.begin(seed: seed)
  var outcome: Result<Void, any Error>?
  let life = Task { @MainActor in
    do {
      try await Life(tell: isTold ? { say($0) } : { _ in }).live()
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
  }
  defer { withExtendedLifetime(life) {} }
  do {
    try scheduler.run { outcome != nil }
    try outcome?.get()
    return true
  } catch {
    say("\u{2718} Test \"life \(seed)\" recorded an issue: \(error)")
    for line in (error as? Life.Fault)?.transcript ?? [] { say("  \(line)") }
    return false
  }
}

/// The lives that are lived, by their processes, and when they began.
var living: [pid_t: (seed: UInt64, begin: ContinuousClock.Instant)] = [:]
var failures = 0

/// Waits for the end of a life.
@MainActor func awaitEnd() {
  var status: Int32 = 0
  let process = wait(&status)
  guard let (seed, begin) = living.removeValue(forKey: process) else { return }
  if status != 0 {
    failures += 1
    say("  again: \(CommandLine.arguments[0]) --transcript \(seed) \(seed)")
  }
  let mark = status == 0 ? "\u{2714}" : "\u{2718}", word = status == 0 ? "passed" : "failed"
  let seconds = String(format: "%.2f", (ContinuousClock.now - begin) / .seconds(1))
  say("\(mark) Test \"life \(seed)\" \(word) after \(seconds) seconds.")
}

let most = isTold ? 1 : ProcessInfo.processInfo.activeProcessorCount
for seed in numbers[0]...numbers[1] {
  if living.count >= most { awaitEnd() }
  say("\u{25C7} Test \"life \(seed)\" started.")
  switch fork() {
  case 0: _exit(live(seed) ? 0 : 1)
  case -1:
    say("no process for life \(seed)")
    exit(71)
  case let process: living[process] = (seed, .now)
  }
}
while !living.isEmpty { awaitEnd() }
let word = failures == 0 ? "passed" : "failed"
say("Test run with \(numbers[1] - numbers[0] + 1) tests \(word) after all lives.")
exit(failures == 0 ? 0 : 1)
