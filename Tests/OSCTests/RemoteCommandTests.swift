import Testing

@testable import OSC

@Suite("Commands by Open Sound Control")
struct RemoteCommandTests {
  @Test(
    "what can be asked for",
    arguments: [
      (OSCMessage("/peach/higher"), RemoteCommand.higher),
      (OSCMessage("/peach/lower", .float(1)), .lower),
      (OSCMessage("/peach/commit", .int(127)), .commit),
      (OSCMessage("/peach/stop"), .stop),
      (OSCMessage("/peach/slider", .float(-0.5)), .slider(-0.5)),
      (OSCMessage("/peach/slider", .int(1)), .slider(1)),
      (OSCMessage("/peach/nudge", .float(-10)), .nudge(-10)),
      (OSCMessage("/peach/start"), .start(nil)),
      (OSCMessage("/peach/start", .float(1)), .start(nil)),
      (OSCMessage("/peach/start", .string("matching")), .start("matching")),
      (OSCMessage("/peach/subscribe"), .subscribe(port: nil)),
      (OSCMessage("/peach/subscribe", .int(9001)), .subscribe(port: 9001)),
      (OSCMessage("/peach/unsubscribe", .float(9001)), .unsubscribe(port: 9001)),
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
      OSCMessage("/peach/start", .string(String(repeating: "x", count: 65))),
      OSCMessage("/peach/subscribe", .int(0)), OSCMessage("/peach/subscribe", .int(65_536)),
      OSCMessage("/peach/subscribe", .float(9000.5)), OSCMessage("/peach/subscribe", .other),
    ])
  func bad(message: OSCMessage) { #expect(RemoteCommand(message) == nil) }
}
