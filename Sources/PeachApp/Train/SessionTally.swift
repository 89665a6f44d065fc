import Charts
import MainThread
import Training

/// What a session has come to, from its first trial to its last. It goes on when the client has to be
/// opened anew, as after a lost server.
struct SessionTally {
  /// The answers, in order.
  private(set) var course: SessionCourse

  /// What was known of the training at the last result; `nil` before the first.
  private(set) var lastRun: TrialRun?

  /// How long there was training before the present client.
  private var earlier = Duration.zero

  /// When training with the present client began; `nil` while there is none.
  private var start: ProgramClock.Instant?

  init(_ training: TrainingName) { course = SessionCourse(training) }

  /// Training begins, or goes on with another client.
  mutating func begin(at now: ProgramClock.Instant) { start = now }

  /// Training stops; it may go on with another client.
  mutating func end(at now: ProgramClock.Instant) {
    if let start { earlier += now - start }
    start = nil
  }

  mutating func add(_ point: SessionCourse.Point, of run: TrialRun?) {
    course.points.append(point)
    lastRun = run ?? lastRun
  }

  /// The last answer counts no more.
  mutating func withdraw() { _ = course.points.popLast() }

  /// Which answer of the session the next one is, from 1. Those that were taken back do not count.
  var place: Int { course.points.count + 1 }

  /// How long there was training, in seconds. The time without a client does not count.
  func seconds(at now: ProgramClock.Instant) -> Double {
    (earlier + (start.map { now - $0 } ?? .zero)) / .seconds(1)
  }
}
