import CJack
import Foundation
import MemoryJack
import Synchronization
import Testing

/// What clients can expect of a server. Each scene is played on servers in memory and on a real one; where they differ,
/// those in memory are wrong.
enum Scene: String, CaseIterable, Sendable {
  case names, ports, places, refusals, registration, connection, late, audio, midi, loop, latencies
  case machineLatencies, periods, freewheel, amnesia, renaming, properties, departure, stop, crash

  @MainActor func play(on server: SceneServer) async throws {
    switch self {
    case .names: try await names(server)
    case .ports: try await ports(server)
    case .places: try await places(server)
    case .refusals: try await refusals(server)
    case .registration: try await registration(server)
    case .connection: try await connection(server)
    case .late: try await late(server)
    case .audio: try await audio(server)
    case .midi: try await midi(server)
    case .loop: try await loop(server)
    case .latencies: try await latencies(server)
    case .machineLatencies: try await machineLatencies(server)
    case .periods: try await periods(server)
    case .freewheel: try await freewheel(server)
    case .amnesia: try await amnesia(server)
    case .renaming: try await renaming(server)
    case .properties: try await properties(server)
    case .departure: try await departure(server)
    case .stop: try await end(server, isKilled: false)
    case .crash: try await end(server, isKilled: true)
    }
  }

  /// The place of a port, which notifications name.
  private func place(_ port: OpaquePointer) -> UInt32 {
    let uuid = jack_port_uuid(port)
    return UInt32(truncatingIfNeeded: uuid &- jack_port_uuid_generate(0))
  }
}

@MainActor
extension Scene {
  private func names(_ server: SceneServer) async throws {
    let first = try SceneClient("desk", on: server)
    #expect(first.name == "desk")
    var status = jack_status_t(rawValue: 0)
    let second = try #require(jack_open("desk", server.name, false, &status))
    defer { jack_client_close(second) }
    let granted = String(cString: jack_get_client_name(second))
    #expect(granted == (server.kind == .pipeWire ? "desk" : "desk-01"))
    guard server.kind != .pipeWire else { return }
    #expect(status.rawValue == JackNameNotUnique.rawValue)
    #expect(jack_open("desk", server.name, true, &status) == nil)
    let reason = server.kind == .jackd2 ? JackServerError : JackNameNotUnique
    #expect(status.rawValue == JackFailure.rawValue | reason.rawValue)
  }

