import Foundation
import Music

@testable import Training

/// A training of no meaning that uses everything a driver does: a note that can be answered, then a held
/// note that can be moved and committed.
nonisolated struct ScriptedMachine: TrainingMachine {
  typealias Run = Int
  typealias Trial = Int
  typealias Outcome = UUID
  typealias Chooser = ScriptedChooser

  enum Phase: String, CaseIterable { case idle, paused, playing, holding, resting }

  let training = TrainingName.comparison
  static let slider = PitchSlider(target: Frequency(hertz: 440))
  static let comparison = Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: 10)

  private(set) var phase = Phase.idle
  private(set) var run: Int?
  private(set) var trial: Int?
  private(set) var step = TrainingStep()
  let isConfirming = false
  var isPaused: Bool { phase == .paused }
  private(set) var value = 0.0

  static func result(of outcome: UUID) -> CompletedTrial {
    CompletedTrial(
      id: outcome, comparison: comparison, answeredHigher: true,
      tuningSystem: .equalTemperament, timestamp: Date(timeIntervalSince1970: 0))
  }

  mutating func pose(_ trial: Int, in run: Int) -> Actions? {
    guard phase == .idle || phase == .resting || phase == .paused else { return nil }
    (self.run, self.trial, value) = (run, trial, 0)
    enter(.playing)
    let note = NoteRequest(Frequency(hertz: 200), at: AmplitudeDB(-3))
    let passage = Passage(
      sequence: [
        Passage.Note(note, duration: NoteSpan(seconds: 1)),
        Passage.Note(PlacedSlider(Self.slider, at: 0)),
      ], gap: 0)
    return [.play(passage, step), .notify(.trial(trial)), .notify(.state(phase))]
  }

  mutating func noteStarted(_ note: Int, _ step: TrainingStep) -> Actions? {
    guard step == self.step, note == 1, phase == .playing else { return nil }
    phase = .holding
    return [.watchHand(step), .notify(.state(phase))]
  }

  mutating func noteEnded(_: Int, _: TrainingStep) -> Actions? { nil }

  mutating func handIdled(_ step: TrainingStep) -> Actions? { pause(.idleHand) }

  mutating func sliderMoved(to value: Double, _ step: TrainingStep) {
    if step == self.step { self.value = value }
  }

  mutating func handle(_ intent: Intent, _ stamp: Stamp) -> Actions? {
    switch (intent, phase) {
    case (.answer, .playing):
      enter(.resting)
      return [.notify(.state(phase)), .notify(.result(stamp.id)), .silence, .rest(.feedback, step)]
    case (.slider(let value), .holding):
      self.value = value
      return [.moveSlider(to: value)]
    case (.commit, .holding):
      enter(.resting)
      return [.notify(.state(phase)), .notify(.result(stamp.id)), .release, .rest(.feedback, step)]
    default: return nil
    }
  }

  private var isLast = false

  mutating func stopAfterTrial() { isLast = true }

  mutating func restEnded(_ step: TrainingStep) -> Actions? {
    guard step == self.step, let run, let trial else { return nil }
    guard !isLast else { return stop(.requested) }
    return [.choose(run, index: trial + 1)]
  }

  mutating func pause(_ reason: PauseReason) -> Actions? {
    guard let trial, phase == .playing || phase == .holding else { return nil }
    enter(.paused)
    return [.silence, .notify(.discarded(trial, .paused(reason))), .notify(.paused(reason))]
  }

  mutating func pause(_ reason: PauseReason, before index: Int, in run: Int) -> Actions? {
    guard phase == .idle else { return nil }
    (self.run, trial) = (run, index)
    enter(.paused)
    return [.notify(.paused(reason))]
  }

  mutating func resume() -> Actions? {
    guard phase == .paused, let run, let trial else { return nil }
    return [.choose(run, index: trial)]
  }

  mutating func discard(_ reason: DiscardReason) -> Actions? {
    guard phase == .playing || phase == .holding, let run, let trial else { return nil }
    phase = .resting
    return [.silence, .prepare, .notify(.discarded(trial, reason))] + (pose(trial, in: run) ?? [])
  }

  mutating func stop(_ reason: StopReason) -> Actions? {
    guard phase != .idle else { return nil }
    (run, trial) = (nil, nil)
    enter(.idle)
    return [.notify(.state(phase)), .notify(.stopped(reason)), .silence]
  }

  private mutating func enter(_ phase: Phase) {
    self.phase = phase
    step.advance()
  }
}

/// The trial is its number, the run how often the settings had been loaded.
struct ScriptedChooser: TrialChooser {
  func drone(in _: Int, _: any UserSettings) -> [NoteRequest] { [] }
  func makeRun(_: any UserSettings) -> Int { 0 }
  func notes(
    in _: Int, _ settings: any UserSettings, canSound: (Frequency) -> Bool
  ) -> UsableNotes {
    UsableNotes(
      for: [.prime], in: settings.noteRange, tuningSystem: .equalTemperament,
      referencePitch: settings.referencePitch, canSound: canSound)
  }
  func trial(
    _ index: Int, in _: Int, among _: UsableNotes, _: any UserSettings, using _: inout RandomSource
  ) -> Int { index }
}
