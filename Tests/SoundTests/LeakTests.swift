import CHeap
import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Sound

/// What is taken is given back: FluidSynths, resamplers, rings, voices.
@Suite("Leaks")
@MainActor
struct LeakTests {
  /// What a leak may be at most, in bytes a turn: less than any of the C objects.
  private static let limit = 500

  /// How many bytes of the heap a turn keeps. Other tests of the process come and go meanwhile, so several
  /// rounds are looked at and the one with the least change tells: a leak is in all of them.
  private func kept(by turn: () async throws -> Void) async throws -> Int {
    // What libraries keep from the first time on is not counted.
    try await turn()
    let turns = 8
    var least = Int.max
    for _ in 0..<12 where least > Self.limit {
      let before = heap
      for _ in 0..<turns { try await turn() }
      least = min(least, abs(heap - before) / turns)
    }
    return least
  }

  private var heap: Int {
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
  }

  private func bank() throws -> VoiceBank {
    let preset = try #require(try SoundFontLibrary().location(of: .default))
    return try VoiceBank(preset: preset, sampleRate: 48_000)
  }

  @Test("a bank of voices gives back all that it took")
  func banks() async throws {
    #expect(try await kept { _ = try bank() } < Self.limit)
  }

  @Test("a player that ends with notes, tails, prepared sounds and waiting commands leaves nothing")
  func players() async throws {
    #expect(try await kept { _ = try await usedPlayer() } < Self.limit)
  }

  private func usedPlayer() async throws -> PlayerFixture {
    let fixture = try PlayerFixture()
    _ = try await fixture.hold(440)
    fixture.engine.render(2000)
    fixture.settings.soundSource = SoundSourceID(bank: 8, program: 81)
    let handle = try await fixture.hold(550)
    fixture.engine.render(640)
    handle.stop()
    fixture.settings.soundSource = SoundSourceID(bank: 8, program: 82)
    _ = try await fixture.hold(660)
    return fixture
  }

  @Test("sounds that change with every note are disposed of as they fall silent")
  func soundChanges() async throws {
    let fixture = try PlayerFixture()
    func change() async throws {
      for program in 80...82 {
        fixture.settings.soundSource = SoundSourceID(bank: 8, program: program)
        let handle = try await fixture.hold(440)
        fixture.engine.render(640)
        handle.stop()
        fixture.engine.render(1280)
      }
    }
    #expect(try await kept { try await change() } < Self.limit)
    #expect(fixture.returnedBanks >= 24)
  }
}
