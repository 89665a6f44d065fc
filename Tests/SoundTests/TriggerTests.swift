import Music
import Realtime
import Testing
import Training

@testable import Sound

@Suite("The trigger output")
@MainActor
struct TriggerTests {
  private static let cycle = 48

  private func note(_ hertz: Double, start: Passage.Start = .begin) -> Passage.Note {
    Passage.Note(
      NoteRequest(Frequency(hertz: hertz), at: AmplitudeDB(-12)), start: start,
      duration: NoteSpan(seconds: 0.31))
  }

  /// The frames in which a cycle begins.
  private func begins(in trigger: [Float]) -> [Int] {
    trigger.indices.filter { trigger[$0] != 0 && ($0 == 0 || trigger[$0 - 1] == 0) }
  }

  @Test("one cycle of 1 kHz begins in the very frame of each note, at every period")
  func frames() async throws {
    var renderings: [[Float]] = []
    for period in [16, 37, 64, 256, 1024, 8192] {
      let fixture = try PlayerFixture()
      _ = try await fixture.player.play(
        Passage(sequence: [note(440), note(466)], gap: 0.1234))
      let begin = fixture.engine.time
      let rendering = fixture.engine.render(48_000, period: period)
      let starts = fixture.starts.map { $0.distance(since: begin) }
      #expect(starts.count == 2 && begins(in: rendering.trigger) == starts)
      for start in starts {
        let cycle = rendering.trigger[start..<start + Self.cycle]
        #expect(cycle.prefix(Self.cycle / 2).allSatisfy { $0 > 0 && $0 <= 0.5 })
        #expect(cycle.suffix(Self.cycle / 2).allSatisfy { $0 < 0 && $0 >= -0.5 })
      }
      #expect(rendering.trigger.count { $0 != 0 } == 2 * Self.cycle)
      renderings.append(rendering.trigger)
    }
    for rendering in renderings.dropFirst() { #expect(rendering == renderings[0]) }
  }

  @Test("notes of a chord have one cycle together; one that begins within a cycle has its own")
  func close() async throws {
    let fixture = try PlayerFixture()
    let chord = [
      note(440), note(554, start: .with(0, delay: 0)), note(659, start: .with(0, delay: 0.0005)),
    ]
    _ = try await fixture.player.play(Passage(chord))
    let trigger = fixture.engine.render(4800, period: 64).trigger
    // After half a cycle the next one begins.
    #expect(trigger.count { $0 > 0 } == Self.cycle && trigger.count { $0 < 0 } == Self.cycle / 2)
    #expect(begins(in: trigger) == [0])
  }

  @Test(
    "the level changes nothing; a note that is not marked, and the end of the port, leave silence")
  func silence() async throws {
    let fixture = try PlayerFixture()
    fixture.settings.outputLevel = AmplitudeDB(-60)
    _ = try await fixture.player.play(Passage(note(440)))
    #expect(fixture.engine.render(4800).trigger.contains { $0 > 0.49 })
    let drone = Passage.Note(
      NoteRequest(Frequency(hertz: 220), at: AmplitudeDB(-12)), duration: nil, isMarked: false)
    _ = try await fixture.player.play(Passage(drone))
    #expect(fixture.engine.render(4800).trigger.allSatisfy { $0 == 0 })
    // Without a port for a while, the rest of a cycle does not come later.
    _ = try await fixture.player.play(Passage(note(440)))
    #expect(fixture.engine.render(16, period: 16).trigger.contains { $0 != 0 })
    var (left, right) = ([Float](repeating: 0, count: 16), [Float](repeating: 0, count: 16))
    fixture.engine.renderPeriod(left: &left, right: &right, frames: 16)
    #expect(fixture.engine.render(64).trigger.allSatisfy { $0 == 0 })
  }
}
