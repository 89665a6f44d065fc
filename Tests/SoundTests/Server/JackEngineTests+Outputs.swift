import CJack
import Foundation
import Music
import SoundFonts
import TestSupport
import Testing
import Training

@testable import Sound

extension JackEngineTests {
  private func open(connecting target: PortTarget) async throws -> (JackEngine, [String]) {
    let engine = try await open()
    try await engine.activate()
    let made = await engine.connectOutputs(PortRule(.outputs, target))
    return (engine, made.map { "\($0.port)>\($0.peer)" })
  }

  private func matching(_ text: String) throws -> PortTarget {
    .matching(try #require(PortPattern(text)))
  }

  @Test(
    "on a machine with no, one, two or eight outputs",
    arguments: [
      (0, []), (1, ["out_1>system:playback_1"]),
      (2, ["out_1>system:playback_1", "out_2>system:playback_2"]),
      (8, ["out_1>system:playback_1", "out_2>system:playback_2"]),
    ])
  func physicalOutputs(count: Int, expected: [String]) async throws {
    let server = server(outputs: count)
    // A server that has just come up may connect them a moment later.
    let (engine, made) = try await open(connecting: .physical)
    #expect(made.isEmpty || made == expected)
    try await wait(for: "the connections") {
      engine.connections.all.map { "\($0.port)>\($0.peer)" } == expected
    }
    await engine.close()
    await server.stop()
  }

  @Test("a program that was faster and listens to an output keeps it from no device")
  func tappedOutput() async throws {
    let server = server(outputs: 2)
    let meter = try #require(JackPeer("meter", server: Self.serverName))
    let engine = try await open()
    try await engine.activate()
    #expect(meter.connect("peach:out_1", "meter:in"))
    try await wait(for: "the outputs of the server") {
      meter.knows("system:playback_2") && meter.areConnected("peach:out_1", "meter:in")
    }
    _ = await engine.connectOutputs(PortRule(.outputs, .physical))
    try await wait(for: "the connections") {
      engine.connections.all.map(\.peer) == ["meter:in"] + Self.former
    }
    await engine.close()
    await server.stop()
  }

  private static let former = ["system:playback_1", "system:playback_2"]
  private static let others = ["system:playback_3", "system:playback_4"]

  /// An engine whose outputs are connected with the first inputs of the machine.
  private func openOnFirst() async throws -> JackEngine {
    let (engine, _) = try await open(connecting: .physical)
    try await wait(for: "the first connections") {
      engine.connections.all.map(\.peer) == Self.former
    }
    return engine
  }

  @Test(
    "the outputs move to other inputs to try them, and return to the former ones; or move for good")
  func moving() async throws {
    let server = server(outputs: 4)
    let engine = try await openOnFirst()
    func peers() -> [String] { engine.connections.all.map(\.peer) }
    let watch = PortRule(.outputs, try matching("^system:(playback_3|playback_4)$"))
    let destinations = try #require(await engine.audioPorts(for: .outputs))
    #expect(destinations.map(\.name) == Self.former + Self.others)
    for _ in 0..<2 {
      #expect(await engine.tryConnecting(watch).map(\.peer) == Self.others)
      try await wait(for: "the try") {
        await engine.askForOutputs()?.map(\.peer) == Self.others
      }
      #expect(peers() == Self.former && engine.outputRule.target == .physical)
    }
    await engine.endTrying()
    try await wait(for: "the return") {
      await engine.askForOutputs()?.map(\.peer) == Self.former
        && !engine.outputRule.isInDoubt && !engine.connections.isInDoubt
    }
    #expect(peers() == Self.former)
    #expect(engine.outputRule.target == .physical && engine.outputRule.holdsAny)

    _ = await engine.move(to: watch)
    try await wait(for: "the move") { peers() == Self.others }
    await engine.endTrying()
    #expect(await engine.askForOutputs()?.map(\.peer) == Self.others)
    #expect(engine.outputRule.target == watch.target)
    await engine.close()
    await server.stop()
  }

  /// In long periods the server does not show yet what was tried when it is to be undone.
  @Test("who patches keeps what was connected before anything was tried", arguments: [64, 4096])
  func leavingOutputs(period: Int) async throws {
    let server = server(period: period, outputs: 4)
    let engine = try await openOnFirst()
    _ = await engine.tryConnecting(
      PortRule(.outputs, try matching("^system:(playback_3|playback_4)$")))
    await engine.leave(.outputs)
    try await wait(for: "the return") {
      await engine.askForOutputs()?.map(\.peer) == Self.former
    }
    #expect(engine.outputRule.target == .nothing)
    await engine.close()
    await server.stop()
  }

  @Test("what is tried when a client ends is not what the next one gets")
  func endInTry() async throws {
    let server = server(outputs: 4)
    let engine = try await openOnFirst()
    _ = await engine.tryConnecting(
      PortRule(.outputs, try matching("^system:(playback_3|playback_4)$")))
    await engine.close()
    #expect(engine.connections.all.map(\.peer) == Self.former)
    #expect(engine.outputRule.target == .physical)
    // It comes too late for this client, which nothing is asked of any more.
    await engine.endTrying()
    #expect(engine.connections.all.map(\.peer) == Self.former)
    #expect(engine.outputRule.target == .physical)
    let next = try await JackEngine.open(
      name: "peach", server: Self.serverName, identities: engine.portIdentities)
    try await next.activate()
    _ = await next.restore(engine.connections)
    _ = await next.connectOutputs(engine.outputRule.onNextServer)
    try await wait(for: "the former outputs") {
      await next.askForOutputs()?.map(\.peer) == Self.former
    }
    await next.close()
    await server.stop()
  }

  @Test("a program that comes, goes and comes back is connected each time, unless by hand not")
  func patternThatComes() async throws {
    let server = server()
    let (engine, made) = try await open(connecting: matching("^desk:"))
    #expect(made.isEmpty)
    var told: [[JackConnections.Connection]] = []
    engine.onNews = { if case .connected(.outputs(let made)) = $0 { told.append(made) } }
    for round in 1...2 {
      var peer = JackPeer("desk", server: Self.serverName)
      try await wait(for: "coming \(round)") {
        peer?.areConnected("peach:out_1", "desk:in") == true
      }
      try await wait(for: "its telling") { told.count == round }
      peer = nil
      // That its going is known. What comes back within that moment could as well have been
      // disconnected.
      try await wait(for: "going \(round)") { !engine.outputRule.holdsAny }
    }
    var peer = JackPeer("desk", server: Self.serverName)
    try await wait(for: "the third time") {
      told.count == 3 && peer?.areConnected("peach:out_1", "desk:in") == true
    }
    // What goes before a scan has seen it counts as not come, and is asked for once more.
    try await wait(for: "a scan that has seen it") { !engine.outputRule.isInDoubt }
    #expect(peer?.disconnect("peach:out_1", "desk:in") == true)
    try await wait(for: "the user's hand") { !engine.outputRule.holdsAny }
    try await wait(for: "the user's hand in the memory") { engine.connections.all.isEmpty }
    #expect(!engine.outputRule.isInDoubt)
    peer = nil
    let other = JackPeer("bench", server: Self.serverName)
    peer = JackPeer("desk", server: Self.serverName)
    // What follows has been looked at, too.
    #expect(other?.connect("peach:out_2", "bench:in") == true)
    try await wait(for: "another connection") {
      engine.connections.all.contains { $0.peer == "bench:in" }
    }
    #expect(peer?.areConnected("peach:out_1", "desk:in") == false)
    #expect(told.count == 3)
    await engine.close()
    await server.stop()
  }

  @Test(
    "ports that are made anew at once, under their names and in their places, are connected again")
  func remadePorts() async throws {
    let server = server()
    let (engine, _) = try await open(connecting: matching("^desk:"))
    let peer = try #require(JackPeer("desk", server: Self.serverName))
    let pattern = MIDISourcePattern("desk:midi")
    _ = await engine.connectSources(matching: [pattern])
    func isWired() -> Bool {
      peer.areConnected("peach:out_1", "desk:in") && peer.areConnected("desk:midi", "peach:midi_in")
    }
    try await wait(for: "the first connections") { isWired() }
    for round in 1...5 {
      #expect(peer.remakePorts())
      try await wait(for: "connections \(round)") { isWired() }
    }
    await engine.close()
    await server.stop()
  }

  @Test("the first note of a client starts quiet, the second does not")
  func firstNote() async throws {
    let server = server()
    let engine = try await open()
    let player = try await SoundFontNotePlayer.open(
      engine: engine, library: SoundFontLibrary(), settings: MockUserSettings())
    try await engine.activate()
    let recorder = try #require(
      Recorder(server: Self.serverName, source: "peach:out_1", frames: 144_000))
    for _ in 0..<2 {
      try await player.play(
        frequency: Frequency(hertz: 441.5), duration: NoteDuration(seconds: 0.8),
        velocity: .training, amplitudeDB: AmplitudeDB(0))
    }
    let sound = await recorder.finish()
    await engine.close()
    let first = try #require(sound.firstIndex { $0 != 0 })
    let last = try #require(sound.lastIndex { $0 != 0 })
    let second = last + 1 - 38_400
    try #require(second - first >= 38_400 && last < sound.count - 1)
    func level(_ start: Int) -> Double {
      20 * log10(sound.rootMeanSquare(in: start + 1000..<start + 3000))
    }
    #expect(level(second) - level(first) > 15)
    #expect(abs(level(second) - level(first + 30_000)) < 0.5)
    await server.stop()
  }

