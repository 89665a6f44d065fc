import Testing

@testable import OSC

@Suite("The session manager's protocol")
struct NSMMachineTests {
  private let welcome = OSCMessage(
    "/reply", .string("/nsm/server/announce"), .string("hi"), .string("NSM"), .string(":broadcast:")
  )
  private let open = OSCMessage(
    "/nsm/client/open", .string("/s/peach.n1"), .string("Song"), .string("peach.n1"))
  private let save = OSCMessage("/nsm/client/save")
  private let session: NSMManagedSession

  init() throws {
    session = try #require(
      NSMManagedSession(path: "/s/peach.n1", displayName: "Song", clientID: "peach.n1"))
  }

  @Test("from the announcement to a saved session")
  func course() {
    var machine = NSMMachine()
    #expect(machine.handle(welcome) == .welcome(manager: "NSM"))
    #expect(machine.handle(open) == .open(session))
    #expect(
      machine.finishOpening(failure: nil)
        == .answer(OSCMessage("/reply", .string("/nsm/client/open"), .string("open"))))
    #expect(machine.handle(save) == .save)
    #expect(machine.handle(OSCMessage("/nsm/client/session_is_loaded")) == nil)
  }

  @Test("what comes before its time, or twice, changes nothing")
  func order() {
    var machine = NSMMachine()
    #expect(machine.handle(open) == nil)
    #expect(machine.handle(save) == nil)
    #expect(machine.finishOpening(failure: nil) == nil)
    _ = machine.handle(welcome)
    #expect(machine.handle(welcome) == nil)
    #expect(machine.giveUp() == nil)
    _ = machine.handle(open)
    guard case .answer(let early) = machine.handle(save) else {
      Issue.record("a save while the session opens is answered")
      return
    }
    #expect(early.arguments.prefix(2) == [.string("/nsm/client/save"), .int(-8)])
    _ = machine.finishOpening(failure: nil)
    #expect(machine.finishOpening(failure: "late") == nil)
    guard case .answer(let second) = machine.handle(open) else {
      Issue.record("a second open is answered")
      return
    }
    #expect(second.path == "/error")
    #expect(machine.state == .open(session))
  }

  @Test(
    "an argument that is not UTF-8 is answered like any other that cannot be used", arguments: 0..<3
  )
  func notText(place: Int) {
    var machine = NSMMachine()
    _ = machine.handle(welcome)
    var arguments = open.arguments
    arguments[place] = .other
    for given in [arguments, open.arguments + [.other]] {
      guard case .answer(let answer) = machine.handle(OSCMessage(open.path, arguments: given))
      else {
        Issue.record("it is answered")
        return
      }
      #expect(answer.path == "/error")
    }
    #expect(machine.handle(open) == .open(session))
  }

  @Test(
    "a path or a name that cannot be used is answered with what can be, and nothing is opened",
    arguments: [
      ("/" + String(repeating: "x", count: 4000), "Song", "peach"), ("relative", "Song", "peach"),
      ("/s/a\u{1B}[2J", "Song", "peach"), ("/s/a\nb", "Song", "peach"),
      ("/s", "So\u{9B}ng", "peach"), ("/s", String(repeating: "x", count: 256), "peach"),
      ("/s", "Song", ""), ("/s", "Song", String(repeating: "x", count: 256)),
      ("/s", "Song", "a\u{7}b"),
    ])
  func badOpen(path: String, displayName: String, clientID: String) {
    var machine = NSMMachine()
    _ = machine.handle(welcome)
    let action = machine.handle(
      OSCMessage(
        "/nsm/client/open", .string(path), .string(displayName), .string(clientID)))
    guard case .answer(let answer) = action else {
      Issue.record("it is answered")
      return
    }
    #expect(answer.path == "/error")
    #expect(machine.state == .welcomed)
    #expect(machine.handle(open) == .open(session))
  }

  @Test("only the manager that was asked answers, or this machine for its own name")
  func senders() throws {
    func peer(_ host: String, _ port: UInt16 = 9000) throws -> OSCPeer {
      try #require(OSCPeer(host: host, port: port))
    }
    let own = try peer("127.0.0.1", 0)
    #expect(try peer("127.0.0.1").isAnswer(of: peer("127.0.0.1"), to: own))
    #expect(try peer("10.0.0.2").isAnswer(of: peer("10.0.0.2"), to: peer("10.0.0.1", 0)))
    // Debian's address for the machine's name.
    #expect(try peer("127.0.0.1").isAnswer(of: peer("127.0.1.1"), to: own))
    for sender in [try peer("127.0.0.2"), try peer("10.0.0.1"), try peer("127.0.0.1", 9001)] {
      #expect(try !sender.isAnswer(of: peer("127.0.0.1"), to: own))
      #expect(try !sender.isAnswer(of: peer("10.0.0.2"), to: peer("10.0.0.1", 0)))
    }
  }

  @Test("a manager that says no, or nothing")
  func refusals() {
    var refused = NSMMachine()
    let no = OSCMessage(
      "/error", .string("/nsm/server/announce"), .int(-2), .string("incompatible"))
    #expect(refused.handle(no) == .giveUp(reason: "incompatible"))
    #expect(refused.handle(open) == nil)
    var silent = NSMMachine()
    #expect(silent.giveUp() == .giveUp(reason: ""))
    #expect(silent.handle(welcome) == nil)
  }

  @Test(
    "an open that makes no sense is an error, and the next one counts",
    arguments: [
      OSCMessage("/nsm/client/open"),
      OSCMessage("/nsm/client/open", .string("relative"), .string("S"), .string("p")),
      OSCMessage("/nsm/client/open", .string("/s"), .string("S"), .string("")),
      OSCMessage("/nsm/client/open", .int(1), .int(2), .int(3)),
    ])
  func senseless(message: OSCMessage) {
    var machine = NSMMachine()
    _ = machine.handle(welcome)
    guard case .answer(let answer) = machine.handle(message) else {
      Issue.record("it is answered")
      return
    }
    #expect(answer.path == "/error")
    #expect(machine.handle(open) == .open(session))
  }

  @Test("an opening that fails is told with its reason")
  func failure() {
    var machine = NSMMachine()
    _ = machine.handle(welcome)
    _ = machine.handle(open)
    #expect(
      machine.finishOpening(failure: "no server")
        == .answer(
          OSCMessage("/error", .string("/nsm/client/open"), .int(-1), .string("no server"))))
    #expect(machine.handle(save) == nil)
  }

  @Test("managers' addresses", arguments: ["osc.udp://127.0.0.1:17/", "osc.udp://localhost:17"])
  func address(url: String) {
    #expect(OSCPeer(url: url) == OSCPeer(host: "127.0.0.1", port: 17))
  }

  @Test(
    "what is none",
    arguments: [
      "", "osc.tcp://127.0.0.1:17/", "osc.udp://127.0.0.1/", "osc.udp://127.0.0.1:99999/",
    ])
  func noAddress(url: String) { #expect(OSCPeer(url: url) == nil) }
}
