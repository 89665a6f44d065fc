import Foundation
import MemoryJack
import OSC
import TestSupport
import Testing

@testable import PeachApp

/// `peach doctor` without a server.
@Suite("The doctor", .timeLimit(.minutes(1)))
@MainActor
struct DoctorRunTests {
  private let home: Home

  init() throws { home = try Home() }

  /// The check of that name.
  private func check(_ name: String, in event: Event) throws -> [String: Any] {
    let checks: [[String: Any]] = try #require(event["checks"])
    return try #require(checks.first { $0["name"] as? String == name })
  }

  /// One of the figures behind a check.
  private func fact(_ key: String, of name: String, in event: Event) throws -> String? {
    (try check(name, in: event)["facts"] as? [String: Any])?[key] as? String
  }

  private func doctor(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> (status: Int32, event: Event) {
    let (status, output, _) = try await home.run(
      ["doctor", "--json"] + arguments, environment: environment)
    return (status, try Event(output.line(0)))
  }

  @Test("no server is a fault, 69, and everything else is looked at all the same")
  func noServer() async throws {
    let (status, event) = try await doctor()
    #expect(status == 69 && event["status"] == 69)
    let checks: [[String: Any]] = try #require(event["checks"])
    #expect(
      checks.compactMap { $0["name"] as? String } == [
        "server", "library", "realtime", "memory", "processor", "sounds", "settings", "midi",
        "session", "osc", "history", "folders", "terminal",
      ])
    for check in checks {
      let isWell = check["state"] as? String == "ok"
      #expect((check["findings"] as? [String])?.isEmpty == false)
      if !isWell, check["name"] as? String != "midi" {
        #expect((check["advice"] as? [String])?.isEmpty == false, "\(check)")
      }
    }
    #expect(try check("server", in: event)["state"] as? String == "fault")
    #expect(try check("sounds", in: event)["state"] as? String == "ok")
    #expect(try check("midi", in: event)["state"] as? String == "hint")
  }

  @Test(
    "where Peach would listen is looked at, and whether a session manager is where it should be")
  func remote() async throws {
    let address = try #require(OSCPeer(host: "127.0.0.1", port: 0))
    var socket: OSCSocket? = try OSCSocket(at: address) { _, _ in }
    let port = try #require(socket?.address.port)
    try home.write("osc = \(port)\n", to: home.settings)
    let url = "osc.udp://127.0.0.1:\(port)/"
    let taken = try await doctor(environment: ["NSM_URL": url]).event
    #expect(try check("osc", in: taken)["state"] as? String == "hint")
    #expect(try fact("reach", of: "session", in: taken) == "possible")
    withExtendedLifetime(socket) {}
    socket = nil
    // The socket's thread lets go of the port on its own time.
    var free = taken
    try await wait(for: "free port") {
      free = try await doctor(environment: ["NSM_URL": url]).event
      return try check("osc", in: free)["state"] as? String == "ok"
    }
    #expect(try fact("address", of: "osc", in: free) == "127.0.0.1:\(port)")
    #expect(try check("session", in: free)["state"] as? String == "hint")
    #expect(try fact("reach", of: "session", in: free) == "nobody")

    try home.write("osc = \"192.0.2.1:9000\"\n", to: home.settings)
    let foreign = try await doctor(environment: ["LADISH_APP_NAME": "ear"]).event
    #expect(try check("osc", in: foreign)["state"] as? String == "fault")
    #expect(try check("session", in: foreign)["state"] as? String == "ok")
    #expect(try fact("value", of: "session", in: foreign) == "ear")
  }

  @Test("a bad setting, a history that is none and results that wait are all told, nothing changed")
  func faults() async throws {
    let text = "noteDuration = 9\ncolour = 1\n"
    let noDatabase = String(repeating: "not a database ", count: 500)
    try home.write(text, to: home.settings)
    try home.write(noDatabase, to: home.history)
    let (_, event) = try await doctor()
    let settings = try check("settings", in: event)
    #expect(settings["state"] as? String == "fault")
    #expect((settings["findings"] as? [String])?.count == 2)
    #expect(try check("history", in: event)["state"] as? String == "fault")
    #expect(try String(contentsOf: home.settings, encoding: .utf8) == text)
    #expect(try String(contentsOf: home.history, encoding: .utf8) == noDatabase)
  }

  @Test("results that wait for a history that is not there yet are a hint, and stay")
  func waiting() async throws {
    let recovery = URL(fileURLWithPath: home.history.path + ".recovery.jsonl")
    try home.write("{}\n", to: recovery)
    let history = try check("history", in: try await doctor().event)
    #expect(history["state"] as? String == "hint")
    #expect((history["findings"] as? [String])?.last?.contains(recovery.path) == true)
    #expect(FileManager.default.fileExists(atPath: recovery.path))
    #expect(!FileManager.default.fileExists(atPath: home.history.path))
  }

  @Test("for people there is a line for each check and the sum")
  func text() async throws {
    let (status, lines, _) = try await home.run(["doctor"])
    #expect(status == 69)
    #expect(lines.first?.hasPrefix("FAULT  JACK server") == true)
    #expect(lines.last?.contains("fault") == true)
  }

  @Test("on a terminal its size and kind are told")
  func terminal() async throws {
    let peach = TerminalRun(["doctor"], home: home, server: "peachnone")
    #expect(await peach.shows("FAULT  JACK server"))
    #expect(await peach.shows("80×24, UTF-8, TERM is xterm"))
    #expect(await peach.change() == .exited(69))
  }
}

extension MemoryTests {
  @Suite("The doctor and a server")
  @MainActor
  struct DoctorServerTests {
    private let home: Home

    init() throws { home = try Home() }

    private func server(in line: String?) throws -> [String: Any] {
      let event = try Event(try #require(line))
      let checks: [[String: Any]] = try #require(event["checks"])
      return try #require(checks.first)
    }

    private func doctor() async throws -> (status: Int32, line: String?) {
      let peach = try PeachRun(["doctor", "--json"], home: home, server: MemoryTests.serverName)
      peach.endInput()
      let line = await peach.nextLine()
      return (await peach.finish().status, line)
    }

    @Test("a server is told with rate, period and driver, and leaves nothing on it")
    func running() async throws {
      let jack = MemoryTests.server(period: 256, speed: 1)
      let (status, line) = try await doctor()
      let server = try server(in: line)
      let facts = try #require(server["facts"] as? [String: Any])
      #expect(facts["sampleRate"] as? Int == 48_000 && facts["bufferSize"] as? Int == 256)
      #expect(facts["isFreewheeling"] as? Bool == false)
      #expect(status != 69)
      #expect(try Patchbay().ports("peach").isEmpty)
      await jack.stop()
    }

    @Test("a server that freewheels, and one that hangs, are told, and the doctor goes on")
    func unusable() async throws {
      let jack = MemoryTests.server(speed: 1)
      #expect(jack.setFreewheel(true))
      jack.run(speed: 20)
      let freewheeling = try server(in: try await doctor().line)
      #expect((freewheeling["facts"] as? [String: Any])?["isFreewheeling"] as? Bool == true)
      #expect(freewheeling["state"] as? String == "fault")
      #expect(jack.setFreewheel(false))
      jack.run(speed: 1)
      jack.hang(true)
      let (status, line) = try await doctor()
      jack.hang(false)
      #expect(status == 69)
      let findings = try server(in: line)["findings"] as? [String]
      #expect(findings?.first?.contains("hangs") == true)
      await jack.stop()
    }
  }
}
