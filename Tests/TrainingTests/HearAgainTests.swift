import Foundation
import Music
import Testing

@testable import Training

/// What an input leads to, wherever a machine is: the phase after it, or `nil` if it does not fit.
@Suite("Hear again and learn: the machines")
@MainActor
struct HearAgainMachineTests {
  /// The inputs that both trainings have, whatever they ask.
  private enum Input: CaseIterable {
    case again, last, skip, undo, pause, resume, discard, rest

    @MainActor
    func apply<M: TrialMachine>(to machine: inout M) -> Bool {
      let stamp = Stamp(id: UUID(), date: Date(timeIntervalSince1970: 0))
      return switch self {
      case .again: machine.handle(.again, stamp) != nil
      case .last: machine.handle(.last, stamp) != nil
      case .skip: machine.handle(.skip, stamp) != nil
      case .undo: machine.undo() != nil
      case .pause: machine.pauseAndFade()
      case .resume: machine.resume() != nil
      case .discard: machine.discard(.xrun) != nil
      case .rest: machine.restEnded(machine.step) != nil
      }
    }
  }

  private static let stamp = Stamp(id: UUID(), date: Date(timeIntervalSince1970: 0))

  private func comparison(
    _ index: Int = 1, _ flow: TrialFlow = TrialFlow(afterWrongAnswer: .replay)
  ) -> PosedTrial {
    PosedTrial(
      .comparison,
      Challenge(referenceNote: MIDINote(60), interval: .prime, centOffset: 12),
      TrialConditions(
        index: index, tuningSystem: .equalTemperament,
        referencePitch: TuningSystem.standardReferencePitch, noteDuration: NoteDuration(seconds: 2),
        amplitudeDB: AmplitudeDB(-3), flow: flow))
  }

  private func matching(
    _ index: Int = 1, interval: DirectedInterval = .prime, spread: Cents = 10,
    _ flow: TrialFlow = TrialFlow(afterWrongAnswer: .replay)
  ) -> PosedTrial {
    PosedTrial(
      .matching,
      Challenge(
        referenceNote: MIDINote(60), interval: interval, centOffset: 50),
      TrialConditions(
        index: index, tuningSystem: .equalTemperament,
        referencePitch: TuningSystem.standardReferencePitch,
        noteDuration: NoteDuration(seconds: 0.5), amplitudeDB: AmplitudeDB(-3), flow: flow),
      spread: spread)
  }

