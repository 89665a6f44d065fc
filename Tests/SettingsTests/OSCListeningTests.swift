import Testing

@testable import Settings

@Suite("Where Open Sound Control is listened to")
struct OSCListeningTests {
  @Test(
    "what can be said, and its shortest form",
    arguments: [
      ("off", OSCListening.off, "off"),
      ("9000", .at(host: "127.0.0.1", port: 9000), "9000"),
      ("0", .at(host: "127.0.0.1", port: 0), "0"),
      ("localhost:65535", .at(host: "127.0.0.1", port: 65_535), "65535"),
      ("0.0.0.0:9000", .at(host: "0.0.0.0", port: 9000), "0.0.0.0:9000"),
      ("[::1]:9000", .at(host: "::1", port: 9000), "[::1]:9000"),
      ("osc.udp://192.168.1.20:9000/", .at(host: "192.168.1.20", port: 9000), "192.168.1.20:9000"),
    ])
  func allowed(text: String, listening: OSCListening, short: String) {
    #expect(OSCListening(text) == listening)
    #expect(listening.text == short)
    #expect(SettingValue(.osc, text: text)?[\.osc] == listening)
    #expect(OSCListening(short) == listening)
  }

  @Test(
    "everything else is refused",
    arguments: [
      "", "on", "OFF", "65536", "-1", "+9", "9000x", "9 000", "12345678901234567890", ":9000",
      "host:9000", "127.0.0.1", "127.0.0.1:", "127.0.0:9000", "::1:9000", "[127.0.0.1]:9000",
      "[::1]", "224.0.0.1:9000", "255.255.255.255:9000", "[ff02::1]:9000",
      "osc.tcp://127.0.0.1:9000", "osc.udp://127.0.0.1:9000/x", "٣",
    ])
  func refused(text: String) { #expect(OSCListening(text) == nil) }

  @Test("in the file a port may be a number")
  func number() {
    #expect(
      SettingValue(.osc, node: .integer(9000))?[\.osc] == .at(host: "127.0.0.1", port: 9000))
    #expect(SettingValue(.osc, node: .integer(70_000)) == nil)
    #expect(SettingValue(.osc, node: .float(9000)) == nil)
  }

  @Test("nothing listens where nobody has said so")
  func off() { #expect(SettingKey.osc.defaultValue[\.osc] == .off) }
}
