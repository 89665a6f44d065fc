import Foundation
import MainThread

extension Life {
  /// Somebody plays notes to the tuner, or for a map of the instrument, while all may happen.
  func instrument() async throws {
    let isMap = scheduler.random { Bool.random(using: &$0) }
    let course = Course(
      Witness(try set(trials: 1), isCalm: world.isSteady && !isLocked) { _ in nil })
    course.announced = known
    var played: [Double] = []
    let line = "\(isMap ? "map" : "tuner") --json --server \(World.name)"
    let visit = Visit(try command(line), home: environment) {
      [unowned self, scheduler, world] event in
      if event.name == "error", event.text("code") == "jackServerGone" {
        course.lose(at: scheduler.now)
      }
      if event.name == "ready" {
        course.awaySince = nil
        let name = event.text("client") ?? "peach"
        scheduler.after(.milliseconds(5)) { world.patch(to: name) }
      }
      if let heard = event.number("frequency"), course.witness.isCalm,
        !played.suffix(2).contains(where: { abs(1200 * log2(heard / $0)) < 1 })
      {
        course.fault = "\(heard) Hz was heard of \(played.suffix(2))"
      }
      guard let id = event.text("id") else { return }
      course.announced[id] = event.name == "withdrawn"
      if event.members["stored"] as? Bool == true { safe.append((id, disk.position)) }
    }
    func expect(_ isSo: Bool, _ what: String) throws {
      if !isSo { throw Fault(description: what, transcript: visit.transcript) }
    }
    listen(course)
    let end = scheduler.now + .seconds(scheduler.random { Double.random(in: 2...10, using: &$0) })
    while visit.status == nil {
      let frequency = scheduler.random { Double.random(in: 150...900, using: &$0) }
      played.append(frequency)
      world.band?.play(frequency)
      for isSound in [true, false] {
        try await ProgramClock.sleep(
          for: .seconds(scheduler.random { Double.random(in: 0.3...1.2, using: &$0) }))
        if isSound { world.band?.play(0) }
        act(visit, course)
        if let fault = course.fault { try expect(false, fault) }
      }
      if scheduler.now > end { visit.send("quit") }
      try expect(scheduler.now - end < Self.longestEnd, "it does not end")
    }
    settle(course)
    keep(visit.transcript)
    try checkEnd(of: visit, course)
    let said = course.announced
    if let fault = try adopt() { try expect(false, fault) }
    for id in said.keys.sorted() {
      try expect(known[id] == said[id], "announced as another, or not stored: \(id)")
    }
    if let other = known.keys.sorted().first(where: { known[$0] != nil && said[$0] == nil }) {
      try expect(row(of: other)?["training"] as? String != "map", "stored, not announced: \(other)")
    }
  }

  private static let anyLines = [
    "undo", "undo all", "drone A3", "drone off", "level -20", "panic", "help", "", "rubbish",
  ]

  private func act(_ visit: Visit, _ course: Course) {
    switch scheduler.random({ Int.random(in: 0..<20, using: &$0) }) {
    case 0: trouble(visit, course)
    case 1...3:
      // Who hears a drone may hear it through the microphone.
      course.witness.disturb()
      visit.send(choose(Self.anyLines))
    default: break
    }
  }

  /// Nothing happens any more after a session.
  func settle(_ course: Course) {
    course.isOver = true
    disk.fail(after: nil)
    disk.slow(nil)
    world.band?.play(0)
    world.band?.flood(0)
  }
}
