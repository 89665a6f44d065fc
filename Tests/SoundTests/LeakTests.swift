import CHeap
import Foundation
import MainThread
import Music
import SoundFonts
import Testing
import TestSupport
import Training

@testable import Sound

/// What is taken is given back: FluidSynths, resamplers, rings, voices. Each test has a process of
/// its own, whose heap nobody else uses.
@Suite("Leaks", .serialized)
struct LeakTests {
  @Test("a bank of voices gives back all that it took")
  func banks() async {
    await #expect(processExitsWith: .success) {
      try await Leaks.expectNone { _ = try Leaks.bank() }
    }
  }

  @Test("a player that ends with notes, tails, prepared sounds and waiting commands leaves nothing")
  func players() async {
    await #expect(processExitsWith: .success) {
      try await Leaks.expectNone { try await Leaks.usePlayer() }
    }
  }

  @Test("sounds that change with every note are disposed of as they fall silent")
  func soundChanges() async {
    await #expect(processExitsWith: .success) {
      let fixture = try await PlayerFixture()
      try await Leaks.expectNone { try await Leaks.changeSounds(of: fixture) }
    }
  }

  @Test("what another thread asks the main thread for again and again leaves nothing")
  func calls() async {
    await #expect(processExitsWith: .success) { await Leaks.expectNoneOfCalls() }
  }
}

@MainActor
private enum Leaks {
  /// What a turn may keep, in bytes: less than the smallest C object, a resampler (4200). Each hop
  /// through a dispatch queue keeps some sixty of its own.
  private static let limit = 1500

  private static let turns = 40

  /// Takes the turn again and again and looks at what of the heap is in use before and after.
  static func expectNone(turn: @MainActor () async throws -> Void) async throws {
    // While there is a FluidSynth, its libraries stay loaded: Debian's takes up libinstpatch with
    // the first one and lets it go with the last, which costs 2 KB of that library's own each time.
    let another = try bank()
    defer { withExtendedLifetime(another) {} }
    // What libraries keep from the first times on is not counted.
    for _ in 0..<turns { try await turn() }
    await LoadingQueue.standard.flush()
    var kept = Int.max
    // On a busy machine dispatch takes more threads, and keeps something for each; a leak comes
    // every time.
    for _ in 0..<4 where kept >= limit {
      let before = heap
      for _ in 0..<turns { try await turn() }
      await LoadingQueue.standard.flush()
      kept = (heap - before) / turns
    }
    #expect(kept < limit, "\(kept) bytes a turn")
  }

  /// As many calls as libdispatch keeps pieces of work for a thread, 1024 of 80 bytes.
  static func expectNoneOfCalls() async {
    await makeCalls(20)
    let before = heap
    await makeCalls(1024)
    #expect(heap - before < 16_000, "\(heap - before) bytes")
  }

  /// Calls, each of which another thread asks for when the one before is over.
  private static func makeCalls(_ count: Int) async {
    let isOver = DispatchSemaphore(value: 0)
    let call = MainThreadCall { isOver.signal() }
    // The main thread itself must not take up anything meanwhile.
    let isDone = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let isDone = (0..<count).allSatisfy { _ in
          call.request()
          return isOver.wait(within: waitingLimit)
        }
        continuation.resume(returning: isDone)
      }
    }
    #expect(isDone)
  }

  private static var heap: Int {
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
  }

  static func bank() throws -> VoiceBank {
    let preset = try #require(try SoundFontLibrary().location(of: .default))
    return try VoiceBank(preset: preset, sampleRate: 48_000)
  }

  static func usePlayer() async throws {
    let fixture = try PlayerFixture()
    _ = try await fixture.hold(440)
    fixture.engine.render(2000)
    fixture.settings.soundSource = SoundSourceID(bank: 8, program: 81)
    let handle = try await fixture.hold(550)
    fixture.engine.render(640)
    handle.stop()
    fixture.settings.soundSource = SoundSourceID(bank: 8, program: 82)
    _ = try await fixture.hold(660)
  }

  static func changeSounds(of fixture: PlayerFixture) async throws {
    for program in 80...82 {
      fixture.settings.soundSource = SoundSourceID(bank: 8, program: program)
      let handle = try await fixture.hold(440)
      fixture.engine.render(640)
      handle.stop()
      fixture.engine.render(1280)
    }
    #expect(fixture.returnedBanks > 0)
    fixture.forgetEvents()
  }
}
