import Foundation
import Realtime
import TestSupport
import Testing

@testable import Sound

extension JackEngineTests {
  @Test("messages arrive in their order at the controller that is wanted, more than a period sends")
  func controllers() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    #expect(engine.controllers.isEmpty)
    await engine.connectControllers(matching: [MIDISourcePattern("lamps")])
    let listener = try await MIDIListener.open(name: "lamps", server: Self.serverName)
    var heard: [HeardMIDI] = []
    listener.onEvents = { events, _ in heard += events }
    try await listener.activate()
    try await wait(for: "the connection") { engine.controllers == ["lamps:midi_in"] }
    var looks = 0
    try await wait(for: "the first message") {
      if looks % 500 == 0 { engine.send(.program(5, channel: 2), again: false) }
      looks += 1
      return !heard.isEmpty
    }
    for key in 0..<50 { #expect(engine.send(.note(key, velocity: 1, channel: 0), again: false)) }
    try await wait(for: "all messages") { heard.last?.bytes == [0x90, 49, 1] }
    #expect(heard.first?.bytes == [0xC2, 5])
    let keys = heard.map(\.bytes).filter { $0.first == 0x90 }.map { Int($0[1]) }
    #expect(keys == Array(0..<50))
    #expect(engine.droppedMIDI == 0)
    await listener.close()
    try await wait(for: "the end of the connection") { engine.controllers.isEmpty }
    await engine.close()
    #expect(!engine.send(.program(0, channel: 0), again: true))
    await server.stop()
  }

  @Test(
    "what is sent as soon as a controller has come arrives, though the server connects it later")
  func firstMessage() async throws {
    let server = server()
    let engine = try await open()
    engine.onNews = { [weak engine] news in
      guard case .controllers(let present) = news, !present.isEmpty else { return }
      engine?.send(.program(5, channel: 2), again: true)
    }
    try await engine.activate()
    await engine.connectControllers(matching: [MIDISourcePattern("lamps")])
    let listener = try await MIDIListener.open(name: "lamps", server: Self.serverName)
    var heard: [HeardMIDI] = []
    listener.onEvents = { events, _ in heard += events }
    try await listener.activate()
    try await wait(for: "the message") { heard.last?.bytes == [0xC2, 5] }
    await listener.close()
    await engine.close()
    await server.stop()
  }

  @Test("what waits goes out before the client leaves")
  func lastMessages() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    await engine.connectControllers(matching: [MIDISourcePattern("lamps")])
    let listener = try await MIDIListener.open(name: "lamps", server: Self.serverName)
    var heard: [HeardMIDI] = []
    listener.onEvents = { events, _ in heard += events }
    try await listener.activate()
    var looks = 0
    try await wait(for: "the first message") {
      if looks % 500 == 0, !engine.controllers.isEmpty {
        engine.send(.program(5, channel: 0), again: false)
      }
      looks += 1
      return !heard.isEmpty
    }
    for key in 0..<50 { #expect(engine.send(.note(key, velocity: 0, channel: 0), again: false)) }
    await engine.sendWaitingMessages()
    await engine.close()
    try await wait(for: "the last message") { heard.last?.bytes == [0x90, 49, 0] }
    await listener.close()
    await server.stop()
  }

  @Test("what comes back to the MIDI input answers nothing, and no controller is there for it")
  func loop() async throws {
    let server = server()
    let engine = try await open()
    let player = try await player(on: engine)
    let sender = try #require(MIDISender(server: Self.serverName, destination: "peach:midi_in"))
    let peer = try #require(JackPeer("desk", server: Self.serverName))
    await engine.connectControllers(matching: [MIDISourcePattern("*")])
    #expect(!peer.areConnected("peach:midi_out", "peach:midi_in"))
    #expect(peer.connect("peach:midi_out", "peach:midi_in"))
    var bindings = ControlBindings()
    bindings.buttons.setKey(36, .higher)
    bindings.buttons.setKey(40, .lower)
    try player.bind(bindings)
    var intents: [ControlIntent] = []
    player.onIntent = { intent, _ in intents.append(intent) }
    sender.send([MIDISender.Message(frame: sender.now &+ 24_000, bytes: (0x90, 40, 90))])
    var next = ContinuousClock.now
    try await wait(for: "the key") {
      // Again and again: a server uses a new connection from a later period on.
      if ContinuousClock.now >= next {
        for velocity in [127, 0] {
          engine.send(.note(36, velocity: velocity, channel: 0), again: false)
        }
        next = .now + .milliseconds(20)
      }
      return !intents.isEmpty
    }
    #expect(intents == [.lower])
    #expect(engine.controllers.isEmpty)
    await player.silence()
    await engine.close()
    await server.stop()
  }
}
