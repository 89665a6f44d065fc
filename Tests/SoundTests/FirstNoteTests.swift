import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Sound

/// The first note of a client starts quiet and rises to its level; nothing else about it changes.
@Suite("The first note")
@MainActor
struct FirstNoteTests {
  private static let rate = 48_000.0

  /// Half a second.
  private static let rise = 24_000

  private let fixture: PlayerFixture

  init() throws { fixture = try PlayerFixture(startsQuiet: true) }

  /// What two notes give, the one held for that long, the other for half a second.
  private func twoNotes(_ fixture: PlayerFixture, frames: Int = 48_000) async throws -> Rendering {
    let first = try await fixture.hold(440)
    var sound = fixture.engine.render(frames)
    first.stop()
    sound.append(fixture.engine.render(2000))
    let second = try await fixture.hold(622.25)
    sound.append(fixture.engine.render(24_000))
    second.stop()
    sound.append(fixture.engine.render(2000))
    return sound
  }

  @Test(
    "it is the ideal note with the ideal rise, without a click, at every pitch",
    arguments: [20.0, 82.4, 440, 3000])
  func ideal(hertz: Double) async throws {
    var sound = fixture.engine.render(200).left
    let handle = try await fixture.hold(hertz)
    sound += fixture.engine.render(48_000).left
    handle.stop()
    sound += fixture.engine.render(2000).left
    var tone = IdealTone(sampleRate: Self.rate, hertz: hertz, start: 200, stop: 48_200)
    tone.riseFrames = Self.rise
    let steady = 26_000..<48_000
    let ideal = tone.samples(like: sound, fitting: steady)
    let level = sound.rootMeanSquare(in: steady)
    #expect(level > 0.001)
    #expect(sound.residual(from: ideal, relativeTo: level) < -105)
  }

  @Test("its level begins 20 dB down and never falls on its way up, on both sides")
  func envelope() async throws {
    let quiet = try await twoNotes(fixture)
    let plain = try await twoNotes(PlayerFixture())
    for (quiet, plain) in [(quiet.left, plain.left), (quiet.right, plain.right)] {
      var last = 0.0
      var first: Double?
      for frame in 0..<48_000 where abs(plain[frame]) > 0.01 {
        let gain = Double(quiet[frame] / plain[frame])
        // As far as numbers of 24 bits go.
        #expect(gain >= last - 1e-6)
        last = max(last, gain)
        first = first ?? gain
      }
      #expect(abs(20 * log10(try #require(first)) + 20) < 0.1)
      #expect(quiet[Self.rise...] == plain[Self.rise...])
    }
  }

  @Test("its pitch is the one asked for while it rises")
  func pitch() async throws {
    _ = try await fixture.hold(441.5)
    let sound = fixture.engine.render(Self.rise).left
    #expect(abs(PitchMeter.cents(sound[960...], from: 441.5, sampleRate: Self.rate)) < 0.02)
  }

  @Test("a short note rises within half of itself, and the next one is as ever")
  func shortNote() async throws {
    let plain = try PlayerFixture()
    var sounds: [[Float]] = []
    for fixture in [fixture, plain] {
      var sound: [Float] = []
      for hertz in [440.0, 660] {
        let note = fixture.start(hertz, seconds: 0.3)
        #expect(await fixture.settle { fixture.engine.hasCommands })
        sound += fixture.engine.render(14_500).left
        try await note.value
      }
      sounds.append(sound)
    }
    #expect(abs(sounds[0][3000]) < abs(sounds[1][3000]) * 0.7)
    #expect(sounds[0][7200...] == sounds[1][7200...])
  }

  @Test("notes that begin together are all the first")
  func together() async throws {
    for _ in 0..<VoiceBankView.voiceCount { _ = try await fixture.hold(440) }
    let sound = fixture.engine.render(Self.rise / 2).left
    let plain = try PlayerFixture()
    for _ in 0..<VoiceBankView.voiceCount { _ = try await plain.hold(440) }
    let loud = plain.engine.render(Self.rise / 2).left
    #expect(sound.map(abs).max() ?? 1 < (loud.map(abs).max() ?? 0) / 2)
  }
}

extension Rendering {
  fileprivate mutating func append(_ other: Rendering) {
    left += other.left
    right += other.right
  }
}
