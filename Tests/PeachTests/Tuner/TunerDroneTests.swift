import Music
import TestSupport
import Testing
import Training

@testable import PeachApp

@Suite("The drone of a tuner")
@MainActor
struct TunerDroneTests {
  private let player = MockNotePlayer()
  private let drone = TunerDrone(MIDINote(57))
  private let frequency = Frequency(hertz: 220)

  private func begin(onError: @escaping (any Error) -> Void = { _ in }) {
    drone.sound(drone.note, at: frequency, on: player, onError: onError)
  }

  @Test("what is forgotten is silent, also if it has just been asked for")
  func forgotten() async throws {
    begin()
    try await wait(for: "drone") { player.handles.count == 1 }
    await settle()
    drone.forget()
    #expect(player.handles.allSatisfy { $0.isStopped } && !drone.isOn)
    begin()
    drone.forget()
    try await wait(for: "second drone") { player.handles.count == 2 }
    try await wait(for: "silence") { player.handles.allSatisfy { $0.isStopped } }
  }

  @Test("an error is told, unless nobody waits for the note any more")
  func errors() async throws {
    player.error = AudioError.engineUnavailable
    var errors = 0
    begin { _ in errors += 1 }
    try await wait(for: "error") { errors == 1 }
    begin { _ in errors += 1 }
    drone.forget()
    try await wait(for: "attempt") { player.calls.count == 2 }
    await settle()
    #expect(errors == 1)
  }

  @Test("one that waits for a client is moved, and can be called off")
  func awaited() {
    drone.await(MIDINote(50))
    #expect(drone.isWanted && drone.isAwaited && !drone.isOn && drone.note == MIDINote(50))
    drone.move(
      2,
      in: TunerScale(
        tuning: .equalTemperament, referencePitch: Frequency(hertz: 440), root: MIDINote(57)))
    drone.await(drone.note)
    #expect(drone.isWanted && drone.note == MIDINote(52))
    begin()
    #expect(drone.isOn && !drone.isAwaited)
    drone.await(nil)
    drone.forget()
    #expect(!drone.isWanted && drone.note == MIDINote(52))
  }
}
