import Dispatch
import Music
import Realtime
import TestSupport
import Testing
import Training

@testable import Sound

@Suite("The sound of a trial")
@MainActor
struct SoundOfTrialTests {
  @Test("notes that are asked for at once, such as a drone and a trial, begin with one new sound")
  func together() async throws {
    let queue = LoadingQueue()
    let fixture = try PlayerFixture(queue: queue)
    fixture.player.prepareForTrial()
    try await fixture.hold(440).stop()
    fixture.engine.render(4800)
    let busy = DispatchSemaphore(value: 0)
    queue.perform { busy.wait() }
    fixture.settings.soundSource = BuiltInSound.triangle.source
    fixture.player.prepareForTrial()
    let notes = [220.0, 440, 660].map { hertz in Task { _ = try await fixture.hold(hertz) } }
    _ = await fixture.settle { false }
    #expect(!fixture.engine.hasCommands)
    busy.signal()
    for note in notes { try await note.value }
    #expect(fixture.player.soundingSource == BuiltInSound.triangle.source)
    // The voices, and the notes.
    #expect(fixture.engine.commandCount == 4)
    fixture.engine.render(640)
    #expect(fixture.starts.count == 4 && fixture.returnedBanks == 1)
  }

  @Test("a sound that was only listened to is no longer named once it is not wanted any more")
  func audition() async throws {
    let fixture = try PlayerFixture()
    #expect(fixture.player.soundingSource == .default)
    fixture.settings.soundSource = BuiltInSound.triangle.source
    #expect(fixture.player.soundingSource == BuiltInSound.triangle.source)
    try await fixture.hold(440).stop()
    fixture.engine.render(9600)
    fixture.settings.soundSource = .default
    #expect(fixture.player.soundingSource == .default, "the next note has it")
    try await fixture.hold(440).stop()
    #expect(fixture.player.soundingSource == .default)
  }

  @Test("a note that waits keeps the sound for which it was prepared, whatever sounds by then")
  func waiting() async throws {
    /// What the second note gives if another sound begins before it, or none does.
    func secondNote(afterAnotherSound: Bool) async throws -> [Float] {
      let fixture = try PlayerFixture()
      try await fixture.hold(440).stop()
      fixture.engine.render(9600)
      let notes = [440.0, 660].map {
        Passage.Note(NoteRequest(Frequency(hertz: $0)), duration: NoteSpan(seconds: 0.2))
      }
      _ = try await fixture.player.play(Passage(sequence: notes, gap: 0.3))
      fixture.engine.render(9600)
      if afterAnotherSound {
        fixture.settings.soundSource = BuiltInSound.triangle.source
        try await fixture.hold(220, at: -60).stop()
        #expect(fixture.player.soundingSource == BuiltInSound.triangle.source)
      }
      // The old voices are silent, and stay for the second note.
      fixture.engine.render(9600)
      #expect(fixture.returnedBanks == 0)
      let sound = fixture.engine.render(24_000).left
      #expect(fixture.returnedBanks == (afterAnotherSound ? 1 : 0))
      return sound
    }
    let plain = try await secondNote(afterAnotherSound: false)
    let kept = try await secondNote(afterAnotherSound: true)
    let isSame = plain == kept
    #expect(isSame)
    #expect(plain.contains { $0 != 0 })
  }
}
