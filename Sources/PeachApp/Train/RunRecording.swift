import Foundation
import History
import Language
import MainThread
import Music
import Sound
import Training

/// Records a run of training, and its results unless they say nothing about hearing.
final class RunRecording: ResultObserver {
  /// False while nothing is connected: the user hears nothing, and the history receives no results.
  var isOpen = true

  private let history: TrainingHistory
  private let seed: UInt64?
  private let audio: KeptAudio?
  private let continuesRun: Bool

  /// The first of the trials that were only listened to, their number, and their intervals.
  private var heard: (first: CompletedTrial, count: Int, intervals: [DirectedInterval])?

  /// The number of results that were not stored, and the last of them unless it was taken back.
  private var dropped: (count: Int, last: UUID?) = (0, nil)

  /// The last result that the history has received.
  private var last: UUID?

  /// - Parameters:
  ///   - seed: the seed of the run's choices, if one was given.
  ///   - audio: keeps the sound of results; `nil` if the user has not asked for that.
  ///   - continuesRun: whether results belong to the former run, if its client is the same.
  init(
    _ history: TrainingHistory, seed: UInt64?, audio: KeptAudio? = nil, continuesRun: Bool = false
  ) {
    self.continuesRun = continuesRun
    self.audio = audio
    self.history = history
    self.seed = seed
  }

  /// Begins a run on this client. Returns its id, which its results name.
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

  /// Records the trials that were only listened to as one result.
  ///
  /// - Parameter time: of all of them.
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

  /// The results of this run that are not in the history, in sentences.
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
