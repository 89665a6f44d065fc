import Foundation
import MainThread

extension Life {
  /// Somebody sends commands through a pipe, without knowing what they do, while all may happen.
  func lines() async throws {
    let training = choose(Self.trainings.filter { !$0.hasPrefix("run") })
    let trials = scheduler.random { Int.random(in: Self.trialCounts, using: &$0) }
    let course = Course(Witness(try set(trials: trials), isCalm: false) { _ in nil })
    var said: [String] = []
    let visit = Visit(
      try command("\(training) --server \(World.name) --trials \(trials)"), home: environment,
      onText: { said.append($0) })
    func expect(_ isSo: Bool, _ what: String) throws {
      if !isSo { throw Fault(description: "in lines: \(what)", transcript: visit.transcript) }
    }
    listen(course)
    let end = scheduler.now + .seconds(15)
    while visit.status == nil {
      let wait = scheduler.random { Double.random(in: 0.2...1, using: &$0) }
      try await ProgramClock.sleep(for: .seconds(wait))
      world.patch(to: "peach")
      if scheduler.now > end { visit.send("quit") }
      try expect(scheduler.now - end < Self.longestEnd, "it does not end")
      if let fault = course.fault { try expect(false, fault) }
      act(visit, course, training)
    }
    settle(course)
    keep(visit.transcript + said)
    if !course.hasDiskFailed, let fault = try compare(said, visit) { try expect(false, fault) }
    if let fault = try adopt() { try expect(false, fault) }
  }

  /// The lines that were said of results are those that were stored; returns what is wrong.
  private func compare(_ said: [String], _ visit: Visit) throws -> String? {
    var results: [String] = []
    for line in said {
      if line.first?.isNumber == true { results.append(line) }
      if line.hasPrefix("Answer taken back") { results.removeLast() }
    }
    let answers = "withdrawn IS NOT 1 AND training <> 'listening'"
    let stored = try rows("SELECT * FROM result WHERE \(answers) ORDER BY sequence")
      .filter { known[$0["id"]] == nil }
    guard stored.count == results.count else {
      return "\(results) was said, and \(stored.count) are stored"
    }
    for (row, line) in zip(stored, results) {
      guard let match = line.firstMatch(of: #/(\d+\.\d) cents/#), let cents = Double(match.output.1)
      else { continue }
      let offset: Double = row["userCentError"] ?? row["centOffset"] ?? 0
      if abs(abs(offset) - cents) > 0.06 { return "\(line) was said, and \(offset) is stored" }
    }
    guard let last = visit.transcript.last(where: { $0.contains(" done. ") }),
      let match = last.firstMatch(of: #/(\d+) done\. /#)
    else { return results.isEmpty ? nil : "it was not said how many were done" }
    return Int(match.output.1) == results.count ? nil : "\(last), but \(results.count) were said"
  }

  private static let anyLines = [
    "again", "last", "undo", "pause", "start", "skip", "help", "level -20", "panic", "", "\u{7}",
  ]

  private func act(_ visit: Visit, _ course: Course, _ training: String) {
    switch scheduler.random({ Int.random(in: 0..<30, using: &$0) }) {
    case 0: trouble(visit, course)
    case 1...5: visit.send(choose(Self.anyLines))
    default:
      switch training {
      case "compare": visit.send(choose(["higher", "lower"]))
      case "match":
        let cents = scheduler.random { Double.random(in: -50...50, using: &$0) }
        visit.send("nudge \(cents)")
        visit.send("commit")
      case "play":
        world.band?.play(scheduler.random { Double.random(in: 200...800, using: &$0) })
      default: visit.send(choose(["1", "2", "3"]))
      }
    }
  }
}
