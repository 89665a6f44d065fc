import Foundation
import History
import Language
import MainThread
import Music
import Sound
import Training

/// Records a run of training: what its results have in common, and the results themselves unless they
/// say nothing about hearing.
final class RunRecording: ResultObserver {
  /// Whether results say something about hearing; the history receives no others.
  var isOpen = true

  private let history: TrainingHistory
  private let seed: UInt64?
  private let audio: KeptAudio?
  private let continuesRun: Bool

  /// What was listened to: the first trial, how many there were, and their intervals.
  private var heard: (first: CompletedTrial, count: Int, intervals: [DirectedInterval])?

  /// How many results were not passed on, and the last of them unless it was taken back.
  private var dropped: (count: Int, last: UUID?) = (0, nil)

  /// The last result that was passed on.
  private var last: UUID?

  /// - Parameters:
  ///   - seed: the seed of the run's choices, if one was given.
  ///   - audio: keeps the sound of what is passed on; `nil` if nobody has asked for that.
  ///   - continuesRun: whether what follows belongs to the run before, if its client is the same.
  init(
    _ history: TrainingHistory, seed: UInt64?, audio: KeptAudio? = nil, continuesRun: Bool = false
  ) {
    self.continuesRun = continuesRun
    self.audio = audio
    self.history = history
    self.seed = seed
  }

  /// A run of training begins on this client. Returns its id, which its results name.
  func begin(
    on engine: JackEngine.Description, outputs: [JackConnections.Connection]
  ) -> UUID {
    history.begin(
      RunRecord(on: engine, outputs: outputs, seed: seed), continuing: continuesRun)
  }

  func receive(_ result: CompletedTrial, done: @escaping () -> Void) {
    guard isOpen else {
      dropped = (dropped.count + 1, result.id)
      return done()
    }
    guard result.answer != .heard else {
      hear(result)
      return done()
    }
    last = result.id
    history.receive(result) { [audio] in
      if result.played != nil { audio?.receive(result) }
      done()
    }
  }

  func withdraw(_ result: CompletedTrial, done: @escaping (Bool) -> Void) {
    if dropped.last == result.id { dropped = (dropped.count - 1, nil) }
    guard last == result.id else { return done(true) }
    history.withdraw(result) { [audio] isWithdrawn in
      if isWithdrawn { audio?.withdraw(result.id) }
      done(isWithdrawn)
    }
  }

  private func hear(_ result: CompletedTrial) {
    var (first, count, intervals) = heard ?? (result, 0, [])
    count += 1
    if !intervals.contains(result.challenge.interval) {
      intervals.append(result.challenge.interval)
    }
    heard = (first, count, intervals)
  }

  /// Records what was listened to: one result for all of it.
  ///
  /// - Parameter time: how long it took.
  func storeHeard(_ time: Duration) {
    guard let (first, count, intervals) = heard else { return }
    heard = nil
    var context = first.context
    context.heard = count
    context.responseTime = time / .seconds(1)
    context.label = intervals.map(\.description).joined(separator: ",")
    context.input = nil
    history.receive(
      CompletedTrial(
        id: first.id, first.training, challenge: first.challenge, answer: .heard,
        tuningSystem: first.tuningSystem, timestamp: Scheduling.date, context: context)
    ) {}
  }

  func endSoon() { history.endSoon() }

  /// What the history does not have of this run, in sentences.
  var unstored: [String] {
    let (dropped, inMemory) = (dropped.count, history.inMemoryCount)
    let kept = history.keptCount - inMemory
    let lost =
      dropped > 0
      ? localized(
        one: "%d answer was not stored, because nothing was connected.",
        other: "%d answers were not stored, because nothing was connected.", dropped) : nil
    let waiting =
      kept > 0
      ? localized(
        one: "%d answer could not be stored yet; Peach keeps it.",
        other: "%d answers could not be stored yet; Peach keeps them.", kept) : nil
    let unsafe =
      inMemory > 0
      ? localized(
        one: "%d answer could not be stored yet and is only in memory.",
        other: "%d answers could not be stored yet and are only in memory.", inMemory) : nil
    return [lost, waiting, unsafe].compactMap { $0 }
  }
}