  private func ports(_ server: SceneServer) async throws {
    let client = try SceneClient("desk", on: server)
    _ = try client.port("in", JackPortIsInput)
    _ = try client.port("midi", JackPortIsOutput, midi: true, and: JackPortIsTerminal.rawValue)
    #expect(jack_port_register(client.handle, "in", JACK_DEFAULT_AUDIO_TYPE, 1, 0) == nil)
    #expect(
      client.ports() == [
        "system:capture_1", "system:capture_2", "system:playback_1", "system:playback_2", "desk:in",
        "desk:midi",
      ])
    #expect(client.ports(type: JACK_DEFAULT_MIDI_TYPE) == ["desk:midi"])
    #expect(
      client.ports(type: JACK_DEFAULT_AUDIO_TYPE, flags: JackPortIsOutput) == [
        "system:capture_1", "system:capture_2",
      ])
    #expect(
      client.ports("playback_[12]$|^desk:m") == [
        "system:playback_1", "system:playback_2", "desk:midi",
      ])
    #expect(client.ports("nothing").isEmpty)
    let midi = try #require(client.find("desk:midi"))
    #expect(jack_port_flags(midi) == Int32(JackPortIsOutput.rawValue | JackPortIsTerminal.rawValue))
    #expect(String(cString: jack_port_short_name(midi)) == "midi")
    let output = try #require(client.find("system:playback_1"))
    let device =
      JackPortIsInput.rawValue | JackPortIsPhysical.rawValue | JackPortIsTerminal.rawValue
    #expect(jack_port_flags(output) == Int32(device))
    #expect(client.find("desk:out") == nil)
  }

  private func places(_ server: SceneServer) async throws {
    let client = try SceneClient("desk", on: server)
    let first = try client.port("a", JackPortIsInput)
    let place = jack_port_uuid(first)
    #expect(jack_port_uuid(try client.port("b", JackPortIsInput)) == place + 1)
    #expect(jack_port_unregister(client.handle, first) == 0)
    #expect(client.find("desk:a") == nil)
    let isReused = jack_port_uuid(try client.port("c", JackPortIsInput)) == place
    #expect(isReused == (server.kind != .pipeWire))
  }

  private func refusals(_ server: SceneServer) async throws {
    let desk = try SceneClient("desk", on: server)
    _ = try desk.port("in", JackPortIsInput)
    _ = try desk.port("out", JackPortIsOutput)
    _ = try desk.port("midi", JackPortIsOutput, midi: true)
    let idle = try SceneClient("idle", on: server, isActive: false)
    _ = try idle.port("in", JackPortIsInput)
    #expect(desk.connect("desk:out", "idle:in") == -1)
    #expect(desk.connect("desk:out", "desk:nothing") == -1)
    #expect(desk.connect("desk:in", "desk:out") == -1)
    #expect(desk.connect("desk:midi", "desk:in") == -1)
    #expect(desk.disconnect("desk:out", "desk:in") == -1)
    #expect(desk.connect("desk:out", "system:playback_1") == 0)
    #expect(desk.connect("desk:out", "system:playback_1") == EEXIST)
    #expect(desk.disconnect("desk:out", "system:playback_1") == 0)
    #expect(desk.disconnect("desk:out", "system:playback_1") == -1)
    // Whoever asks, whosever the ports are; a client that is not active may ask, too.
    #expect(idle.connect("desk:out", "desk:in") == 0)
    #expect(jack_set_process_callback(desk.handle, { _, _ in 0 }, nil) != 0)
  }

  private func registration(_ server: SceneServer) async throws {
    let watcher = try SceneClient("watcher", on: server)
    let desk = try SceneClient("desk", on: server, isActive: false)
    #expect(desk.told == ["rate 48000"])
    #expect(watcher.told.prefix(2) == ["rate 48000", "period 64"])
    let place = place(try desk.port("in", JackPortIsInput))
    try await server.wait(for: "a graph") { watcher.told.contains("graph") }
    #expect(!watcher.told.contains("+ \(place)"), "it is announced when its client is active")
    #expect(desk.activate())
    try await server.wait(for: "the port") { watcher.told.contains("+ \(place)") }
    try await server.wait(for: "its own") { desk.told.contains("+ \(place)") }
    let later = try desk.port("later", JackPortIsInput)
    let second = self.place(later)
    try await server.wait(for: "a later port") { watcher.told.contains("+ \(second)") }
    #expect(jack_port_unregister(desk.handle, later) == 0)
    try await server.wait(for: "its departure") { watcher.told.contains("- \(second)") }
  }

  private func connection(_ server: SceneServer) async throws {
    let desk = try SceneClient("desk", on: server)
    let input = place(try desk.port("in", JackPortIsInput))
    let output = place(try desk.port("out", JackPortIsOutput))
    try await server.wait(for: "both ports") {
      desk.told.contains("+ \(output)") && desk.told.contains("graph")
    }
    /// Whether a graph was told after that.
    func isFollowed(_ told: String) -> Bool {
      desk.told.firstIndex(of: told).map { desk.told[$0...].contains("graph") } == true
    }
    #expect(desk.connect("desk:out", "desk:in") == 0)
    try await server.wait(for: "the connection") { isFollowed("\(output) > \(input)") }
    #expect(desk.areConnected("desk:out", "desk:in"), "it can be read when the graph is told")
    #expect(desk.disconnect("desk:out", "desk:in") == 0)
    try await server.wait(for: "the disconnection") { isFollowed("\(output) | \(input)") }
    #expect(!desk.areConnected("desk:out", "desk:in"))
  }

  /// A new connection is used from a later period on; that of PipeWire at once.
  private func late(_ server: SceneServer) async throws {
    let desk = try SceneClient("desk", on: server)
    _ = try desk.port("in", JackPortIsInput)
    nonisolated(unsafe) let output = try desk.port("out", JackPortIsOutput)
    #expect(jack_set_buffer_size(desk.handle, 2048) == 0)
    let (all, box) = (HeardSamples(), HeardSamples())
    desk.onPeriod { frames, time in
      guard frames == 2048 else { return }
      all.periods.withLock { $0.append((time, [])) }
      guard jack_port_connected_to(output, "desk:in") != 0 else { return }
      box.periods.withLock { $0.append((time, [])) }
    }
    try await server.wait(for: "the long period") { all.periods.withLock { !$0.isEmpty } }
    for _ in 0..<4 {
      let before = jack_last_frame_time(desk.handle)
      #expect(desk.connect("desk:out", "desk:in") == 0)
      try await server.wait(for: "the connection") { box.periods.withLock { !$0.isEmpty } }
      let first = box.periods.withLock { $0.first?.time ?? before }
      let distance = Int32(bitPattern: first &- before)
      #expect(server.kind == .pipeWire ? distance >= 0 : distance >= 2048)
      #expect(desk.disconnect("desk:out", "desk:in") == 0)
      try await server.wait(for: "the end of it") { !desk.areConnected("desk:out", "desk:in") }
      box.periods.withLock { $0 = [] }
    }
  }

  /// What two clients write reaches a third one in the same period, as a sum.
  private func audio(_ server: SceneServer) async throws {
    let sources = try ["a", "b"].map { try SceneClient($0, on: server) }
    let sink = try SceneClient("sink", on: server)
    let input = try sink.port("in", JackPortIsInput)
    for (index, source) in sources.enumerated() {
      nonisolated(unsafe) let output = try source.port("out", JackPortIsOutput)
      source.onPeriod { frames, time in
        guard let buffer = jack_port_get_buffer(output, frames) else { return }
        let samples = buffer.assumingMemoryBound(to: Float.self)
        // Exact in a Float, and different in each period.
        for frame in 0..<frames {
          samples[Int(frame)] = Float((time &+ frame) % 4096) * Float(index + 1)
        }
      }
    }
    nonisolated(unsafe) let port = input
    let box = HeardSamples()
    sink.onPeriod { frames, time in
      guard let buffer = jack_port_get_buffer(port, frames) else { return }
      let samples = UnsafeBufferPointer(
        start: buffer.assumingMemoryBound(to: Float.self), count: Int(frames))
      box.periods.withLock { $0.append((time, Array(samples))) }
    }
    func factor() -> Float? {
      box.periods.withLock { periods in
        guard let (time, samples) = periods.last, samples.count > 1 else { return nil }
        if samples.allSatisfy({ $0 == 0 }) { return 0 }
        let factor = samples.last.map { $0 / Float((time &+ UInt32(samples.count - 1)) % 4096) }
        let isExact = samples.enumerated().allSatisfy {
          $1 == Float((time &+ UInt32($0)) % 4096) * (factor ?? 0)
        }
        return isExact ? factor : nil
      }
    }
    try await server.wait(for: "silence") { factor() == 0 }
    #expect(sink.connect("a:out", "sink:in") == 0)
    try await server.wait(for: "one source") { factor() == 1 }
    #expect(sink.connect("b:out", "sink:in") == 0)
    try await server.wait(for: "the sum") { factor() == 3 }
    #expect(sink.disconnect("a:out", "sink:in") == 0)
    try await server.wait(for: "the other one") { factor() == 2 }
  }

  private func midi(_ server: SceneServer) async throws {
    let sources = try ["a", "b"].map { try SceneClient($0, on: server) }
    let sink = try SceneClient("sink", on: server)
    let input = try sink.port("in", JackPortIsInput, midi: true)
    let box = HeardBytes()
    for (index, source) in sources.enumerated() {
      nonisolated(unsafe) let output = try source.port("out", JackPortIsOutput, midi: true)
      source.onPeriod { frames, _ in
        guard let buffer = jack_port_get_buffer(output, frames) else { return }
        jack_midi_clear_buffer(buffer)
        for time in [UInt32(index) + 3, 40] {
          let bytes = [0x90, UInt8(index), UInt8(time)]
          if jack_midi_event_write(buffer, time, bytes, 3) != 0 {
            box.refused.add(1, ordering: .relaxed)
          }
        }
        // Neither before the last one nor after the period.
        if jack_midi_event_reserve(buffer, 39, 1) != nil
          || jack_midi_event_reserve(buffer, frames, 1) != nil
        {
          box.refused.add(1, ordering: .relaxed)
        }
      }
    }
    nonisolated(unsafe) let port = input
    sink.onPeriod { frames, _ in
      guard let buffer = jack_port_get_buffer(port, frames) else { return }
      var all: [[UInt8]] = []
      for index in 0..<jack_midi_get_event_count(buffer) {
        var event = jack_midi_event_t()
        guard jack_midi_event_get(&event, buffer, index) == 0, event.size == 3 else { continue }
        if UInt32(event.buffer[2]) == event.time {
          all.append([event.buffer[1], event.buffer[2]])
        }
      }
      var event = jack_midi_event_t()
      if jack_midi_event_get(&event, buffer, 99) == 0 { box.refused.add(1, ordering: .relaxed) }
      box.last.withLock { $0 = all }
    }
    #expect(sink.connect("a:out", "sink:in") == 0)
    try await server.wait(for: "one source") { box.last.withLock { $0 } == [[0, 3], [0, 40]] }
    #expect(sink.connect("b:out", "sink:in") == 0)
    try await server.wait(for: "both") {
      box.last.withLock { $0 } == [[0, 3], [1, 4], [0, 40], [1, 40]]
    }
    #expect(box.refused.load(ordering: .relaxed) == 0)
  }

  /// What a client sends to itself comes a period later.
  private func loop(_ server: SceneServer) async throws {
    let desk = try SceneClient("desk", on: server)
    nonisolated(unsafe) let input = try desk.port("in", JackPortIsInput)
    nonisolated(unsafe) let output = try desk.port("out", JackPortIsOutput)
    let box = HeardSamples()
    desk.onPeriod { frames, time in
      guard let from = jack_port_get_buffer(input, frames),
        let to = jack_port_get_buffer(output, frames)
      else { return }
      let heard = from.assumingMemoryBound(to: Float.self)[0]
      box.periods.withLock { $0.append((time, [heard])) }
      to.assumingMemoryBound(to: Float.self)[0] = Float(time % 65_536)
    }
    #expect(desk.connect("desk:out", "desk:in") == 0)
    let period = jack_get_buffer_size(desk.handle)
    try await server.wait(for: "the former period") {
      box.periods.withLock { $0.last }.map { $0.samples[0] == Float(($0.time &- period) % 65_536) }
        == true
    }
  }

  /// Latencies go through clients; one without a callback adds nothing.
  private func latencies(_ server: SceneServer) async throws {
    let keys = try SceneClient("keys", on: server, isActive: false)
    let through = try SceneClient("through", on: server)
    let box = LatentPort(try keys.port("out", JackPortIsOutput))
    box.install(on: keys.handle)
    _ = try through.port("in", JackPortIsInput)
    _ = try through.port("out", JackPortIsOutput)
    #expect(keys.activate())
    #expect(through.connect("keys:out", "through:in") == 0)
    #expect(through.connect("through:out", "system:playback_1") == 0)
    try await server.wait(for: "the age of the sound") {
      through.latency("through:out", JackCaptureLatency) == [100, 120]
    }
    let playback = through.latency("system:playback_1", JackPlaybackLatency)
    try await server.wait(for: "the way that is left") {
      through.latency("keys:out", JackPlaybackLatency) == playback
    }
    box.capture.store(7, ordering: .relaxed)
    #expect(jack_recompute_total_latencies(keys.handle) == 0)
    try await server.wait(for: "the new age") {
      through.latency("through:in", JackCaptureLatency) == [7, 27]
    }
    #expect(through.disconnect("keys:out", "through:in") == 0)
    try await server.wait(for: "no age") {
      through.latency("through:out", JackCaptureLatency) == [0, 0]
    }
    keys.close()
  }

  private func machineLatencies(_ server: SceneServer) async throws {
    let desk = try SceneClient("desk", on: server)
    for period: UInt32 in [64, 256] {
      #expect(jack_set_buffer_size(desk.handle, period) == 0)
      try await server.wait(for: "the latencies") {
        desk.latency("system:capture_1", JackCaptureLatency) == [period, period]
          && desk.latency("system:playback_1", JackPlaybackLatency) == [period, period]
      }
    }
  }

  /// A client hears of another period before it gets one.
  private func periods(_ server: SceneServer) async throws {
    let desk = try SceneClient("desk", on: server)
    let box = HeardSamples()
    let memory = desk.memory
    desk.onPeriod { frames, time in
      let told = memory.told.withLock { $0 }
      let last = told.last { $0.hasPrefix("period") } ?? "none"
      box.periods.withLock {
        $0.append((time, [Float(frames), last == "period \(frames)" ? 1 : 0]))
      }
    }
    for period: UInt32 in [128, 16, 8192, 64] {
      #expect(jack_set_buffer_size(desk.handle, period) == 0)
      #expect(jack_get_buffer_size(desk.handle) == period)
      try await server.wait(for: "the period") {
        box.periods.withLock { $0.last }?.samples[0] == Float(period)
      }
    }
    let isInOrder = box.periods.withLock { $0.allSatisfy { $0.samples[1] == 1 } }
    #expect(isInOrder)
    #expect(jack_set_buffer_size(desk.handle, 64) == 0)
    // The first one comes with the activation.
    #expect(
      desk.told.filter { $0.hasPrefix("period") }
        == ["period 64", "period 128", "period 16", "period 8192", "period 64"])
  }

  private func freewheel(_ server: SceneServer) async throws {
    let desk = try SceneClient("desk", on: server)
    _ = try desk.port("out", JackPortIsOutput)
    #expect(desk.connect("desk:out", "system:playback_1") == 0)
    try await server.wait(for: "the connection") {
      desk.areConnected("desk:out", "system:playback_1")
    }
    #expect(jack_set_freewheel(desk.handle, 1) == 0)
    try await server.wait(for: "the beginning") { desk.told.contains("freewheel 1") }
    if server.kind == .jackd2 {
      try await server.wait(for: "no machine") {
        !desk.areConnected("desk:out", "system:playback_1")
      }
    }
    #expect(jack_set_freewheel(desk.handle, 1) != 0)
    #expect(jack_set_freewheel(desk.handle, 0) == 0)
    try await server.wait(for: "the end") { desk.told.contains("freewheel 0") }
    try await server.wait(for: "the connection again") {
      desk.areConnected("desk:out", "system:playback_1")
    }
    #expect(jack_set_freewheel(desk.handle, 0) != 0)
    // Nobody is told of the machine's absence.
    #expect(!desk.told.contains { $0.contains("|") })
  }

  /// jackd 1.9 forgets the clients and ports that come while it freewheels.
  private func amnesia(_ server: SceneServer) async throws {
    let desk = try SceneClient("desk", on: server)
    _ = try desk.port("out", JackPortIsOutput)
    #expect(jack_set_freewheel(desk.handle, 1) == 0)
    try await server.wait(for: "the beginning") { desk.told.contains("freewheel 1") }
    let ghost = try SceneClient("ghost", on: server)
    let calls = HeardSamples()
    ghost.onPeriod { _, time in calls.periods.withLock { $0.append((time, [])) } }
    let port = try ghost.port("in", JackPortIsInput)
    try await server.wait(for: "its calls") { calls.periods.withLock { !$0.isEmpty } }
    #expect(jack_set_freewheel(desk.handle, 0) == 0)
    try await server.wait(for: "the end") { desk.told.contains("freewheel 0") }
    guard server.kind == .jackd2 else { return }
    // It is called no more, its port stays, and nobody is told that it goes.
    let told = try SceneClient("later", on: server)
    try await server.wait(for: "a graph") { told.told.contains("graph") }
    let before = calls.periods.withLock { $0.count }
    #expect(jack_set_buffer_size(desk.handle, 128) == 0)
    try await server.wait(for: "more periods") { desk.told.contains("period 128") }
    #expect(calls.periods.withLock { $0.count } <= before + 1)
    #expect(desk.find("ghost:in") != nil)
    let place = place(port)
    #expect(jack_port_unregister(ghost.handle, port) == -1)
    #expect(desk.find("ghost:in") == nil, "it goes all the same")
    #expect(!desk.told.contains("- \(place)"))
    ghost.close()
    #expect(desk.find("ghost:in") == nil)
  }

  private func renaming(_ server: SceneServer) async throws {
    let desk = try SceneClient("desk", on: server)
    let port = try desk.port("in", JackPortIsInput)
    let uuid = jack_port_uuid(port)
    #expect(jack_port_rename(desk.handle, port, "line") == 0)
    #expect(desk.ports("desk") == ["desk:line"])
    #expect(desk.find("desk:in") == nil)
    let renamed = try #require(desk.find("desk:line"))
    #expect(jack_port_uuid(renamed) == uuid)
    try await server.wait(for: "the notification") { desk.told.contains("desk:in = desk:line") }
  }

  private func properties(_ server: SceneServer) async throws {
    let desk = try SceneClient("desk", on: server)
    let subject = jack_port_uuid(try desk.port("in", JackPortIsInput))
    // A server of another program may have left some.
    jack_remove_properties(desk.handle, subject)
    func value(_ key: String) -> String? {
      var value: UnsafeMutablePointer<CChar>?
      var type: UnsafeMutablePointer<CChar>?
      guard jack_get_property(subject, key, &value, &type) == 0, let value else { return nil }
      defer {
        jack_free(value)
        if let type { jack_free(type) }
      }
      return String(cString: value)
    }
    #expect(value("a") == nil)
    #expect(jack_set_property(desk.handle, subject, "a", "1", "text/plain") == 0)
    #expect(jack_set_property(desk.handle, subject, "b", "2", nil) == 0)
    #expect(jack_set_property(desk.handle, subject, "a", "3", nil) == 0)
    #expect(value("a") == "3" && value("b") == "2")
    #expect(jack_remove_properties(desk.handle, subject) >= 0)
    #expect(value("a") == nil && value("b") == nil)
    let name = try #require(jack_get_uuid_for_client_name(desk.handle, "desk"))
    var uuid = jack_uuid_t()
    #expect(jack_uuid_parse(name, &uuid) == 0)
    jack_free(name)
    #expect(jack_get_uuid_for_client_name(desk.handle, "nobody") == nil)
  }

  /// A client that closes takes its ports and connections along.
  private func departure(_ server: SceneServer) async throws {
    let watcher = try SceneClient("watcher", on: server)
    let source = place(try watcher.port("out", JackPortIsOutput))
    let desk = try SceneClient("desk", on: server)
    let place = place(try desk.port("in", JackPortIsInput))
    #expect(watcher.connect("watcher:out", "desk:in") == 0)
    try await server.wait(for: "the connection") { watcher.areConnected("watcher:out", "desk:in") }
    desk.close()
    #expect(watcher.find("desk:in") == nil)
    try await server.wait(for: "the news") { watcher.told.contains("- \(place)") }
    let told = watcher.told
    let first = try #require(told.firstIndex(of: "\(source) | \(place)"))
    #expect(told[first...].contains("- \(place)"))
    let port = try #require(watcher.find("watcher:out"))
    try await server.wait(for: "no connection") { jack_port_get_connections(port) == nil }
  }

  private func end(_ server: SceneServer, isKilled: Bool) async throws {
    let desk = try SceneClient("desk", on: server)
    _ = try desk.port("out", JackPortIsOutput)
    let idle = try SceneClient("idle", on: server, isActive: false)
    if isKilled { await server.crash() } else { await server.stop() }
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline,
      !(desk.told.contains("shutdown") && idle.told.contains("shutdown"))
    {
      await Task.yield()
    }
    #expect(desk.told.filter { $0 == "shutdown" }.count == 1)
    #expect(idle.told.filter { $0 == "shutdown" }.count == 1)
    #expect(desk.connect("desk:out", "desk:in") == -1)
    #expect(desk.name == "desk")
    #expect(desk.find("desk:out") != nil)
    var status = jack_status_t(rawValue: 0)
    guard case .memory = server else { return }
    MemoryServer.declareAbsent(server.name)
    #expect(jack_open("late", server.name, false, &status) == nil)
    #expect(status.rawValue == JackFailure.rawValue | JackServerFailed.rawValue)
  }
}

/// What a callback has heard.
private final class HeardSamples: Sendable {
  let periods = Mutex<[(time: UInt32, samples: [Float])]>([])
}

private final class HeardBytes: Sendable {
  let last = Mutex<[[UInt8]]>([])
  let refused = Atomic<Int>(0)
}

/// A port whose sound is already old when it comes.
private final class LatentPort: Sendable {
  private nonisolated(unsafe) let port: OpaquePointer
  let capture = Atomic<UInt32>(100)

  init(_ port: OpaquePointer) { self.port = port }

  func install(on client: OpaquePointer) {
    jack_set_latency_callback(
      client,
      { mode, argument in
        guard let argument, mode.rawValue == JackCaptureLatency.rawValue else { return }
        let box = Unmanaged<LatentPort>.fromOpaque(argument).takeUnretainedValue()
        let frames = box.capture.load(ordering: .relaxed)
        var range = jack_latency_range_t(min: frames, max: frames + 20)
        jack_port_set_latency_range(box.port, mode, &range)
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
