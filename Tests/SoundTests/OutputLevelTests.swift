import Foundation
import Music
import Realtime
import TestSupport
import Testing

@testable import Sound

@Suite("Output level")
@MainActor
struct OutputLevelTests {
  /// A change of the level while a note sounds: from which frame on, to how many decibels.
  private typealias Change = (frame: Int, decibels: Double)

  private static let frames = 12_000

  /// A held note from its first frame on.
  private func note(
    at decibels: Double, _ changes: [Change] = [], period: Int = 64
  ) async throws -> [Float] {
    let fixture = try PlayerFixture()
    fixture.settings.outputLevel = AmplitudeDB(decibels)
    _ = try await fixture.hold(440)
    var sound: [Float] = []
    for change in changes {
      sound += fixture.engine.render(change.frame - sound.count, period: period).left
      fixture.settings.outputLevel = AmplitudeDB(change.decibels)
      #expect(fixture.player.updateLevel())
    }
    return sound + fixture.engine.render(Self.frames - sound.count, period: period).left
  }

  /// The gain of every frame by the definition: the staircase of the levels, averaged three times over
  /// a third of the glide.
  private func gains(from decibels: Double, _ changes: [Change]) -> [Double] {
    let length = Int((FadeCurve.seconds * 48_000 / 3).rounded(.up))
    let first = pow(10, decibels / 20)
    var values = [Double](repeating: first, count: Self.frames)
    for change in changes {
      for frame in change.frame..<Self.frames { values[frame] = pow(10, change.decibels / 20) }
    }
    for _ in 0..<3 {
      var sum = first * Double(length)
      values = values.indices.map { frame in
        sum += values[frame] - (frame < length ? first : values[frame - length])
        return sum / Double(length)
      }
    }
    return values
  }

  private func expect(
    _ sound: [Float], like reference: [Float], times gains: [Double], within limit: Double = -110
  ) {
    let ideal = zip(reference, gains).map { Double($0) * $1 }
    let level = reference.rootMeanSquare(in: 2000..<Self.frames)
    #expect(sound.residual(from: ideal, relativeTo: level) < limit)
  }

  @Test("a note has the level from its first frame on", arguments: [-60.0, -12, -0.5])
  func start(decibels: Double) async throws {
    let reference = try await note(at: 0)
    expect(
      try await note(at: decibels), like: reference, times: gains(from: decibels, []), within: -130)
  }

  @Test(
    "what sounds glides to another level without a corner, from the very frame of the change",
    arguments: [16, 64, 1024, 8192])
  func glide(period: Int) async throws {
    let reference = try await note(at: 0, period: period)
    let changes: [Change] = [(3 * 1024, -13), (4 * 1024, -12), (9 * 1024, -60)]
    let sound = try await note(at: -12, changes, period: period)
    expect(sound, like: reference, times: gains(from: -12, changes))
  }

  @Test("changes that follow one another fast add up, as those of a control that is turned")
  func sweep() async throws {
    let reference = try await note(at: 0)
    let changes = (0..<60).map { (frame: 3072 + 128 * $0, decibels: -60.0 + Double($0)) }
    expect(
      try await note(at: -60, changes), like: reference, times: gains(from: -60, changes))
  }

  @Test("while nothing sounds the level jumps, so that the next note begins with it")
  func silence() async throws {
    let reference = try await note(at: 0)
    let fixture = try PlayerFixture()
    fixture.engine.render(640)
    fixture.settings.outputLevel = AmplitudeDB(-20)
    #expect(fixture.player.updateLevel())
    _ = try await fixture.hold(440)
    let sound = fixture.engine.render(Self.frames).left
    expect(sound, like: reference, times: gains(from: -20, []), within: -130)
  }

  @Test("a glide that the end of a note has cut short is over for the next note")
  func silenceInGlide() async throws {
    let reference = try await note(at: 0)
    let fixture = try PlayerFixture()
    let handle = try await fixture.hold(440)
    fixture.engine.render(3200)
    handle.stop()
    fixture.engine.render(640)
    fixture.settings.outputLevel = AmplitudeDB(-20)
    #expect(fixture.player.updateLevel())
    fixture.engine.render(640)
    _ = try await fixture.hold(440)
    let start = fixture.engine.render(Self.frames).left.rootMeanSquare(in: 200..<900)
    #expect(abs(start / reference.rootMeanSquare(in: 200..<900) - 0.1) < 0.002)
  }

  @Test(
    "a level that the callback has already is not sent, and one that it did not get is sent later")
  func commands() async throws {
    let fixture = try PlayerFixture()
    #expect(fixture.player.updateLevel())
    #expect(fixture.engine.commandCount == 0)
    fixture.settings.outputLevel = AmplitudeDB(-20)
    fixture.engine.isRunning = false
    #expect(!fixture.player.updateLevel())
    fixture.engine.isRunning = true
    for _ in 0..<3 { #expect(fixture.player.updateLevel()) }
    #expect(fixture.engine.commandCount == 1)
  }
}
