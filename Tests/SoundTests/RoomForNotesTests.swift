import Music
import Realtime
import TestSupport
import Testing
import Training

@testable import Sound

@Suite("Room for notes")
@MainActor
struct RoomForNotesTests {
  private let chord = Self.chord(.begin)

  /// - Parameter start: that of all notes but the first.
  private static func chord(_ start: Passage.Start) -> Passage {
    Passage(
      [220.0, 275, 330, 440, 550].enumerated().map { index, hertz in
        Passage.Note(
          NoteRequest(Frequency(hertz: hertz)), start: index == 0 ? .begin : start,
          duration: NoteSpan(seconds: 2))
      })
  }

  @Test(
    "a chord that is replaced again and again before it has faded out waits for voices: none is refused",
    arguments: [16, 1024, 8192], [Passage.Start.begin, .with(0, delay: 0)])
  func flood(period: Int, start: Passage.Start) async throws {
    let chord = Self.chord(start)
    let fixture = try PlayerFixture()
    var last: Task<Void, any Error>?
    var begun = 0
    for round in 0..<12 {
      last?.cancel()
      fixture.player.stopAll()
      last = Task {
        _ = try await fixture.player.play(chord)
        begun += 1
      }
      _ = await fixture.settle { begun == round + 1 }
    }
    // The callback has to see the first one before another follows.
    #expect(begun == 1)
    let before = begun
    fixture.engine.render(max(4800, period), period: period)
    #expect(await fixture.settle { begun == before + 1 })
    try await last?.value
    fixture.engine.render(max(4800, period), period: period)
    #expect(fixture.refusedCount == 0)
    // Only the last one sounds, and all of it.
    #expect(fixture.starts.count - fixture.ends.count == 5)
    #expect(fixture.player.room.notes.count == 5)
    #expect(fixture.engine.render(4800).peak > 0)
  }

  @Test("voices that are replaced again and again before they begin wait, too: none is refused")
  func unbegun() async throws {
    let fixture = try PlayerFixture()
    let late = Passage(
      chord.notes.map {
        Passage.Note($0.request, start: .late(Voicing.droneSilence), duration: $0.duration)
      })
    var last: Task<Void, any Error>?
    var begun = 0
    for round in 0..<12 {
      last?.cancel()
      fixture.player.stopAll()
      last = Task {
        _ = try await fixture.player.play(late)
        begun += 1
      }
      _ = await fixture.settle { begun == round + 1 }
    }
    #expect((1...6).contains(begun))
    fixture.engine.render(4800)
    try await last?.value
    #expect(fixture.player.room.notes.count == 5)
    fixture.engine.render(24_000)
    #expect(fixture.starts.count == 5 && fixture.refusedCount == 0)
  }

  @Test("there is room while there are voices, or if no note fades out")
  func room() {
    let room = VoiceAllocator()
    let placements = chord.placements(at: 48_000)
    for id in UInt32(0)..<10 {
      let index = Int(id) % chord.notes.count
      let note = chord.notes[index]
      room.notes[NoteID(id)] = NoteInProgress(
        note, at: placements[index], plan: PitchPlan(note.request.frequency))
      room.notes[NoteID(id)]?.reports.started(at: SoundTime(frame: 0, rate: 48_000))
    }
    #expect(room.hasRoom(for: chord, at: 48_000))
    for id in UInt32(0)..<5 { room.notes[NoteID(id)]?.isSilenced = true }
    #expect(!room.hasRoom(for: chord, at: 48_000))
    for id in UInt32(0)..<3 { room.notes[NoteID(id)] = nil }
    #expect(room.hasRoom(for: chord, at: 48_000))
  }

  @Test("who waits for voices is not kept waiting when there is no server any more")
  func engineGone() async throws {
    let fixture = try PlayerFixture()
    for _ in 0..<2 {
      _ = try await fixture.player.play(chord)
      fixture.engine.render(64)
      fixture.player.stopAll()
    }
    var errors: [AudioError?] = []
    let waiting = Task {
      do {
        _ = try await fixture.player.play(chord)
      } catch {
        errors.append(error as? AudioError)
      }
    }
    _ = await fixture.settle { false }
    #expect(errors.isEmpty)
    fixture.engine.isRunning = false
    fixture.player.engineEnded()
    await waiting.value
    #expect(errors == [.engineUnavailable])
  }
}

extension PlayerFixture {
  /// How many notes found no voice.
  fileprivate var refusedCount: Int {
    events.count { if case .refused = $0.kind { true } else { false } }
  }
}
