import Realtime
import Testing

@Suite("FrameSchedule")
struct FrameScheduleTests {
  private func command(_ number: UInt32, at frame: UInt32) -> Command {
    Command(.stop(NoteID(number)), at: FrameTime(frame))
  }

  private func number(_ command: Command?) -> UInt32? {
    guard case .stop(let note) = command?.action else { return nil }
    return note.rawValue
  }

  @Test("commands come out by frame, those of one frame in the order of their coming")
  func order() {
    let schedule = SharedSchedule(capacity: 8)
    for (frame, number) in [(30, 1), (10, 2), (30, 3), (20, 4), (10, 5)] as [(UInt32, UInt32)] {
      #expect(schedule.insert(command(number, at: frame)))
    }
    var numbers: [UInt32] = []
    while let next = number(schedule.removeFirst()) { numbers.append(next) }
    #expect(numbers == [2, 5, 4, 1, 3])
  }

  @Test("the order holds across the end of the frame clock")
  func wrapAround() {
    let schedule = SharedSchedule(capacity: 4)
    #expect(schedule.insert(command(2, at: 5)))
    #expect(schedule.insert(command(1, at: .max - 5)))
    #expect(schedule.framesUntilNext(from: FrameTime(.max - 15)) == 10)
    #expect(number(schedule.removeFirst()) == 1)
    #expect(schedule.framesUntilNext(from: FrameTime(.max)) == 6)
  }

  @Test("what is overdue is due now")
  func overdue() {
    let schedule = SharedSchedule(capacity: 4)
    #expect(schedule.framesUntilNext(from: FrameTime(0)) == nil)
    #expect(schedule.insert(command(1, at: 10)))
    #expect(schedule.framesUntilNext(from: FrameTime(25)) == 0)
  }

  @Test("a full schedule says so and keeps what it has")
  func full() {
    let schedule = SharedSchedule(capacity: 2)
    #expect(schedule.insert(command(1, at: 1)))
    #expect(schedule.insert(command(2, at: 2)))
    #expect(!schedule.insert(command(3, at: 0)))
    #expect(schedule.count == 2)
    #expect(number(schedule.removeFirst()) == 1)
  }
}

@Suite("FrameTime")
struct FrameTimeTests {
  @Test("distances are signed")
  func distances() {
    #expect(FrameTime(100).distance(since: FrameTime(40)) == 60)
    #expect(FrameTime(40).distance(since: FrameTime(100)) == -60)
  }

  @Test("the clock wraps around without a jump")
  func wrapAround() {
    let late = FrameTime(.max - 9)
    #expect(late.advanced(by: 10) == FrameTime(0))
    #expect(FrameTime(5).distance(since: late) == 15)
    #expect(late.distance(since: FrameTime(5)) == -15)
  }
}

@Suite("FrameClock")
struct FrameClockTests {
  @Test("the clock goes on through its wrap-arounds, for longer than 32 bits hold")
  func days() {
    var clock = FrameClock()
    let start: UInt32 = .max - 100_000
    #expect(clock.advance(to: FrameTime(start)) == 0)
    var now = 0
    // Three days at 48 kHz, an hour at a time and then a period.
    for _ in 0..<72 {
      now += 48_000 * 3600
      let hour = clock.advance(to: FrameTime(start).advanced(by: now))
      #expect(hour == now)
      now += 64
      let period = clock.advance(to: FrameTime(start).advanced(by: now))
      #expect(period == now)
    }
    #expect(now > 2 * Int(UInt32.max))
    // A server's clock that goes back does not take this one along.
    let back = clock.advance(to: FrameTime(start).advanced(by: now - 1000))
    #expect(back == now)
  }
}

/// A schedule in a copyable wrapper, which `#expect` can expand.
final class SharedSchedule {
  private var schedule: FrameSchedule

  init(capacity: Int) { schedule = FrameSchedule(capacity: capacity) }

  var count: Int { schedule.count }
  func insert(_ command: Command) -> Bool { schedule.insert(command) }
  func framesUntilNext(from time: FrameTime) -> Int? { schedule.framesUntilNext(from: time) }
  func removeFirst() -> Command? { schedule.removeFirst() }
}
