import Testing
@testable import Sound

@Suite("Names of JACK clients")
struct ClientNameTests {
  @Test("the client's name ends at the first colon")
  func port() {
    #expect(ClientName.ofPort("system:playback_1") == "system")
    #expect(ClientName.ofPort("a2j:LPD8 [24] (capture): LPD8 MIDI 1") == "a2j")
    #expect(ClientName.ofPort("nothing") == "nothing")
  }

  @Test("a name that nobody has is granted, a taken one gets the next free number")
  func freeName() {
    #expect(ClientName.free("peach", isExact: false, among: []) == "peach")
    #expect(ClientName.free("peach", isExact: false, among: ["peach2:in", "p:peach"]) == "peach")
    #expect(ClientName.free("peach", isExact: false, among: ["peach:out_1"]) == "peach-01")
    #expect(
      ClientName.free("peach", isExact: false, among: ["peach:a", "peach:b", "peach-01:a"])
        == "peach-02")
  }

  @Test("there is no other name where it is to be exact, nor when all are taken")
  func noFreeName() {
    #expect(ClientName.free("peach", isExact: true, among: ["peach:out_1"]) == nil)
    #expect(ClientName.free("peach", isExact: true, among: ["desk:in"]) == "peach")
    let all = ["peach:in"] + (1...99).map { "peach-\($0 < 10 ? "0" : "")\($0):in" }
    #expect(ClientName.free("peach", isExact: false, among: all) == nil)
  }
}

@Suite("Audio inputs by name")
struct PortPatternTests {
  private static let destinations = [
    ServerPort(name: "system:playback_1", aliases: ["alsa_pcm:hw:0:out1"], isPhysical: true),
    ServerPort(name: "Desk (2):in", aliases: ["console:left"]),
    ServerPort(name: "Desk (20):in"),
    ServerPort(name: "a:b:in_1"),
  ]

  @Test(
    "a part of a name, a regular expression, an alias, or just a client's name",
    arguments: [
      ("system", [0]), ("playback_1$", [0]), ("^Desk", [1, 2]), ("Desk (2)", [1]),
      ("in(_1)?$", [1, 2, 3]),
      ("hw:0:out1", [0]), ("console", [1]), ("a:b", [3]), ("system|a:b", [0, 3]), ("desk", []),
      (".", [0, 1, 2, 3]),
    ])
  func fitting(text: String, indices: [Int]) throws {
    let pattern = try #require(PortPattern(text))
    #expect(pattern.fitting(Self.destinations) == indices.map { Self.destinations[$0] })
  }

  @Test("what is no regular expression is no pattern", arguments: ["", "[", "a(", "*"])
  func refused(text: String) { #expect(PortPattern(text) == nil) }
}
