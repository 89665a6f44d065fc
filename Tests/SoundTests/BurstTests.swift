import CLibraryCalls
import Music
import Realtime
import TestSupport
import Testing
import Training

@testable import Sound

/// What the beginning and the end of a chord cost: the blocks that FluidSynth renders in each period.
@Suite("Bursts")
@MainActor
struct BurstTests {
  private let fixture: PlayerFixture
  private var engine: OfflineEngine { fixture.engine }

  init() throws { fixture = try PlayerFixture(leadSeconds: nil) }

  private static let lead = 240

  private static func chord(_ start: Passage.Start = .begin, count: Int = 5) -> Passage {
    Passage(
      [220.0, 275, 330, 440, 550].prefix(count).map {
        Passage.Note(NoteRequest(Frequency(hertz: $0)), start: start, duration: nil)
      })
  }

  /// The blocks of each period in so many frames.
  private func blocks(_ frames: Int, period: Int) -> [Int] {
    (0..<frames / period).map { _ in
      let before = rendered_blocks()
      engine.render(period, period: period)
      return rendered_blocks() - before
    }
  }

  @Test(
    "while a chord begins, no period renders more than one block more than while it sounds",
    arguments: [16, 32, 64, 128, 256], [1, 2, 5])
  func beginning(period: Int, count: Int) async throws {
    // The first time with fresh voices, then with used ones.
    for _ in 0..<3 {
      _ = try await fixture.player.play(Self.chord(count: count))
      let beginning = blocks(1280, period: period)
      let sounding = blocks(9600, period: period)
      let most = try #require(sounding.max())
      #expect(try #require(beginning.max()) <= most + 1)
      #expect(fixture.starts.count == count)
      fixture.player.stopAll()
      engine.render(4096, period: period)
      fixture.forgetEvents()
    }
  }

  @Test("at the shortest period a chord is struck one block a period")
  func shortestPeriod() async throws {
    _ = try await fixture.player.play(Self.chord())
    #expect(blocks(Self.lead, period: 16) == Array(repeating: 1, count: 15))
    #expect(fixture.starts.isEmpty)
    #expect(blocks(16, period: 16) == [5])
    #expect(fixture.starts.count == 5)
  }

  @Test(
    "a chord is put off by five milliseconds at most, and not at all where periods are long",
    arguments: [(16, 240), (64, 240), (256, 240), (512, 0), (8192, 0)])
  func delay(period: Int, frames: Int) async throws {
    let begin = engine.time
    _ = try await fixture.player.play(Self.chord())
    let sound = engine.render(max(period, 1024), period: period).left
    #expect(fixture.starts.map { $0.distance(since: begin) } == Array(repeating: frames, count: 5))
    #expect(sound[..<frames].allSatisfy { $0 == 0 })
    #expect(try #require(sound[frames...].firstIndex { $0 != 0 }) - frames < 8)
  }

  @Test("one note is put off by no more than the blocks of its attack take")
  func oneNote() async throws {
    let begin = engine.time
    _ = try await fixture.hold(440)
    #expect(blocks(64, period: 16) == [1, 1, 1, 1])
    #expect(fixture.starts.map { $0.distance(since: begin) } == [48])
  }

  @Test("a chord that follows in a passage is struck ahead, and begins in its own frame")
  func following() async throws {
    let chord = Self.chord(.late(0.1))
    let begin = engine.time
    _ = try await fixture.player.play(chord)
    let most = try #require(blocks(9600, period: 16).max())
    #expect(most <= 5)
    #expect(fixture.starts.map { $0.distance(since: begin) } == Array(repeating: 4800, count: 5))
  }

  @Test("silencing many voices renders nothing more in that period", arguments: [16, 64, 256])
  func ending(period: Int) async throws {
    _ = try await fixture.player.play(Self.chord())
    engine.render(4096, period: period)
    let sounding = try #require(blocks(9600, period: period).max())
    fixture.player.stopAll()
    let ending = blocks(4096, period: period)
    #expect(fixture.ends.count == 5)
    #expect(try #require(ending.max()) <= sounding)
    // What FluidSynth keeps of them is dropped afterwards, one voice a period.
    #expect(ending.suffix(4) == [0, 0, 0, 0])
  }

