import Foundation
import MainThread
import Training

extension Life {
  /// Two sessions with the same questions and the same hand at a controller, which differ only in the number that JACK's
  /// count of frames begins with. It begins anew during one of them, and their results are the same.
  func twins() async throws {
    await world.end(inOrder: true)
    let setting = try set(trials: 2)
    let seed = scheduler.random { $0.next() }
    let wrap = scheduler.random { UInt32.random(in: 0...1500, using: &$0) } * 256
    let first = try await twin(1, setting, seed: seed, frames: 0)
    let second = try await twin(2, setting, seed: seed, frames: 0 &- wrap)
    // A period more or less, for which the wheel is held, may be counted.
    let isSame =
      first.results.count == second.results.count
      && zip(first.results, second.results).allSatisfy { abs($0 - $1) < 3 }
    guard isSame else {
      throw Fault(
        description: "\(first.results) became \(second.results) as the count of frames began anew",
        transcript: first.transcript + second.transcript)
    }
  }

  private func twin(
    _ number: Int, _ setting: Witness.Setting, seed: UInt64, frames: UInt32
  ) async throws -> (results: [Double], transcript: [String]) {
    world.start(period: 256, frames: frames)
    defer { world.band?.flood(0) }
    var random = SeededGenerator(seed: seed)
    var results: [Double] = []
    let line =
      "match --json --server \(World.name) --data twin-\(seed)-\(number).sqlite --trials \(setting.trials)"
    let visit = Visit(try command(line + " --seed \(seed % 1000)"), home: environment) {
      [scheduler, world] event in
      if event.name == "ready" {
        scheduler.after(.milliseconds(5)) { world.patch(to: "peach") }
      } else if event.name == "result" {
        results.append(event.number("userCentError") ?? .nan)
      }
      guard event.text("state") == "playingTunable" else { return }
      // The wheel is held, knobs turn and keys bounce.
      let wheel = UInt8.random(in: 0...127, using: &random)
      let held = Int.random(in: 500...2500, using: &random)
      scheduler.after(.milliseconds(100)) { world.band?.send([0xE0, 0, wheel]) }
      for step in 0..<8 {
        let value = UInt8.random(in: 0...127, using: &random)
        scheduler.after(.milliseconds(held / 8 * step)) { world.band?.send([0xB0, 1, value]) }
      }
      scheduler.after(.milliseconds(held)) {
        world.band?.press(60)
        world.band?.press(60)
      }
    }
    visit.isDeaf = true
    let end = scheduler.now + .seconds(20)
    while visit.status == nil {
      try await ProgramClock.sleep(for: .milliseconds(50))
      guard scheduler.now < end else { break }
    }
    keep(visit.transcript)
    guard visit.status == 0 else {
      throw Fault(
        description: "a twin has the status \(visit.status ?? -1)", transcript: visit.transcript)
    }
    await world.end(inOrder: true)
    return (results, visit.transcript)
  }
}
