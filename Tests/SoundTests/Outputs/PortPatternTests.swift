import Testing

@testable import Sound

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
