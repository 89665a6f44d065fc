import Foundation
import OSC
import TestSupport
import Testing

extension MemoryTests {
  @Suite("Training by Open Sound Control")
  @MainActor
  struct RemoteRunTests {
    private let home: Home
    private let peer: RemotePeer

    init() throws {
      home = try Home()
      try home.write("noteDuration = 0.3\n", to: home.settings)
      peer = try RemotePeer()
    }

    /// A run that listens at a free port, and the address of that.
    private func start(_ command: String) async throws -> (PeachRun, OSCPeer) {
      let peach = try PeachRun(
        [command, "--json", "--osc", "0"], home: home, server: MemoryTests.serverName)
      let notice = try #require(try await peach.event { $0["code"] == "oscListening" })
      return (peach, try Self.address(notice["address"]))
    }

    private static func address(_ text: String?) throws -> OSCPeer {
      let parts = try #require(text?.split(separator: ":"))
      #expect(parts.first == "127.0.0.1")
      let port = try #require(parts.last.flatMap { UInt16($0) })
      return try #require(OSCPeer(host: "127.0.0.1", port: port))
    }

    /// Commits at the pace of a hand. Returns the result.
    private func commit(to address: OSCPeer) async -> [OSCArgument]? {
      MemoryTests.passHandTime()
      peer.send(OSCMessage("/peach/commit"), to: address)
      return await peer.message("/peach/result")?.arguments
    }

