import Realtime
import Testing

@Suite("FrameSchedule")
struct FrameScheduleTests {
  private func command(_ kind: Command.Kind, at frame: UInt32, note: UInt32) -> Command {
    var command = Command(kind)
    command.frame = FrameTime(frame)
    command.isScheduled = true
    command.note = NoteID(note)
    return command
  }

  @Test("commands come out by frame, those of one frame in the order of their coming")
  func order() {
    let schedule = SharedSchedule(capacity: 8)
    for (frame, note) in [(30, 1), (10, 2), (30, 3), (20, 4), (10, 5)] as [(UInt32, UInt32)] {
      #expect(schedule.insert(command(.play, at: frame, note: note)))
    }
    var notes: [UInt32] = []
    while let next = schedule.removeFirst() { notes.append(next.note.rawValue) }
    #expect(notes == [2, 5, 4, 1, 3])
  }

  @Test("the order holds across the end of the frame clock")
  func wrapAround() {
    let schedule = SharedSchedule(capacity: 4)
    #expect(schedule.insert(command(.play, at: 5, note: 2)))
    #expect(schedule.insert(command(.play, at: .max - 5, note: 1)))
    #expect(schedule.framesUntilNext(from: FrameTime(.max - 15)) == 10)
    #expect(schedule.removeFirst()?.note == NoteID(1))
    #expect(schedule.framesUntilNext(from: FrameTime(.max)) == 6)
  }

  @Test("what is overdue is due now")
  func overdue() {
    let schedule = SharedSchedule(capacity: 4)
    #expect(schedule.framesUntilNext(from: FrameTime(0)) == nil)
    #expect(schedule.insert(command(.stop, at: 10, note: 1)))
    #expect(schedule.framesUntilNext(from: FrameTime(25)) == 0)
  }

  @Test("a full schedule says so and keeps what it has")
  func full() {
    let schedule = SharedSchedule(capacity: 2)
    #expect(schedule.insert(command(.play, at: 1, note: 1)))
    #expect(schedule.insert(command(.play, at: 2, note: 2)))
    #expect(!schedule.insert(command(.play, at: 0, note: 3)))
    #expect(schedule.count == 2)
    #expect(schedule.removeFirst()?.note == NoteID(1))
  }

  @Test("a start that waits can be taken out; nothing else of the note is")
  func removal() {
    let schedule = SharedSchedule(capacity: 4)
    #expect(schedule.insert(command(.play, at: 10, note: 1)))
    #expect(schedule.insert(command(.stop, at: 11, note: 1)))
    #expect(schedule.insert(command(.play, at: 12, note: 2)))
    #expect(schedule.removePlay(of: NoteID(1)))
    #expect(!schedule.removePlay(of: NoteID(1)))
    #expect(schedule.removeAnyPlay() == NoteID(2))
    #expect(schedule.removeAnyPlay() == nil)
    #expect(schedule.count == 1)
  }
}
