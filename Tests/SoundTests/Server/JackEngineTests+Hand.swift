import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Sound

extension JackEngineTests {
  @Test(
    "a knob at the MIDI port moves the note in the very frame of its message",
    arguments: [16, 64, 256])
  func knob(period: Int) async throws {
    let server = try await server(period: period)
    let engine = try await open()
    let player = try await player(on: engine)
    let sender = try #require(
      MIDISender(server: Self.serverName, destination: "peach:midi_in"))
    let recorder = try #require(
      Recorder(server: Self.serverName, source: "peach:out_1", frames: 60_000))
    let handle = try await player.play(
      frequency: Frequency(hertz: 440), velocity: .training, amplitudeDB: AmplitudeDB(0))
    try handle.arm(PitchSlider(target: Frequency(hertz: 440)), at: 0)
    var moves = 0
    handle.onSliderMove = { _ in moves += 1 }

    // The first message says where the knob stands; the others turn it, at odd places in their periods.
    let base = sender.now &+ 12_000
    var turns: [(frame: UInt32, position: Int)] = [(base, 64)]
    for index in 1...60 {
      turns.append((base &+ UInt32(6000 + index * 487), (64 + index * 37) % 128))
    }
    sender.send(
      turns.map { MIDISender.Message(frame: $0.frame, bytes: (0xB0, 1, UInt8($0.position))) })
    await sender.finish()
    let sound = await recorder.finish()
    #expect(sender.lateMessages == 0)
    handle.stop()
    await player.silence()
    await engine.close()
    await server.stop()

    let first = try #require(sound.firstIndex { $0 != 0 })
    let origin = recorder.firstFrame
    var tone = IdealTone(
      sampleRate: 48_000, hertz: 440, start: first - 5000, stop: sound.count + 5000)
    tone.bends = turns.dropFirst().map {
      (Int($0.frame &- origin), Double($0.position - 64) / 127 * 200)
    }
    let steady = first + 1500..<Int(turns[1].frame &- origin)
    let ideal = tone.samples(like: sound, fitting: steady)
    let level = sound.rootMeanSquare(in: steady)
    // From the end of the fade-in on: where that begins is the main thread's affair.
    let compared = Array(sound[steady.lowerBound...])
    let expected = Array(ideal[steady.lowerBound...])
    #expect(tone.bends.allSatisfy { $0.frame < sound.count })
    #expect(compared.residual(from: expected, relativeTo: level) < -105)
    #expect(moves > 0)
  }
}