  @Test(
    "the frames of a passage are exact to one another at every period, and its samples the same")
  func gap() async throws {
    let pair = Passage(
      sequence: [440, 523.25].map {
        Passage.Note(NoteRequest(Frequency(hertz: $0)), duration: NoteSpan(seconds: 0.1))
      }, gap: 0.0301)
    var sounds: [[Float]] = []
    for period in [16, 37, 48, 64, 100, 128, 250, 256, 441, 512, 1024, 1111, 8192] {
      let fixture = try PlayerFixture(leadSeconds: nil)
      let begin = fixture.engine.time
      _ = try await fixture.player.play(pair)
      let sound = fixture.engine.render(24_000, period: period, isMainThreadBusy: true).left
      fixture.engine.deliverEvents()
      let first = try #require(fixture.starts.first).distance(since: begin)
      #expect(first == (period < 512 ? min(3 * period, Self.lead) : 0))
      #expect(fixture.starts.map { $0.distance(since: begin) - first } == [0, 6245])
      #expect(fixture.ends.map { $0.distance(since: begin) - first } == [4800, 11_045])
      #expect(sound[..<first].allSatisfy { $0 == 0 })
      sounds.append(Array(sound[first...].prefix(12_000)))
    }
    for sound in sounds { #expect(sound == sounds[0]) }
  }

  // MARK: Discarded

  @Test(
    "a voice that was struck ahead is let go silently when its note is discarded",
    arguments: [16, 64, 128])
  func discarded(period: Int) async throws {
    // More often than there are voices.
    for round in 0..<8 {
      let handles = try await fixture.player.play(Self.chord())
      var errors: [AudioError?] = []
      for handle in handles { handle.onEnd = { errors.append($0) } }
      engine.render(period, period: period)
      if round.isMultiple(of: 2) {
        fixture.player.stopAll()
      } else {
        for handle in handles { handle.stop() }
      }
      #expect(engine.render(period, period: period).extent == nil)
      #expect(errors == [nil, nil, nil, nil, nil])
    }
    #expect(engine.render(4800, period: period).extent == nil)
    #expect(fixture.starts.isEmpty && fixture.ends.count == 40)
    #expect(fixture.player.room.notes.isEmpty)
    // All voices are free, and nothing of the discarded notes sounds in those that follow.
    for _ in 0..<2 { _ = try await fixture.player.play(Self.chord()) }
    _ = try await fixture.player.play(Self.chord(count: 2))
    let sound = engine.render(4800, period: period).left
    #expect(fixture.starts.count == VoiceBankView.voiceCount)
    let fresh = try PlayerFixture(leadSeconds: nil)
    for _ in 0..<2 { _ = try await fresh.player.play(Self.chord()) }
    _ = try await fresh.player.play(Self.chord(count: 2))
    #expect(fresh.engine.render(4800, period: period).left == sound)
  }

  @Test("a panic before its frame discards a note, and its sound can be disposed of")
  func panic() async throws {
    _ = try await fixture.player.play(Self.chord())
    engine.render(64)
    // Another sound comes, which the notes that wait do not have.
    try fixture.install()
    engine.render(64)
    #expect(fixture.returnedBanks == 0)
    let silence = MIDIMessage.controlChange(channel: 0, controller: 120, value: 0)
    #expect(engine.render(64, midi: [(10, silence)]).extent == nil)
    #expect(fixture.starts.isEmpty && fixture.ends.count == 5)
    #expect(fixture.returnedBanks == 1)
    #expect(engine.render(4800).extent == nil)
  }

  // MARK: Before the first frame

  @Test("a note that is put off begins where it was retuned to, or where its slider was placed")
  func changedBefore() async throws {
    let slider = PitchSlider(target: Frequency(hertz: 440))
    for isArmed in [true, false] {
      let fixture = try PlayerFixture(leadSeconds: nil)
      let handle = try await fixture.hold(440)
      fixture.engine.render(64)
      var values: [Double] = []
      handle.onSliderMove = { values.append($0) }
      if isArmed {
        try handle.arm(slider, at: 0.1)
        try handle.moveSlider(to: 0.5)
      } else {
        try handle.adjustFrequency(slider.frequency(at: 0.5))
      }
      fixture.engine.render(1024)
      #expect(fixture.starts.count == 1)
      #expect(values == (isArmed ? [0.5] : []))
      let sound = fixture.engine.render(9600).left
      let heard = PitchMeter.cents(
        sound[...], from: slider.frequency(at: 0.5).hertz, sampleRate: 48_000)
      #expect(abs(heard) < 0.001)
    }
  }
}
