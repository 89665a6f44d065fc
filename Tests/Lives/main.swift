// Runs lives of Peach under seeds:
//
//   peach-lives FIRST LAST                those with the seeds from FIRST to LAST
//   peach-lives --transcript FIRST LAST   the same, with all lines of all sessions
//
// The lines are those of Swift Testing. A life that fails prints its last session, and how to run it again; one that
// does not end within a minute is aborted. The same seed gives the same life, in each process and on each machine.
import Foundation
import MemoryJack

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
signal(SIGALRM) { _ in abort() }
var failures = 0
for seed in numbers[0]...numbers[1] {
  say("\u{25C7} Test \"life \(seed)\" started.")
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
  let begin = ContinuousClock.now
  func seconds() -> String {
    String(format: "%.2f seconds", (ContinuousClock.now - begin) / .seconds(1))
  }
  do {
    try scheduler.run { outcome != nil }
    try outcome?.get()
    say("\u{2714} Test \"life \(seed)\" passed after \(seconds()).")
  } catch {
    failures += 1
    say("\u{2718} Test \"life \(seed)\" recorded an issue: \(error)")
    say("  again: \(CommandLine.arguments[0]) --transcript \(seed) \(seed)")
    if let fault = error as? Life.Fault {
      for line in fault.transcript { say("  \(line)") }
    }
    say("\u{2718} Test \"life \(seed)\" failed after \(seconds()).")
  }
}
let word = failures == 0 ? "passed" : "failed"
say("Test run with \(numbers[1] - numbers[0] + 1) tests \(word) after all lives.")
exit(failures == 0 ? 0 : 1)
