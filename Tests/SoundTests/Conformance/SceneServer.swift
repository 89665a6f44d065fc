import CJack
import Foundation
import MemoryJack
import Synchronization
import TestSupport
import Testing

/// A server on which scenes are played: one in memory, or a real one.
@MainActor
enum SceneServer {
  case memory(MemoryServer, like: MemoryServer.Kind)
  case jackd2(JackServer)

  var name: String {
    switch self {
    case .memory(let server, _): server.name
    case .jackd2(let server): server.name
    }
  }

  /// What it behaves like, or is.
  var kind: MemoryServer.Kind {
    switch self {
    case .memory(_, let kind): kind
    case .jackd2: .jackd2
    }
  }

  /// Lets periods pass until a condition holds.
  func wait(for what: String, until isTrue: () -> Bool) async throws {
    switch self {
    case .memory(let server, _):
      for _ in 0..<200 {
        if isTrue() { return }
        server.step()
      }
      throw SceneFailure(description: "no \(what) within 200 periods")
    case .jackd2: try await TestSupport.wait(for: what, until: isTrue)
    }
  }

  func stop() async {
    switch self {
    case .memory(let server, _): await server.stop()
    case .jackd2(let server): await server.stop()
    }
  }

  func crash() async {
    switch self {
    case .memory(let server, _): await server.crash()
    case .jackd2(let server): await server.crash()
    }
  }
}

/// What a scene waits for does not come.
struct SceneFailure: Error, CustomStringConvertible {
  let description: String
}

/// A client of a scene, which writes down what it is told.
@MainActor
final class SceneClient {
  /// What JACK's threads use.
  nonisolated final class Memory: Sendable {
    let told = Mutex<[String]>([])

    /// Called in each period, with its frames and its first frame.
    let process = Mutex<(@Sendable (_ frames: UInt32, _ time: UInt32) -> Void)?>(nil)
    nonisolated(unsafe) let client: OpaquePointer

    init(client: OpaquePointer) { self.client = client }

    func tell(_ text: String) { told.withLock { $0.append(text) } }
  }

  nonisolated(unsafe) let handle: OpaquePointer
  let memory: Memory
  private var isOpen = true

  init(_ name: String, on server: SceneServer, isActive: Bool = true) throws {
    handle = try #require(openJackClient(name, server: server.name))
    memory = Memory(client: handle)
    Self.install(on: handle, memory)
    if isActive { try #require(jack_activate(handle) == 0) }
  }

  isolated deinit { close() }

  func close() {
    if isOpen { jack_client_close(handle) }
    isOpen = false
  }

  func activate() -> Bool { jack_activate(handle) == 0 }

  var name: String { String(cString: jack_get_client_name(handle)) }

  /// What it was told so far.
  var told: [String] { memory.told.withLock { $0 } }

  func port(
    _ name: String, _ flags: JackPortFlags, midi: Bool = false, and more: UInt32 = 0
  ) throws -> OpaquePointer {
    try #require(
      jack_port_register(
        handle, name, midi ? JACK_DEFAULT_MIDI_TYPE : JACK_DEFAULT_AUDIO_TYPE,
        UInt(flags.rawValue | more), 0))
  }

  func onPeriod(_ process: @escaping @Sendable (_ frames: UInt32, _ time: UInt32) -> Void) {
    memory.process.withLock { $0 = process }
  }

  func connect(_ source: String, _ destination: String) -> Int32 {
    jack_connect(handle, source, destination)
  }

  func disconnect(_ source: String, _ destination: String) -> Int32 {
    jack_disconnect(handle, source, destination)
  }

  func find(_ name: String) -> OpaquePointer? { jack_port_by_name(handle, name) }

  func areConnected(_ source: String, _ destination: String) -> Bool {
    find(source).map { jack_port_connected_to($0, destination) != 0 } ?? false
  }

  func ports(
    _ pattern: String? = nil, type: String? = nil, flags: JackPortFlags? = nil
  ) -> [String] {
    guard let list = jack_get_ports(handle, pattern, type, UInt(flags?.rawValue ?? 0)) else {
      return []
    }
    defer { jack_free(list) }
    var names: [String] = []
    while let name = list[names.count] { names.append(String(cString: name)) }
    return names
  }

  func latency(_ port: String, _ mode: jack_latency_callback_mode_t) -> [UInt32] {
    var range = jack_latency_range_t()
    if let port = find(port) { jack_port_get_latency_range(port, mode, &range) }
    return [range.min, range.max]
  }

  // JACK calls on its own threads, so the callbacks must not be isolated to the main actor.
  private nonisolated static func install(on client: OpaquePointer, _ memory: Memory) {
    let argument = Unmanaged.passUnretained(memory).toOpaque()
    jack_set_process_callback(
      client,
      { frames, argument in
        let memory = SceneClient.memory(argument)
        memory?.process.withLock { $0 }?(
          frames, memory.map { jack_last_frame_time($0.client) } ?? 0)
        return 0
      }, argument)
    jack_on_shutdown(client, { SceneClient.memory($0)?.tell("shutdown") }, argument)
    jack_set_xrun_callback(client, { SceneClient.tell("xrun", $0) }, argument)
    jack_set_buffer_size_callback(client, { SceneClient.tell("period \($0)", $1) }, argument)
    jack_set_sample_rate_callback(client, { SceneClient.tell("rate \($0)", $1) }, argument)
    jack_set_freewheel_callback(
      client, { SceneClient.memory($1)?.tell("freewheel \($0)") }, argument)
    jack_set_port_registration_callback(
      client, { SceneClient.memory($2)?.tell("\($1 != 0 ? "+" : "-") \($0)") }, argument)
    jack_set_port_connect_callback(
      client,
      { first, second, isOn, argument in
        SceneClient.memory(argument)?.tell("\(first) \(isOn != 0 ? ">" : "|") \(second)")
      }, argument)
    jack_set_port_rename_callback(
      client,
      { _, old, new, argument in
        guard let old, let new else { return }
        SceneClient.memory(argument)?.tell("\(String(cString: old)) = \(String(cString: new))")
      }, argument)
    jack_set_graph_order_callback(client, { SceneClient.tell("graph", $0) }, argument)
  }

  private nonisolated static func memory(_ argument: UnsafeMutableRawPointer?) -> Memory? {
    argument.map { Unmanaged<Memory>.fromOpaque($0).takeUnretainedValue() }
  }

  private nonisolated static func tell(
    _ text: String, _ argument: UnsafeMutableRawPointer?
  ) -> Int32 {
    memory(argument)?.tell(text)
    return 0
  }
}
