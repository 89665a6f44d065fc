@testable import peach_bench

/// A program that trains as Peach does, in this process. Each challenge takes a second of its own time.
@MainActor
final class ScriptedProgram: TrainedProgram {
  /// What it does when it is asked for the commands after an answer.
  enum Course {
    case goesOn
    case crashes
    /// It ends at once, with something to say.
    case neverBegins
  }

  private let course: Course
  private var index = 0
  private var isAnswered = false
  private(set) var isRunning = false
  private(set) var status: Int32 = 0
  private let output = AsyncStream<TimedLine>.makeStream()
  private let errors = AsyncStream<TimedLine>.makeStream()

  init(_ course: Course) { self.course = course }

  /// By its own clock, in seconds.
  var now: Double { Double(index) }

  var outputLines: AsyncStream<TimedLine> { output.stream }
  var errorLines: AsyncStream<TimedLine> { errors.stream }

  func start() {
    isRunning = true
    guard course != .neverBegins else {
      errors.continuation.yield(TimedLine(text: "no server", seconds: now))
      return end(69)
    }
    tell(#"{"event":"ready","audioPorts":["peach:out_1","peach:out_2"]}"#)
    pose()
  }

  func type(_ text: String) throws {
    for line in text.split(separator: "\n") where isRunning { take(line) }
  }

  func endInput() {}
  func kill() { if isRunning { end(137) } }
  func residentSet() throws -> ResidentSet { try ResidentSet() }

  private func take(_ line: Substring) {
    switch line {
    case "higher", "lower":
      tell(#"{"event":"result","index":\#(index),"id":"id-\#(index)"}"#)
      isAnswered = true
    case "help" where course == .crashes: end(3)
    case "help":
      tell(#"{"event":"notice","code":"commands"}"#)
      if isAnswered { pose() }
    case "quit":
      errors.continuation.yield(TimedLine(text: "late commands: 2", seconds: now))
      tell(#"{"event":"stopped","reason":"quit","trials":\#(index - 1)}"#)
      end(0)
    default: break
    }
  }

  private func pose() {
    isAnswered = false
    index += 1
    tell(#"{"event":"trial","index":\#(index)}"#)
    tell(#"{"event":"state","state":"awaitingAnswer"}"#)
  }

  private func tell(_ event: String) {
    output.continuation.yield(TimedLine(text: event, seconds: now))
  }

  private func end(_ status: Int32) {
    self.status = status
    isRunning = false
    output.continuation.finish()
    errors.continuation.finish()
  }
}
