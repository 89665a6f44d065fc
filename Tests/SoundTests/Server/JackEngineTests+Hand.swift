import Foundation
import Music
import Realtime
import TestSupport
import Testing
import Training

@testable import Sound

extension JackEngineTests {
  /// What was heard while a knob was turned.
  private struct TurnedNote {
    let sound: [Float]
    /// The frame of the first sample, by the server.
    let origin: UInt32
    let turns: [(frame: UInt32, position: Int)]
    let moves: Int
    let lateMessages: Int

    /// How far it is from the ideal note with the knob's bends in the frames of their messages, in
    /// decibels.
    var residual: Double {
      get throws {
        let first = try #require(sound.firstIndex { $0 != 0 })
        var tone = IdealTone(
          sampleRate: 48_000, hertz: 440, start: first - 5000, stop: sound.count + 5000)
        tone.bends = turns.dropFirst().map {
          (Int($0.frame &- origin), Double($0.position - 64) / 127 * 200)
        }
        try #require(tone.bends.allSatisfy { $0.frame < sound.count })
        let steady = first + 1500..<Int(turns[1].frame &- origin)
        let ideal = tone.samples(like: sound, fitting: steady)
        let level = sound.rootMeanSquare(in: steady)
        // From the end of the fade-in on: where that begins is the main thread's affair.
        return Array(sound[steady.lowerBound...])
          .residual(from: Array(ideal[steady.lowerBound...]), relativeTo: level)
      }
    }
  }

  private func turnedNote(period: Int) async throws -> TurnedNote {
    let server = server(period: period)
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

    // The first message says where the knob stands; the others turn it, at odd places in their
    // periods.
    let base = sender.now &+ 12_000
    var turns: [(frame: UInt32, position: Int)] = [(base, 64)]
    for index in 1...60 {
      turns.append((base &+ UInt32(6000 + index * 487), (64 + index * 37) % 128))
    }
    sender.send(
      turns.map { MIDISender.Message(frame: $0.frame, bytes: (0xB0, 1, UInt8($0.position))) })
    await sender.finish()
    let sound = await recorder.finish()
    handle.stop()
    await player.silence()
    await engine.close()
    await server.stop()
    return TurnedNote(
      sound: sound, origin: recorder.firstFrame, turns: turns, moves: moves,
      lateMessages: sender.lateMessages)
  }

  @Test(
    "a knob at the MIDI port moves the note in the very frame of its message",
    arguments: [16, 64, 256])
  func knob(period: Int) async throws {
    let note = try await turnedNote(period: period)
    #expect(note.moves > 0 && note.lateMessages == 0)
    #expect(try note.residual < -105)
  }

  @Test(
    "MIDI that is sent the moment its connection is reported arrives", arguments: [64, 1024])
  func carryingConnection(period: Int) async throws {
    let server = server(period: period)
    for isLate in [false, true, false, true] {
      let listener = try await MIDIListener.open(name: "monitor", server: Self.serverName)
      var heard: [HeardMIDI] = []
      listener.onEvents = { events, _ in heard += events }
      try await listener.activate()
      let connected = Inbox<String>("connected sources")
      listener.onConnected = { connected.put($0) }
      let pattern = MIDISourcePattern("controller")
      var sender: MIDISender?
      if isLate {
        #expect(await listener.connectSources(matching: [pattern]).isEmpty)
        sender = try #require(MIDISender(server: Self.serverName, destination: nil))
        #expect(await connected.next() == "controller:out")
      } else {
        sender = try #require(MIDISender(server: Self.serverName, destination: nil))
        #expect(await listener.connectSources(matching: [pattern]) == ["controller:out"])
      }
      if let sender {
        // Behind its time: it goes out in the very next period.
        sender.send([MIDISender.Message(frame: sender.now, bytes: (0xB0, 1, 42))])
        await sender.finish()
      }
      try await wait(for: "the message, late: \(isLate)") { heard.count == 1 }
      sender = nil
      await listener.close()
    }
    await server.stop()
  }

  @Test("a wheel of a controller that is disconnected no longer moves the note")
  func disconnectedWheel() async throws {
    let server = server()
    let engine = try await open()
    let player = try await player(on: engine)
    let sender = try #require(MIDISender(server: Self.serverName, destination: "peach:midi_in"))
    let peer = try #require(JackPeer("desk", server: Self.serverName))
    var bindings = ControlBindings()
    bindings.slider.wheelTimeout = 0
    try player.bind(bindings)
    let handle = try await player.play(
      frequency: Frequency(hertz: 440), velocity: .training, amplitudeDB: AmplitudeDB(0))
    let slider = PitchSlider(target: Frequency(hertz: 440))
    try handle.arm(slider, at: 0)
    var moves = 0
    handle.onSliderMove = { _ in moves += 1 }
    // A quarter of the way: 6 cents a second.
    sender.send([MIDISender.Message(frame: sender.now &+ 9600, bytes: (0xE0, 0, 0x50))])
    try await wait(for: "the wheel") { moves > 10 }
    #expect(peer.disconnect("controller:out", "peach:midi_in"))
    func pass() async throws {
      try await player.play(
        frequency: Frequency(hertz: 880), duration: NoteDuration(seconds: 0.3),
        velocity: .training, amplitudeDB: AmplitudeDB(-90))
    }
    try await wait(for: "the disconnection") {
      engine.client.signals.pointee.midiDisconnections.load(ordering: .relaxed) == 1
    }
    try await pass()
    let movesBefore = moves
    try await pass()
    #expect(moves == movesBefore)
    handle.stop()
    await player.silence()
    await engine.close()
    await server.stop()
  }
}
