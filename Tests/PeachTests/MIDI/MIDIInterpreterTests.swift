import Foundation
import Realtime
import Settings
import Sound
import Testing
import Training

@testable import PeachApp

@Suite("What Peach makes of a message")
@MainActor
struct MIDIInterpreterTests {
  private func meanings(
    _ messages: [[UInt8]], _ options: [SettingKey: String] = [:],
    for training: TrainingName = .matching, every seconds: Double = 0.1
  ) throws -> [MIDIMeaning?] {
    let home = try Home()
    let settings = try FileUserSettings(
      file: SettingsFile(SettingsLocation(environment: home.environment)),
      overrides: try SettingsOverrides(options))
    var interpreter = MIDIInterpreter(settings.midi, for: training.controls, sampleRate: 48_000)
    return messages.enumerated().map { index, bytes in
      interpreter.handle(HeardMIDI(seconds: Double(index) * seconds, bytes: bytes))
    }
  }

  private func cents(_ meaning: MIDIMeaning?) -> Double? {
    if case .slider(let cents) = meaning { (cents * 1e6).rounded() / 1e6 } else { nil }
  }

  @Test("a knob's first message says where it stands, a slow step counts a quarter")
  func knob() throws {
    let found = try meanings([[0xB0, 1, 60], [0xB0, 1, 61], [0xB0, 1, 71], [0xB0, 2, 1]])
    #expect(cents(found[0]) == 0)
    #expect(cents(found[1]) == ((0.25 / 127 * 200) * 1e6).rounded() / 1e6)
    #expect(cents(found[2]) == ((10.25 / 127 * 200) * 1e6).rounded() / 1e6)
    #expect(found[3] == nil)
  }

  @Test("all sound off and all notes off are the panic; all notes off after a key's release is not")
  func panic() throws {
    #expect(
      try meanings(
        [[0xB0, 120, 0], [0xB5, 123, 0], [0x80, 60, 0], [0xB0, 123, 0], [0xB0, 121, 0]], every: 0.04
      )
        == [.panic, .panic, nil, nil, nil])
  }

  @Test("the wheel's deflection is a speed, and its centre holds what was reached")
  func wheel() throws {
    let found = try meanings([[0xE0, 0, 96], [0xE0, 0, 64]], every: 1)
    #expect(found[0] == .sliding(centsPerSecond: 25))
    let reached = try #require(cents(found[1]))
    #expect(abs(reached - 25) < 0.1)
  }

  @Test("a wheel that is the slider commits when it is let go of")
  func position() throws {
    let found = try meanings([[0xE0, 0, 96], [0xE0, 0, 64]], [.wheel: "position"])
    #expect(cents(found[0]).map { $0 > 45 } == true)
    #expect(found[1] == .intent(.commit))
  }

  @Test("a key answers in comparison and commits in matching; another channel's does neither")
  func keys() throws {
    #expect(try meanings([[0x90, 70, 1]]) == [.intent(.commit)])
    #expect(
      try meanings([[0x90, 70, 1], [0x90, 1, 1]], for: .comparison) == [
        .intent(.higher), .intent(.lower),
      ])
    #expect(try meanings([[0x90, 70, 1]], [.midiChannel: "2"]) == [nil])
    #expect(
      try meanings([[0x80, 70, 1], [0x90, 70, 0], [0xFE], [0x90, 70]]) == [nil, nil, nil, nil])
  }

  @Test("a flood is let through in part and the rest is counted when its second is over")
  func flood() {
    var limiter = RateLimiter()
    var (shown, told) = (0, 0)
    for index in 0..<20_000 {
      let (isShown, unshown) = limiter.admit(at: Double(index) / 10_000)
      shown += isShown ? 1 : 0
      told += unshown
    }
    #expect(shown == 2 * RateLimiter.perSecond)
    #expect(told == 10_000 - RateLimiter.perSecond)
    limiter.count(dropped: 5)
    #expect(limiter.flushUnshown() == 10_000 - RateLimiter.perSecond + 5)
    #expect(limiter.flushUnshown() == 0)
  }
}
