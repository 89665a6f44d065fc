import Charts
import MainThread
import Program
import Realtime
import Training

/// How far a run of training has come, across the sessions with its clients.
struct RunProgress {
  /// The answers, in order.
  private(set) var course: SessionCourse

  /// What was known of the training at the last result; `nil` before the first.
  private(set) var lastRun: TrialRun?

  /// How many results are right answers.
  private(set) var right = 0

  /// The number of the next trial. An answer that is taken back keeps its number.
  private(set) var nextIndex = 1

  /// The run ends there, whatever the settings say; `nil` if they decide.
  private let limit: Block.Length?

  /// How long there was training, without rests.
  private(set) var time = Duration.zero
  private var last: ProgramClock.Instant?

  /// How long there was a session before the present client.
  private var earlier = Duration.zero

  /// When the session with the present client began; `nil` while there is none.
  private var start: ProgramClock.Instant?

  /// After so long without a trial or a result there was none.
  private static let rest = Duration.seconds(15)

  init(_ training: TrainingName, limit: Block.Length?) {
    course = SessionCourse(training)
    self.limit = limit
  }

  /// How many results count.
  var results: Int { course.points.count }

  /// Which answer of the run the next one is, from 1. Those that were taken back do not count.
  var place: Int { results + 1 }

  /// A session begins, or continues with another client.
  mutating func begin(at now: ProgramClock.Instant) { start = now }

  /// The session stops; it may continue with another client.
  mutating func end(at now: ProgramClock.Instant) {
    if let start { earlier += now - start }
    start = nil
  }

  /// How long there was a session, in seconds. The time without a client does not count.
  func seconds(at now: ProgramClock.Instant) -> Double {
    (earlier + (start.map { now - $0 } ?? .zero)) / .seconds(1)
  }

  /// A trial begins, or has its result.
  mutating func train(at now: ProgramClock.Instant) {
    if let last, now - last <= Self.rest { time += now - last }
    last = now
  }

  mutating func add(_ result: CompletedTrial, _ point: SessionCourse.Point, of run: TrialRun?) {
    course.points.append(point)
    lastRun = run ?? lastRun
    right += result.isCorrect ? 1 : 0
    invariant((0...results).contains(right), "right answers are among the results")
    nextIndex += 1
  }

  /// The last answer was taken back.
  mutating func withdraw(_ result: CompletedTrial) {
    guard course.points.popLast() != nil else { return }
    right -= result.isCorrect ? 1 : 0
  }

  /// How many results the run should have; `nil` if it has no end, or another one.
  ///
  /// - Parameter sessionTrials: the trials of a session, as it is set.
  func limit(ofSession sessionTrials: Int?) -> Int? {
    switch limit {
    case .trials(let count): count
    case .seconds: nil
    case nil: sessionTrials
    }
  }

  /// The reason to end if the run has as many results, or has lasted as long, as it should; `nil` if it has not.
  func ending(ofSession sessionTrials: Int?) -> Ending? {
    if case .seconds(let seconds) = limit { return time >= .seconds(seconds) ? .trials : nil }
    guard let limit = limit(ofSession: sessionTrials), results >= limit else { return nil }
    return self.limit == nil ? .sessionEnd : .trials
  }
}
