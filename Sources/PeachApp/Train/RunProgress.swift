import Charts
import Language
import MainThread
import Program
import Training

/// The progress of a run of training, across the sessions with its clients. Main thread.
final class RunProgress: TrainingObserver {
  /// The answers, in order.
  private(set) var course: SessionCourse

  /// The number of right answers among the results.
  private(set) var right = 0

  /// The number of the next trial. An answer that is taken back keeps its number.
  private(set) var nextIndex = 1

  /// The length of the run, whatever the settings say; `nil` if they decide.
  private let length: Block.Length?

  private let sessionTrials: () -> Int?

  /// The time spent in training, without rests.
  private(set) var time = Duration.zero
  private var last: ProgramClock.Instant?

  /// The time of the sessions before the present client.
  private var earlier = Duration.zero

  /// The start of the session with the present client; `nil` while there is none.
  private var start: ProgramClock.Instant?

  /// The longest time between a trial and a result that is not a rest.
  private static let rest = Duration.seconds(15)

  /// - Parameters:
  ///   - length: of the run, whatever the settings say; `nil` if they decide.
  ///   - sessionTrials: the number of trials in the settings; `nil` for no end.
  init(
    _ training: TrainingName, length: Block.Length?, sessionTrials: @escaping () -> Int?
  ) {
    course = SessionCourse(training)
    self.length = length
    self.sessionTrials = sessionTrials
  }

  /// The number of results that count.
  var results: Int { course.points.count }

  /// Which answer of the run the next one is, from 1. Answers that were taken back do not count.
  var place: Int { results + 1 }

  func receive(_ event: TrainingEvent) {
    switch event {
    case .trial: train(at: ProgramClock.now)
    case .result(let result):
      train(at: ProgramClock.now)
      add(result)
    case .withdrawn(_, let result): withdraw(result)
    case .stopped: end(at: ProgramClock.now)
    case .fewNotes, .state, .heardAgain, .replaying, .replayed, .paused, .discarded, .answered,
      .missed:
      break
    }
  }

  // MARK: The time

  /// Begins a session with a client.
  func begin(at now: ProgramClock.Instant) { start = now }

  func end(at now: ProgramClock.Instant) {
    if let start { earlier += now - start }
    start = nil
  }

  /// The time of all sessions, in seconds, without the time between them.
  func seconds(at now: ProgramClock.Instant) -> Double {
    (earlier + (start.map { now - $0 } ?? .zero)) / .seconds(1)
  }

  func train(at now: ProgramClock.Instant) {
    if let last, now - last <= Self.rest { time += now - last }
    last = now
  }

  // MARK: The answers

  func add(_ result: CompletedTrial) {
    course.points.append(SessionCourse.Point(result))
    right += result.isCorrect ? 1 : 0
    invariant((0...results).contains(right), "right answers are among the results")
    nextIndex += 1
  }

  func withdraw(_ result: CompletedTrial) {
    guard course.points.popLast() != nil else { return }
    right -= result.isCorrect ? 1 : 0
  }

  /// The number of results with which the run ends; `nil` if it ends otherwise.
  var limit: Int? {
    switch length {
    case .trials(let count): count
    case .seconds: nil
    case nil: sessionTrials()
    }
  }

  /// The reason to end, if the run has reached its number of results or its time; `nil` otherwise.
  var ending: Ending? {
    if case .seconds(let seconds) = length { return time >= .seconds(seconds) ? .trials : nil }
    guard let limit, results >= limit else { return nil }
    return length == nil ? .sessionEnd : .trials
  }
}

extension SessionCourse.Point {
  fileprivate init(_ result: CompletedTrial) {
    if result.answer == .heard {
      self.init(cents: 0, isFull: true)
    } else if result.training.answer.isRightOrWrong {
      self.init(cents: result.challenge.centOffset.magnitude, isFull: result.isCorrect)
    } else {
      self.init(cents: result.userCentError.magnitude, isFull: result.userCentError.rawValue > 0)
    }
  }
}

/// Measures how long there has been training without a rest.
struct PracticeTimer {
  /// The shortest time without training that is a rest.
  private static let rest = Duration.seconds(180)

  private var span: ClosedRange<ProgramClock.Instant>?

  /// Notes the beginning or the answer of a trial.
  mutating func train(at now: ProgramClock.Instant) {
    let isRested = span.map { now - $0.upperBound >= Self.rest } ?? true
    span = isRested ? now...now : (span?.lowerBound ?? now)...now
  }

  /// Returns true if there has been training for so long without a rest.
  func hasLasted(_ limit: Duration) -> Bool {
    span.map { $0.upperBound - $0.lowerBound >= limit } ?? false
  }

  /// The words that suggest a break.
  static func suggestion(after limit: Duration) -> String {
    let minutes = Int(limit.components.seconds / 60)
    return localized(
      one: "You have trained for %d minute. Take a break.",
      other: "You have trained for %d minutes. Take a break.", minutes)
  }
}