  /// A comparison machine in a phase of its second trial; the first was answered wrongly and heard
  /// again.
  private func comparisons(_ phase: TrialPhase) throws -> ChoiceMachine {
    var machine = ChoiceMachine(.comparison)
    guard phase != .idle else { return machine }
    _ = machine.pose(
      comparison(), in: .init(intervals: [.prime], tuningSystem: .equalTemperament))
    func answer() {
      machine.beginSecondNote()
      machine.endSecondNote()
      _ = machine.handle(.answer(higher: false), Self.stamp)
    }
    answer()
    if phase == .showingFeedback { return machine }
    _ = machine.restEnded(machine.step)
    if phase == .replaying { return machine }
    _ = machine.handle(.skip, Self.stamp)
    _ = machine.pose(comparison(2), in: try #require(machine.run))
    switch phase {
    case .playingNote2: machine.beginSecondNote()
    case .awaitingAnswer:
      machine.beginSecondNote()
      machine.endSecondNote()
    case .paused: _ = machine.pauseAndFade()
    default: break
    }
    #expect(machine.phase == phase)
    return machine
  }

  @Test("each input in each state of a comparison")
  func comparisonTable() throws {
    // The phase after each input, in the order of `Input`; a dash if it does not fit.
    let table: [(TrialPhase, [String])] = [
      (.idle, ["-", "-", "-", "-", "-", "-", "-", "-"]),
      (
        .playingNote1,
        ["playingNote1", "replaying", "-", "playingNote1", "paused", "-", "playingNote1", "-"]
      ),
      (
        .playingNote2,
        ["playingNote1", "replaying", "-", "playingNote2", "paused", "-", "playingNote1", "-"]
      ),
      (
        .awaitingAnswer,
        ["playingNote1", "replaying", "-", "awaitingAnswer", "paused", "-", "playingNote1", "-"]
      ),
      (
        .showingFeedback,
        ["replaying", "replaying", "-", "showingFeedback", "paused", "-", "-", "replaying"]
      ),
      (
        .replaying,
        ["replaying", "replaying", "replaying", "replaying", "paused", "-", "-", "-"]
      ),
      (.paused, ["replaying", "replaying", "-", "paused", "-", "paused", "-", "-"]),
    ]
    #expect(Set(table.map(\.0)) == Set(TrialPhase.ofComparison))
    for (phase, expected) in table {
      for (input, expected) in zip(Input.allCases, expected) {
        var machine = try comparisons(phase)
        let fits = input.apply(to: &machine)
        #expect((fits ? machine.phase.rawValue : "-") == expected, "\(input) in \(phase)")
        // What does not fit changes nothing.
        if !fits { #expect(machine.course == (try comparisons(phase)).course) }
      }
    }
  }

  @Test("an answer that is being confirmed can no longer be heard again")
  func confirming() throws {
    var machine = try comparisons(.playingNote2)
    _ = machine.handle(.answer(higher: true), Self.stamp)
    #expect(machine.isConfirming)
    for intent in [Intent.again, .last, .skip] {
      #expect(machine.handle(intent, Self.stamp) == nil)
    }
  }

  @Test("a trial that is heard again counts how often, and its record says so")
  func hearing() throws {
    var machine = try comparisons(.playingNote2)
    for hearing in 2...4 {
      let actions = machine.handle(.again, Self.stamp)
      var trial = comparison(2)
      trial.hearing = hearing
      #expect(
        actions == [
          .silence, .prepare,
          .play(ChoiceMachine.passage(of: trial, .playingFirst), machine.step),
          .notify(.heardAgain(trial)), .notify(.state(.playingNote1)),
        ])
    }
    #expect(machine.trial.map { TrialContext(of: $0) }?.heard == 4)
    // The same trial once more after an xrun has still been heard so often.
    _ = machine.discard(.xrun)
    #expect(machine.trial?.hearing == 4)
  }

  @Test("a wrong answer is heard again: the pair, short and at one level, a rest, the next trial")
  func replay() throws {
    var machine = try comparisons(.showingFeedback)
    let trial = comparison()
    let outcome = try #require(machine.run?.last)
    let short = NoteSpan(seconds: 0.8)
    let begun = machine.restEnded(machine.step)
    let pair = Passage(
      sequence: [
        Passage.Note(NoteRequest(trial.referenceFrequency), duration: short),
        Passage.Note(NoteRequest(trial.targetFrequency), duration: short),
      ], gap: 0)
    #expect(
      begun == [
        .play(pair, machine.step), .notify(.replaying(trial, outcome, .wrongAnswer)),
      ])
    let notes = machine.step
    #expect(machine.noteStarted(0, notes) == [.notify(.replayed(.reference))])
    #expect(machine.restEnded(notes) == nil)
    #expect(machine.noteEnded(0, notes) == nil)
    #expect(machine.noteStarted(1, notes) == [.notify(.replayed(.given))])
    let over = machine.noteEnded(1, notes)
    #expect(over == [.rest(.feedback, machine.step)])
    #expect(machine.noteEnded(1, machine.step) == nil && machine.noteEnded(1, notes) == nil)
    let run = try #require(machine.run)
    #expect(machine.restEnded(machine.step) == [.choose(run, index: 2)])
  }

  @Test("a right answer, and a wrong one that is to be followed by the next, is not heard again")
  func noReplay() throws {
    for (flow, higher) in [
      (TrialFlow(afterWrongAnswer: .replay), true), (TrialFlow(afterWrongAnswer: .next), false),
    ] {
      var machine = ChoiceMachine(.comparison)
      _ = machine.pose(
        comparison(1, flow), in: .init(intervals: [.prime], tuningSystem: .equalTemperament))
      machine.beginSecondNote()
      machine.endSecondNote()
      _ = machine.handle(.answer(higher: higher), Self.stamp)
      let run = try #require(machine.run)
      #expect(machine.restEnded(machine.step) == [.choose(run, index: 2)])
    }
  }