  @Test("ports have titles, an order and a group, the client has an icon; all go with it")
  func metadata() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    engine.describe(
      PortTitles(
        left: "Links", right: "Rechts", midiIn: "Regler", midiOut: "Lampen", input: "Mikrofon",
        group: "Ausgang"))
    let client = engine.client
    let names =
      engine.description.audioPorts + [engine.description.midiPort, "peach:midi_out"]
    let ports = await JackRequests.perform {
      names.compactMap { jack_port_by_name(client.handle, $0) }.map(jack_port_uuid)
    }
    try #require(ports.count == 4)
    #expect(await property("pretty-name", of: ports[0]) == "Links")
    #expect(await property("pretty-name", of: ports[1]) == "Rechts")
    #expect(await property("pretty-name", of: ports[2]) == "Regler")
    #expect(await property("pretty-name", of: ports[3]) == "Lampen")
    for (index, port) in ports.enumerated() {
      #expect(await property("order", of: port) == String(index + 1))
    }
    #expect(await property("port-group", of: ports[0]) == "Ausgang")
    #expect(await property("port-group", of: ports[1]) == "Ausgang")
    #expect(await property("port-group", of: ports[2]) == nil)
    #expect(await property("signal-type", of: ports[0]) == "AUDIO")
    #expect(await property("signal-type", of: ports[1]) == "AUDIO")
    #expect(await property("event-types", of: ports[2]) == "MIDI")
    #expect(await property("event-types", of: ports[3]) == "MIDI")
    let subject = try #require(
      await JackRequests.perform {
        var uuid = jack_uuid_t()
        guard let text = jack_get_uuid_for_client_name(client.handle, "peach") else { return nil }
        defer { jack_free(text) }
        return jack_uuid_parse(text, &uuid) == 0 ? uuid : nil
      } as jack_uuid_t?)
    #expect(await property("icon-name", of: subject) == "peach")
    // The audio input brings its own and takes them along.
    try await engine.openInput()
    let input = try #require(
      await JackRequests.perform {
        jack_port_by_name(client.handle, "peach:in_1").map(jack_port_uuid)
      } as jack_uuid_t?)
    #expect(await property("pretty-name", of: input) == "Mikrofon")
    #expect(await property("order", of: input) == "5")
    #expect(await property("signal-type", of: input) == "AUDIO")
    await engine.closeInput()
    #expect(await property("pretty-name", of: input) == nil)
    #expect(await property("icon-name", of: subject) == "peach")
    await engine.close()
    for port in ports { #expect(await property("order", of: port) == nil) }
    #expect(await property("icon-name", of: subject) == nil)
    await server.stop()
  }

  private func property(_ key: String, of subject: jack_uuid_t) async -> String? {
    await JackRequests.perform {
      var value: UnsafeMutablePointer<CChar>?
      var type: UnsafeMutablePointer<CChar>?
      let key = "http://jackaudio.org/metadata/\(key)"
      guard jack_get_property(subject, key, &value, &type) == 0, let value else { return nil }
      defer {
        jack_free(value)
        if let type { jack_free(type) }
      }
      return String(cString: value)
    }
  }

  @Test("the trigger output comes when it is asked for, once, and only on an engine that runs")
  func trigger() async throws {
    let server = server()
    let engine = try await open()
    try await engine.activate()
    let player = try #require(TonePlayer("listener", server: Self.serverName))
    #expect(!player.knows("peach:trigger_out"))
    for _ in 0..<2 { try await engine.openTrigger() }
    #expect(player.knows("peach:trigger_out"))
    await engine.close()
    await #expect(throws: JackError.noPort("trigger_out")) { try await engine.openTrigger() }
    withExtendedLifetime(player) {}
    await server.stop()
  }
}
