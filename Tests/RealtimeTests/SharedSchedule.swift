import Realtime

/// A schedule with a copyable face, which `#expect` can take apart.
final class SharedSchedule {
  private var schedule: FrameSchedule

  init(capacity: Int) { schedule = FrameSchedule(capacity: capacity) }

  var count: Int { schedule.count }
  func insert(_ command: Command) -> Bool { schedule.insert(command) }
  func framesUntilNext(from time: FrameTime) -> Int? { schedule.framesUntilNext(from: time) }
  func removeFirst() -> Command? { schedule.removeFirst() }
  func removePlay(of note: NoteID) -> Bool { schedule.removePlay(of: note) }
  func removeAnyPlay() -> NoteID? { schedule.removeAnyPlay() }
}