    @Test("a comparison: state comes back, an answer counts, and nothing tells it beforehand")
    func comparison() async throws {
      let server = MemoryTests.server()
      let (peach, address) = try await start("compare")
      peer.send(OSCMessage("/peach/subscribe"), to: address)
      _ = await peer.message("/peach/state") { $0.last == .string("awaitingAnswer") }
      peer.send(OSCMessage("/peach/higher", .float(1)), to: address)
      peer.send(OSCMessage("/peach/higher", .float(0)), to: address)
      let before = peer.seen
      let result = try #require(await peer.message("/peach/result")).arguments
      let event = try #require(try await peach.event { $0.event == "result" })
      #expect(result.count == 5)
      #expect(result[0] == .string("comparison"))
      #expect(result[2] == .int(event["isCorrect"] == true ? 1 : 0))
      #expect(result[3] == .int(1))
      let offset: Double = try #require(event["centOffset"])
      #expect(result[4] == .float(Float(offset)))
      #expect(before.allSatisfy { ["/peach/trial", "/peach/state"].contains($0.path) })
      for trial in before where trial.path == "/peach/trial" {
        #expect(trial.arguments.count == 5)
        #expect(trial.arguments[3...] == [.string("P1"), .string("equal")])
      }
      peer.send(OSCMessage("/peach/stop"), to: address)
      let stopped = await peer.message("/peach/stopped")
      #expect(stopped?.arguments == [.string("quit"), .int(1)])
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("the slider counts from where the note began: no position is the answer")
    func matching() async throws {
      let server = MemoryTests.server()
      let (peach, address) = try await start("match")
      peer.send(OSCMessage("/peach/subscribe", .int(Int32(peer.address.port))), to: address)
      _ = await peer.message("/peach/state") { $0.last == .string("playingTunable") }
      #expect(await commit(to: address) != nil)
      let centre = try #require(await peer.message("/peach/slider"))
      #expect(centre.arguments == [.float(0)])
      _ = await peer.message("/peach/state") { $0.last == .string("playingTunable") }
      let trial = try await peach.event { $0.event == "trial" && $0["index"] == 2 }
      let begun: Double = try #require(trial?["initialCentOffset"])
      let value: Float = begun > 0 ? -0.25 : 0.25
      peer.send(OSCMessage("/peach/slider", .float(value)), to: address)
      peer.send(OSCMessage("/peach/nudge", .float(3)), to: address)
      let result = try #require(await commit(to: address))
      #expect(result.first == .string("matching"))
      let error = try #require(result[2].number)
      #expect(abs(error - (begun + 100 * Double(value) + 3)) < 0.001)
      #expect(result.last == .float(Float(begun)))
      peer.send(OSCMessage("/peach/stop"), to: address)
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("rubbish is passed over: it reaches nothing, and the training goes on")
    func rubbish() async throws {
      let server = MemoryTests.server()
      let (peach, address) = try await start("compare")
      peer.send(OSCMessage("/peach/subscribe"), to: address)
      _ = await peer.message("/peach/state") { $0.last == .string("awaitingAnswer") }
      let port = try #require(UInt16("\(address)".split(separator: ":").last ?? ""))
      try Flood.send(5000, to: port)
      // What comes while the socket is full is lost.
      try await wait(for: "the end of the flood") { Flood.isRead(at: port) }
      for path in ["/peach/data/reset", "/peach/settings", "/peach/quit", "/peach/help"] {
        peer.send(OSCMessage(path, .string("x")), to: address)
      }
      peer.send(OSCMessage("/peach/start", .string("matching")), to: address)
      peer.send(OSCMessage("/peach/lower"), to: address)
      #expect(await peer.message("/peach/result") != nil)
      // An end that is asked for says that all before it was taken.
      peer.send(OSCMessage("/peach/unsubscribe"), to: address)
      peach.send("quit")
      let rest = await peach.rest()
      #expect(!rest.contains { $0.contains("\"ignored\"") || $0.contains("unknownCommand") })
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("two subscribers are told alike; one that is gone holds nothing up")
    func subscribers() async throws {
      let server = MemoryTests.server()
      let (peach, address) = try await start("compare")
      var gone: RemotePeer? = try RemotePeer()
      gone?.send(OSCMessage("/peach/subscribe"), to: address)
      _ = await gone?.message("/peach/state")
      gone = nil
      let other = try RemotePeer()
      for one in [peer, other] { one.send(OSCMessage("/peach/subscribe"), to: address) }
      for one in [peer, other] {
        #expect(await one.message("/peach/state") { $0.last == .string("awaitingAnswer") } != nil)
      }
      peer.send(OSCMessage("/peach/lower"), to: address)
      for one in [peer, other] { #expect(await one.message("/peach/result") != nil) }
      peach.send("quit")
      #expect(await peach.finish().status == 0)
      await server.stop()
    }

    @Test("a port that is taken: 78 and one line, before anything is opened")
    func taken() async throws {
      let peach = try PeachRun(["compare", "--osc", "\(peer.address.port)"], home: home)
      let (status, errors) = await peach.finish()
      #expect(status == 78)
      #expect(errors.split(separator: "\n").count == 1)
      #expect(errors.contains("another program already uses 127.0.0.1:\(peer.address.port)"))
    }

    @Test("a training is chosen from the start screen, and left for it again")
    func startScreen() async throws {
      let server = MemoryTests.server()
      let port = try FreePort.find()
      let address = try #require(OSCPeer(host: "127.0.0.1", port: port))
      let peach = TerminalRun(["--osc", "\(port)"], home: home)
      #expect(await peach.shows("Esc start screen"))
      #expect(await peach.shows("istens for OSC (UDP) at 127.0.0.1:\(port)"))
      peer.send(OSCMessage("/peach/subscribe"), to: address)
      #expect(await peer.message("/peach/state")?.arguments == [.string("none"), .string("idle")])
      peer.send(OSCMessage("/peach/start", .string("matching intervals")), to: address)
      #expect(await peach.shows("Matching, intervals"))
      _ = await peer.message("/peach/state") { $0.last == .string("playingTunable") }
      peer.send(OSCMessage("/peach/stop"), to: address)
      #expect(await peer.message("/peach/stopped")?.arguments.first == .string("quit"))
      #expect(await peach.shows("0  Settings"))
      // Whoever comes now is told that nothing is trained, and of no trial.
      let other = try RemotePeer()
      other.send(OSCMessage("/peach/subscribe"), to: address)
      #expect(await other.message("/peach/state")?.arguments == [.string("none"), .string("idle")])
      #expect(!other.seen.contains { $0.path == "/peach/trial" })
      // A start on the heels of a stop is heard where that leads to.
      peer.send(OSCMessage("/peach/start", .string("comparison")), to: address)
      _ = await peer.message("/peach/state") { $0.last == .string("playingNote1") }
      peer.send(OSCMessage("/peach/stop"), to: address)
      peer.send(OSCMessage("/peach/start", .string("matching")), to: address)
      _ = await peer.message("/peach/state") { $0.last == .string("playingTunable") }
      #expect(await peach.shows("coarse"))
      peer.send(OSCMessage("/peach/stop"), to: address)
      #expect(await peach.shows("0  Settings"))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      await server.stop()
    }

    @Test("the plan of the day is begun from the start screen, and each of its blocks")
    func planOfDay() async throws {
      let server = MemoryTests.server()
      let port = try FreePort.find()
      let address = try #require(OSCPeer(host: "127.0.0.1", port: port))
      let peach = TerminalRun(["--osc", "\(port)"], home: home)
      #expect(await peach.shows("istens for OSC (UDP) at 127.0.0.1:\(port)"))
      peer.send(OSCMessage("/peach/subscribe"), to: address)
      _ = await peer.message("/peach/state")
      peer.send(OSCMessage("/peach/start", .string("today")), to: address)
      let card = try #require(await peer.message("/peach/plan"))
      #expect(card.arguments[...1] == [.string("today"), .int(1)])
      #expect(card.arguments.last == .string("comparison"))
      peer.send(OSCMessage("/peach/start"), to: address)
      _ = await peer.message("/peach/state") { $0.last == .string("playingNote1") }
      peer.send(OSCMessage("/peach/stop"), to: address)
      #expect(await peer.message("/peach/stopped")?.arguments.first == .string("quit"))
      peach.type("\u{1B}")
      #expect(await peach.shows("0  Settings"))
      peach.type("q")
      #expect(await peach.change() == .exited(0))
      await server.stop()
    }
  }
}

@Suite("Open Sound Control of a process", .timeLimit(.minutes(1)))
@MainActor
struct RemoteProcessTests {
  private let home: Home

  init() throws {
    home = try Home()
    try home.makeHistory()
  }

  @Test("without the setting nothing listens")
  func off() async throws {
    let peach = try PseudoTerminal([], home: home, server: "peachnone")
    #expect(await peach.shows("0  Settings"))
    #expect(Holdings(of: peach.pid).udpSockets.isEmpty)
    peach.type("q")
    #expect(await peach.change() == .exited(0))
  }
}