  @Test("the last answer during a trial makes that void; its number is used again")
  func last() throws {
    var machine = try comparisons(.playingNote2)
    let trial = try #require(machine.trial)
    let actions = machine.handle(.last, Self.stamp) ?? []
    #expect(
      Array(actions.prefix(2)) == [.silence, .notify(.discarded(trial, .paused(.asked)))])
    let outcome = try #require(machine.run?.last)
    #expect(actions.last == .notify(.replaying(comparison(), outcome, .asked)))
    let run = try #require(machine.run)
    #expect(machine.handle(.skip, Self.stamp) == [.silence, .choose(run, index: 2)])
    var first = ChoiceMachine(.comparison)
    _ = first.pose(comparison(), in: run)
    #expect(first.handle(.last, Self.stamp) == nil)
  }

  @Test("what is heard during a pause ends in that pause; going on ends it, too")
  func replayInPause() throws {
    var machine = try comparisons(.paused)
    _ = machine.handle(.again, Self.stamp)
    var skipped = machine
    #expect(skipped.handle(.skip, Self.stamp) == [.silence, .notify(.paused(.asked))])
    let run = try #require(machine.run)
    #expect(machine.resume() == [.silence, .choose(run, index: 2)])
    // Nobody would hear it.
    for reason in [PauseReason.unconnected, .stalled] {
      var silent = try comparisons(.playingNote1)
      _ = silent.pause(reason)
      #expect(silent.handle(.again, Self.stamp) == nil)
    }
  }

  @Test("a training that waits for a key pauses after each trial, and after the truth was heard")
  func key() throws {
    let flow = TrialFlow(afterWrongAnswer: .replay, nextTrial: .key)
    for higher in [true, false] {
      var machine = ChoiceMachine(.comparison)
      _ = machine.pose(
        comparison(1, flow), in: .init(intervals: [.prime], tuningSystem: .equalTemperament))
      machine.beginSecondNote()
      machine.endSecondNote()
      _ = machine.handle(.answer(higher: higher), Self.stamp)
      var actions = machine.restEnded(machine.step)
      if !higher { actions = machine.handle(.skip, Self.stamp)?.suffix(1) }
      #expect(actions == [.notify(.paused(.key))])
      let run = try #require(machine.run)
      #expect(machine.resume() == [.choose(run, index: 2)])
    }
  }

  @Test("the last trial ends the training after its feedback, or after its truth")
  func lastTrial() throws {
    let ended: ChoiceMachine.Actions = [
      .silence, .notify(.state(.idle)), .notify(.stopped(.requested)),
    ]
    var machine = try comparisons(.showingFeedback)
    machine.stopAfterTrial()
    _ = machine.restEnded(machine.step)
    #expect(machine.phase == .replaying)
    machine.beginSecondNote()
    machine.endSecondNote()
    #expect(machine.restEnded(machine.step) == ended)
    #expect(machine.phase == .idle)
  }

  /// A matching machine that has committed that value in its first trial.
  private func committed(
    _ value: Double, interval: DirectedInterval = .prime, spread: Cents = 10
  ) -> PitchMatchingMachine {
    var machine = PitchMatchingMachine()
    _ = machine.pose(
      matching(interval: interval, spread: spread),
      in: .init(intervals: [interval], tuningSystem: .equalTemperament))
    machine.beginSecondNote()
    _ = machine.handle(.commitAt(value), Self.stamp)
    return machine
  }

  /// The frequencies of a replay, in its order.
  private func replayed(_ machine: inout PitchMatchingMachine) -> [Frequency] {
    guard case .play(let passage, _)? = machine.restEnded(machine.step)?.first else { return [] }
    for (index, note) in passage.notes.enumerated() {
      #expect(note.duration == NoteSpan(seconds: 0.8))
      #expect(note.request.amplitudeDB == AmplitudeDB(0))
      let started = machine.noteStarted(index, machine.step)
      #expect(started?.count == 1)
      let ended = machine.noteEnded(index, machine.step)
      #expect((ended != nil) == (index == passage.notes.count - 1))
    }
    return passage.notes.map(\.request.frequency)
  }

  @Test("beyond the user's own spread the user's note is heard, then the true one")
  func matchingReplay() throws {
    let trial = matching()
    var machine = committed(0.11)
    let notes = replayed(&machine)
    #expect(notes.count == 2 && notes.last == trial.targetFrequency)
    #expect(abs(Cents(from: trial.targetFrequency, to: notes[0]).rawValue - 11) < 1e-9)
    for (value, spread) in [(0.09, Cents(10)), (-0.2, 21)] {
      var within = committed(value, spread: spread)
      #expect(replayed(&within).isEmpty)
      // Who asks hears it.
      within = committed(value, spread: spread)
      #expect(within.handle(.again, Self.stamp) != nil && within.phase == .replaying)
    }
  }

  @Test("of an interval the reference comes before each note")
  func intervalReplay() throws {
    let fifth = DirectedInterval(.perfectFifth)
    let trial = matching(interval: fifth)
    var machine = committed(-0.5, interval: fifth)
    let notes = replayed(&machine)
    #expect(notes.count == 4)
    #expect(notes[0] == trial.referenceFrequency && notes[2] == trial.referenceFrequency)
    #expect(notes[3] == trial.targetFrequency)
  }

  @Test("the reference again keeps the slider where it is, and movements count from there")
  func slider() throws {
    var machine = PitchMatchingMachine()
    _ = machine.pose(
      matching(), in: .init(intervals: [.prime], tuningSystem: .equalTemperament))
    machine.beginSecondNote()
    _ = machine.handle(.slider(-0.25), Self.stamp)
    _ = machine.handle(.again, Self.stamp)
    #expect(machine.phase == .playingReference && machine.value == nil)
    // Once more, before the note is back.
    let actions = machine.handle(.again, Self.stamp) ?? []
    let played = actions.compactMap { if case .play(let passage, _) = $0 { passage } else { nil } }
    let slider = PlacedSlider(matching().slider, at: -0.25)
    #expect(played.first?.notes.last?.request.frequency == slider.frequency)
    #expect(played.first?.notes.last?.slider == slider)
    machine.beginSecondNote()
    _ = machine.handle(.sliderFromStart(0.1), Self.stamp)
    #expect(abs(try #require(machine.value) + 0.15) < 1e-12)
    #expect(machine.trial?.hearing == 3)
  }

  @Test("a commit that nobody can have meant gives the note back to MIDI, where it stands")
  func tuneOn() throws {
    var machine = PitchMatchingMachine()
    _ = machine.pose(
      matching(), in: .init(intervals: [.prime], tuningSystem: .equalTemperament))
    #expect(machine.handle(.tuneOn(from: 0.1), Self.stamp) == nil)
    machine.beginSecondNote()
    #expect(
      machine.handle(.tuneOn(from: 0.1), Self.stamp) == [
        .giveSlider(matching().slider, at: 0.1)
      ])
    #expect(machine.value == 0.1)
    #expect(machine.handle(.tuneOn(from: .nan), Self.stamp) == nil)
  }

  @Test("a note that nobody touches fades into a pause, after which there is a new one")
  func idleHand() throws {
    var machine = PitchMatchingMachine()
    _ = machine.pose(
      matching(), in: .init(intervals: [.prime], tuningSystem: .equalTemperament))
    #expect(machine.handIdled(machine.step) == nil)
    machine.beginSecondNote()
    let idled = machine.handIdled(machine.step)
    #expect(
      idled == [
        .silence, .notify(.discarded(matching(), .paused(.idleHand))), .notify(.paused(.idleHand)),
      ])
    let run = try #require(machine.run)
    #expect(machine.resume() == [.choose(run, index: 1)])
  }
}
