import CJack
import Music
import TestSupport
import Testing
import Training

@testable import Sound

extension JackEngineTests {
  @Test("latencies go through Peach in both directions, with the delay of a glide")
  func latencies() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    let device = try #require(
      LatentDevice("device", server: Self.serverName, capture: 100...120, playback: 300...310))
    let box = try #require(
      LatentDevice("box", server: Self.serverName, capture: 0...0, playback: 290...290))
    #expect(device.connect("device:midi", "peach:midi_in"))
    try await wait(for: "the outputs' capture latency") {
      ["out_1", "out_2"].allSatisfy {
        device.latency(JackCaptureLatency, of: "peach:\($0)") == 123...143
      }
    }
    // An output without a connection does not count.
    #expect(device.connect("peach:out_1", "device:in"))
    try await wait(for: "the input's playback latency") {
      device.latency(JackPlaybackLatency, of: "peach:midi_in") == 323...333
    }
    #expect(await engine.askForOutputs() != nil)
    #expect(engine.latencyFrames == 310)
    #expect(box.connect("peach:out_2", "box:in"))
    try await wait(for: "both") {
      device.latency(JackPlaybackLatency, of: "peach:midi_in") == 313...333
    }
    #expect(box.disconnect("peach:out_1", "device:in"))
    try await wait(for: "the shorter way") {
      device.latency(JackPlaybackLatency, of: "peach:midi_in") == 313...313
        && engine.latencyFrames == 290
    }
    #expect(box.disconnect("peach:out_2", "box:in"))
    #expect(device.disconnect("device:midi", "peach:midi_in"))
    try await wait(for: "no latency but Peach's own") {
      device.latency(JackPlaybackLatency, of: "peach:midi_in") == 23...23
        && device.latency(JackCaptureLatency, of: "peach:out_2") == 23...23
        && engine.latencyFrames == 0
    }
    await engine.close()
    await server.stop()
  }

  @Test("a latency that changes without a connection, as with another period, is asked for again")
  func changes() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    let device = try #require(
      LatentDevice("device", server: Self.serverName, capture: 0...0, playback: 310...310))
    #expect(device.connect("peach:out_1", "device:in"))
    try await wait(for: "the latency of the device") { engine.latencyFrames == 310 }
    device.change(playback: 1500...1500)
    try await wait(for: "its new latency") { engine.latencyFrames == 1500 }
    await engine.close()
    await server.stop()
  }

  @Test("every port is the end of its way, and none belongs to a device")
  func flags() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    let device = try #require(
      LatentDevice("device", server: Self.serverName, capture: 0...0, playback: 0...0))
    let ends = Int32(JackPortIsTerminal.rawValue | JackPortIsPhysical.rawValue)
    for port in engine.description.audioPorts + [engine.description.midiPort] {
      #expect(device.flags(of: port) & ends == Int32(JackPortIsTerminal.rawValue))
    }
    await engine.close()
    await server.stop()
  }
}
