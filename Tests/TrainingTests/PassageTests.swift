import Music
import TestSupport
import Testing

@testable import Training

@Suite("Passages")
struct PassageTests {
  private func note(
    _ seconds: Double?, _ start: Passage.Start = .begin
  ) -> Passage.Note {
    Passage.Note(
      NoteRequest(Frequency(hertz: 440)), start: start,
      duration: seconds.map { NoteSpan(seconds: $0) })
  }

  @Test(
    "a note follows another one after its length and the gap, each rounded to frames on its own",
    arguments: [44_100.0, 48_000, 96_000], [0, 0.1, 0.35, 1.0 / 3])
  func after(rate: Double, gap: Double) {
    // 0.6931 s is no whole number of frames at any of the rates.
    let passage = Passage(sequence: [note(0.6931), note(0.6931), note(nil)], gap: gap)
    let length = Int((0.6931 * rate).rounded())
    let silence = Int((gap * rate).rounded())
    let placements = passage.placements(at: rate)
    #expect(placements.map(\.start) == [0, length + silence, 2 * (length + silence)])
    #expect(placements.map(\.length) == [length, length, nil])
    #expect(passage.target == 2)
  }

  @Test("a note starts with another one, at once or so much later")
  func with() {
    let passage = Passage([
      note(2), note(nil, .with(0, delay: 0)), note(0.5, .with(0, delay: 0.025)),
      note(0.5, .with(2, delay: 0.0125)),
    ])
    #expect(passage.placements(at: 48_000).map(\.start) == [0, 0, 1200, 1800])
  }

  @Test("no time is negative, and none without an end")
  func limits() {
    let passage = Passage([
      note(1e-9), note(1, .after(0, gap: -1)), note(1, .after(0, gap: .nan)),
      note(1, .with(0, delay: .infinity)), note(1e300, .with(0, delay: -.infinity)),
    ])
    let hour = 3600 * 48_000
    let placements = passage.placements(at: 48_000)
    #expect(placements.map(\.start) == [0, 1, 1, hour, 0])
    #expect(placements.map(\.length) == [1, 48_000, 48_000, 48_000, hour])
  }
}

@Suite("Waiting for notes")
@MainActor
struct PassageEndTests {
  private let player = MockNotePlayer()
  private let pair = Passage(
    sequence: Array(
      repeating: Passage.Note(
        NoteRequest(Frequency(hertz: 440)), duration: NoteSpan(seconds: 1)), count: 2), gap: 0)

  /// Plays the pair; its end or its error is kept, and each start.
  private func playing() -> (task: Task<Void, any Error>, starts: Starts) {
    let starts = Starts()
    let task = Task { [player, pair] in
      try await player.playToEnd(pair) { starts.notes.append($0) }
    }
    return (task, starts)
  }

  @MainActor
  private final class Starts {
    var notes: [Int] = []
  }

  @Test("a passage is over when the last of its notes is")
  func end() async throws {
    let (task, starts) = playing()
    try await wait(for: "note") { player.soundingCount == 1 }
    player.endNotes()
    try await wait(for: "second note") { player.calls.count == 2 }
    #expect(starts.notes == [0, 1] && player.soundingCount == 1)
    player.endNotes()
    try await task.value
  }

  @Test("who waits no longer ends what sounds and what would follow")
  func cancellation() async throws {
    let (task, starts) = playing()
    try await wait(for: "note") { starts.notes == [0] }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(player.cancelledCount == 1 && player.soundingCount == 0)
    player.endNotes()
    #expect(player.calls.count == 1)
  }

  @Test("a note that fails ends the others")
  func failure() async throws {
    let (task, starts) = playing()
    try await wait(for: "note") { starts.notes == [0] }
    player.failNotes(.overloaded)
    await #expect(throws: AudioError.overloaded) { try await task.value }
    #expect(player.calls.count == 1)
  }
}
