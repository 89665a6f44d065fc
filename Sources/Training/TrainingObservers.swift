/// Follows a training event by event. Main thread.
///
/// An event arrives before the call that caused it returns, unless that call was made while another
/// event was being sent; then it follows that one. So the order is always that of the happenings,
/// even if an observer stops the training or answers.
public protocol TrainingObserver<Machine>: AnyObject {
  associatedtype Machine: TrainingMachine

  func receive(_ event: TrainingEvent<Machine>)
}

/// Those who follow a training. Main thread.
///
/// The observers of results receive a result before the other observers do, each group in the order
/// in which it was handed over. An event that occurs while another one is being sent is sent after
/// it, so an observer may call anything, the end of the training included.
final class TrainingObservers<Machine: TrainingMachine> {
  private let results: [any ResultObserver]
  private let events: [any TrainingObserver<Machine>]
  private var unsent: [TrainingEvent<Machine>] = []
  private var isSending = false

  /// - Parameters:
  ///   - results: receive each result before anybody else: the store first.
  ///   - events: receive each event; held strongly.
  init(results: [any ResultObserver], events: [any TrainingObserver<Machine>]) {
    self.results = results
    self.events = events
  }

  func send(_ events: [TrainingEvent<Machine>]) {
    unsent += events
    guard !isSending else { return }
    isSending = true
    defer { isSending = false }
    while !unsent.isEmpty {
      let event = unsent.removeFirst()
      if case .result(let outcome) = event {
        for observer in results { observer.receive(Machine.result(of: outcome)) }
      }
      for observer in self.events { observer.receive(event) }
    }
  }

  /// Lets the observers of results forget the last one; `false` if one of them cannot, and it still
  /// counts.
  func withdraw(_ outcome: Machine.Outcome) -> Bool {
    results.allSatisfy { $0.withdraw(Machine.result(of: outcome)) }
  }
}
