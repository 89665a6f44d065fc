import Testing
import Training

@testable import OSC

@Suite("Commands by Open Sound Control")
struct RemoteCommandTests {
  @Test(
    "what can be asked for",
    arguments: [
      (OSCMessage("/peach/higher"), RemoteCommand.intent(.answer(higher: true))),
      (OSCMessage("/peach/lower", .float(1)), .intent(.answer(higher: false))),
      (OSCMessage("/peach/first"), .intent(.choose(1))),
      (OSCMessage("/peach/second", .int(1)), .intent(.choose(2))),
      (OSCMessage("/peach/commit", .int(127)), .intent(.commit)),
      (OSCMessage("/peach/stop"), .intent(.quit)),
      (OSCMessage("/peach/slider", .float(-0.5)), .intent(.sliderFromStart(-0.5))),
      (OSCMessage("/peach/slider", .int(1)), .intent(.sliderFromStart(1))),
      (OSCMessage("/peach/nudge", .float(-10)), .intent(.nudge(-10))),
      (OSCMessage("/peach/again"), .intent(.again)),
      (OSCMessage("/peach/last", .float(1)), .intent(.last)),
      (OSCMessage("/peach/skip"), .intent(.skip)), (OSCMessage("/peach/pause"), .intent(.pause)),
      (OSCMessage("/peach/panic"), .intent(.panic)),
      (OSCMessage("/peach/panic", .int(1)), .intent(.panic)),
      (OSCMessage("/peach/level", .int(-20)), .intent(.level(.to(-20)))),
      (OSCMessage("/peach/start"), .intent(.start(nil))),
      (OSCMessage("/peach/start", .float(1)), .intent(.start(nil))),
      (OSCMessage("/peach/start", .string("matching")), .intent(.start("matching"))),
      (OSCMessage("/peach/subscribe"), .subscribe(port: nil)),
      (OSCMessage("/peach/subscribe", .int(9001)), .subscribe(port: 9001)),
      (OSCMessage("/peach/unsubscribe", .float(9001)), .unsubscribe(port: 9001)),
      (OSCMessage("/peach/confirm", .int(-7)), .confirm(-7)),
    ])
  func good(message: OSCMessage, command: RemoteCommand) {
    #expect(RemoteCommand(message) == command)
  }

  @Test(
    "everything else is nothing",
    arguments: [
      OSCMessage("/peach"), OSCMessage("/peach/"), OSCMessage("/peach/data/reset"),
      OSCMessage("/peach/settings", .string("osc"), .string("off")), OSCMessage("/peach/Higher"),
      OSCMessage("higher"), OSCMessage("/peach/*"),
      // A button let go.
      OSCMessage("/peach/higher", .float(0)), OSCMessage("/peach/start", .int(0)),
      OSCMessage("/peach/higher", .string("1")), OSCMessage("/peach/stop", .int(1), .int(1)),
      OSCMessage("/peach/slider"), OSCMessage("/peach/slider", .string("0.5")),
      OSCMessage("/peach/slider", .float(1.01)), OSCMessage("/peach/slider", .float(.nan)),
      OSCMessage("/peach/slider", .float(.infinity)), OSCMessage("/peach/nudge", .float(201)),
      OSCMessage("/peach/level", .float(1)), OSCMessage("/peach/level"),
      OSCMessage("/peach/again", .float(0)),
      OSCMessage("/peach/start", .string(String(repeating: "x", count: 65))),
      OSCMessage("/peach/subscribe", .int(0)), OSCMessage("/peach/subscribe", .int(65_536)),
      OSCMessage("/peach/confirm"), OSCMessage("/peach/confirm", .float(7)),
      OSCMessage("/peach/subscribe", .float(9000.5)), OSCMessage("/peach/subscribe", .other),
    ])
  func bad(message: OSCMessage) { #expect(RemoteCommand(message) == nil) }
}

@Suite("What waits for the main thread")
struct RemoteQueueTests {
  private let queue = RemoteQueue()
  private let sender: OSCPeer

  init() throws { sender = try #require(OSCPeer(host: "127.0.0.1", port: 9000)) }

  private func add(_ intent: Intent) -> Bool {
    queue.add(.init(command: .intent(intent), sender: sender))
  }

  @Test("the first wakes, the others do not, and the order stays")
  func order() {
    #expect(add(.answer(higher: true)))
    #expect(!add(.commit))
    #expect(queue.removeAll().map(\.command) == [.intent(.answer(higher: true)), .intent(.commit)])
    #expect(queue.removeAll().isEmpty)
    #expect(add(.answer(higher: false)))
  }

  @Test("of movements in a row the last one stands")
  func movements() {
    for value in [0.1, 0.2, 0.3] { _ = add(.sliderFromStart(value)) }
    _ = add(.commit)
    _ = add(.sliderFromStart(0.4))
    #expect(
      queue.removeAll().map(\.command) == [
        .intent(.sliderFromStart(0.3)), .intent(.commit), .intent(.sliderFromStart(0.4)),
      ])
  }

  @Test("a flood is dropped from some number on")
  func flood() {
    for _ in 0..<10_000 { _ = add(.answer(higher: true)) }
    #expect(queue.removeAll().count == RemoteQueue.capacity)
  }
}
