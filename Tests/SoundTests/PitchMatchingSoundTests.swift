import Foundation
import Music
import Realtime
import TestSupport
import Testing
import Training

@testable import Sound

/// A session of pitch matching on the real player, with a knob in the user's hand.
@Suite("Pitch matching, heard")
@MainActor
struct PitchMatchingSoundTests {
  private static let rate = 48_000.0

  private let fixture: PlayerFixture
  private let observer = MockTrainingObserver()
  private let clock = ManualClock()
  private var engine: OfflineEngine { fixture.engine }

  init() throws { fixture = try PlayerFixture() }

  private func session(seed: UInt64 = 1) -> TrainingDriver {
    fixture.settings.noteDuration = NoteDuration(seconds: 0.3)
    return TrainingDriver.matching(
      player: fixture.player, settings: fixture.settings, observers: [observer], clock: clock,
      random: SeededGenerator(seed: seed))
  }

  private func knob(_ position: Int) -> MIDIMessage {
    .controlChange(channel: 0, controller: 1, value: UInt8(position))
  }

  /// Renders until the session has got to a state and all that it asked for is under way.
  private func render(until state: TrialPhase, of session: TrainingDriver)
    async
  {
    for _ in 0..<50 where session.state != state {
      engine.render(1024)
      await settle()
    }
    await settle()
  }

  /// How far what sounds is from the challenge's target; `guess` is about that many cents.
  private func cents(of posed: PosedTrial, about guess: Double) -> Double {
    engine.render(6000)
    let near = posed.targetFrequency.shifted(by: Cents(guess))
    return guess
      + PitchMeter.cents(engine.render(9600).left[...], from: near.hertz, sampleRate: Self.rate)
  }

  @Test("what is recorded is what sounded at the commit, whoever moved it there")
  func committed() async throws {
    fixture.settings.intervals = [DirectedInterval(.perfectFifth), DirectedInterval(.majorThird)]
    fixture.settings.tuningSystem = .justIntonation
    let session = session()
    // The first message says where the knob stands.
    var position = 64
    engine.render(64, midi: [(0, knob(position))])
    session.start()
    for challenge in 0..<4 {
      await render(until: .playingTunable, of: session)
      let posed = try #require(observer.trials.last)
      let offset = posed.challenge.centOffset.rawValue
      #expect(abs(cents(of: posed, about: offset) - offset) < 0.02)

      let turn = offset > 0 ? -24 : 26
      position += turn
      engine.render(64, midi: [(40, knob(position))])
      if challenge % 2 == 1 { #expect(session.nudge(-7.3)) }
      let value = try #require(session.currentValue)
      let heard = cents(of: posed, about: value * 100)
      #expect(session.commit())
      engine.render(64)
      let result = try #require(session.lastResult)
      #expect(abs(result.userCentError.rawValue - heard) < 0.02)
      let moved = Double(turn) / 127 * 200 - (challenge % 2 == 1 ? 7.3 : 0)
      #expect(abs(heard - offset - moved) < 0.02)
      engine.render(2000)
      clock.advance(by: .milliseconds(400))
      await render(until: .playingReference, of: session)
    }
    #expect(observer.outcomes.count == 4)
    session.stop()
  }

  @Test("keys that come faster than their movements are reported all count")
  func fastKeys() async throws {
    let session = session()
    session.start()
    await render(until: .playingTunable, of: session)
    let start = try #require(session.currentValue)
    let step = start > 0 ? Cents(-5) : Cents(5)
    var (left, right) = ([Float](repeating: 0, count: 64), [Float](repeating: 0, count: 64))
    for _ in 0..<4 {
      #expect(session.nudge(step))
      // The callback has moved the slider and has said so, and the next key is faster than that.
      engine.renderPeriod(left: &left, right: &right, frames: 64)
      #expect(session.nudge(step))
      engine.deliverEvents()
    }
    engine.renderPeriod(left: &left, right: &right, frames: 64)
    engine.deliverEvents()
    let end = try #require(session.currentValue)
    #expect(abs(end - start - 8 * step.rawValue / 100) < 1e-9)
    session.stop()
  }

  @Test("the slider at 0 sounds the exact target and is recorded as no error")
  func exactTarget() async throws {
    let session = session()
    session.start()
    await render(until: .playingTunable, of: session)
    let posed = try #require(observer.trials.last)
    #expect(session.adjustPitch(0))
    #expect(abs(cents(of: posed, about: 0)) < 0.01)
    session.commit()
    engine.render(64)
    #expect(session.lastResult?.userCentError == 0)
  }

  @Test("a just fifth sounds as 701.955 cents on each of the twelve notes of an octave")
  func justFifth() async throws {
    let fifth = try #require(DirectedInterval("P5"))
    for key in 60..<72 {
      let note = MIDINote(key)
      let pitch = TuningSystem.standardReferencePitch
      let reference = TuningSystem.justIntonation.frequency(for: note, referencePitch: pitch)
      let target = TuningSystem.justIntonation.frequency(
        of: fifth, offset: 0, above: note, referencePitch: pitch)
      let handle = try await fixture.hold(target.hertz)
      engine.render(4800)
      let sound = engine.render(9600).left
      handle.stop()
      engine.render(2000)
      let expected = reference.hertz * exp2(701.955_000_865_387_4 / 1200)
      #expect(abs(PitchMeter.cents(sound[...], from: expected, sampleRate: 48_000)) < 0.001)
    }
  }

  @Test("where the knob stands as a challenge begins says nothing of where the target is")
  func standingKnob() async throws {
    let session = session(seed: 9)
    for _ in 0..<1000 {
      session.start()
      session.stop()
    }
    // A period takes only so many commands.
    engine.render(64 * 64)
    var generator = SeededGenerator(seed: 10)
    var positions: [Double] = []
    var offsets: [Double] = []
    for posed in observer.trials {
      // Not at its end stops, from which a knob gets away slowly, and come to from the middle.
      let position = Int.random(in: 3...123, using: &generator)
      engine.render(64, midi: [(0, knob(64)), (1, knob(position))])
      let handle = try await fixture.hold(posed.slider.frequency(at: posed.initialValue).hertz)
      var value: Double?
      handle.onSliderMove = { value = $0 }
      try handle.arm(posed.slider, at: posed.initialValue)
      engine.render(64)
      #expect(value == nil)
      engine.render(64, midi: [(0, knob(position + 1))])
      // One step of the knob is one step of the slider, wherever both stand.
      let expected = min(posed.initialValue + 2.0 / 127, 1)
      #expect(abs(try #require(value) - expected) < 1e-12)
      positions.append(Double(position))
      offsets.append(posed.challenge.centOffset.rawValue)
      handle.stop()
      engine.render(1024)
    }
    // Six standard errors of a correlation that is none.
    #expect(abs(correlation(positions, offsets)) < 6 / 1000.0.squareRoot())
  }

  private func correlation(_ x: [Double], _ y: [Double]) -> Double {
    let meanX = x.reduce(0, +) / Double(x.count)
    let meanY = y.reduce(0, +) / Double(y.count)
    var (products, squaresX, squaresY) = (0.0, 0.0, 0.0)
    for (a, b) in zip(x, y) {
      products += (a - meanX) * (b - meanY)
      squaresX += (a - meanX) * (a - meanX)
      squaresY += (b - meanY) * (b - meanY)
    }
    return products / (squaresX * squaresY).squareRoot()
  }
}
