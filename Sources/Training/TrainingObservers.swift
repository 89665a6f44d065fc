import MainThread

/// Follows a training event by event. Main thread.
///
/// An event arrives before the call that caused it returns, unless that call was made while another
/// event was being sent; then it follows that one. So the order of events is always that of their
/// causes, even if an observer stops the training or answers.
public protocol TrainingObserver: AnyObject {
  func receive(_ event: TrainingEvent)
}

/// Sends the events and results of a training to its observers. Main thread.
///
/// The observers of results receive a result before the other observers do, each group in its given
/// order. Storing it may take any time: the others receive the answer at once, and the result when
/// it is stored. The end of the training follows that. An event that occurs while another one is
/// being sent is sent after it, so an observer may call anything, also what ends the training.
final class TrainingObservers {
  /// Called when the observers know the outcome of everything that was stored or taken back.
  var onStored: (() -> Void)?

  private let results: [any ResultObserver]
  private let events: [any TrainingObserver]
  private var unsent: [TrainingEvent] = []
  private var isSending = false

  /// The jobs, of which the first is under way.
  private var jobs: [Job] = []

  private enum Job {
    case store(CompletedTrial)
    case withdraw(CompletedTrial, of: PosedTrial, whenDone: (Bool) -> Void)
    case send(TrainingEvent)

    var isWithdrawal: Bool { if case .withdraw = self { true } else { false } }
  }

  /// - Parameters:
  ///   - results: receive each result before the others, the store first.
  ///   - events: receive each event; held strongly.
  init(results: [any ResultObserver], events: [any TrainingObserver]) {
    self.results = results
    self.events = events
  }

  /// True while a result is being stored or taken back.
  var isStoring: Bool { !jobs.isEmpty }

  /// True if a result is being taken back, or will be.
  var isWithdrawing: Bool { jobs.contains(where: \.isWithdrawal) }

  func send(_ events: [TrainingEvent]) {
    unsent += events
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    while !unsent.isEmpty {
      let event = unsent.removeFirst()
      switch event {
      case .result(let outcome):
        notify(.answered(outcome))
        begin(.store(outcome))
      case .stopped where isStoring:
        begin(.send(event))
        for observer in results { observer.endSoon() }
      default: notify(event)
      }
    }
  }

  /// Lets the observers of results forget the last one and, if all can, notifies the others.
  func withdraw(
    _ outcome: CompletedTrial, of trial: PosedTrial, whenDone: @escaping (Bool) -> Void
  ) {
    invariant(!isWithdrawing, "one answer is taken back at a time")
    begin(.withdraw(outcome, of: trial, whenDone: whenDone))
  }

  private func notify(_ event: TrainingEvent) {
    for observer in events { observer.receive(event) }
  }

  private func begin(_ job: Job) {
    jobs.append(job)
    if jobs.count == 1 { perform(job) }
  }

  private func perform(_ job: Job) {
    switch job {
    case .store(let outcome):
      forEachResultObserver {
        $0.receive(outcome, done: $1)
      } then: { [weak self] in
        self?.end(with: .result(outcome))
      }
    case .withdraw(let outcome, let trial, let whenDone):
      forEachResultObserver { observer, done in
        observer.withdraw(outcome) { [weak self] isDone in
          if isDone { return done() }
          whenDone(false)
          self?.end(with: nil)
        }
      } then: { [weak self] in
        whenDone(true)
        self?.end(with: .withdrawn(trial, outcome))
      }
    case .send(let event): end(with: event)
    }
  }

  /// Calls `body` for one observer after the other, each when the one before is done.
  private func forEachResultObserver(
    from index: Int = 0, _ body: @escaping (any ResultObserver, @escaping () -> Void) -> Void,
    then: @escaping () -> Void
  ) {
    guard index < results.count else { return then() }
    body(results[index]) { [self] in forEachResultObserver(from: index + 1, body, then: then) }
  }

  /// Ends the first job, and sends its event before those that have not been sent yet.
  private func end(with event: TrainingEvent?) {
    invariant(isStoring, "what ends has begun")
    let wasSending = isSending
    isSending = true
    if let event { notify(event) }
    isSending = wasSending
    send([])
    jobs.removeFirst()
    if let next = jobs.first { perform(next) } else { onStored?() }
  }
}
