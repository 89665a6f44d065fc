import Testing

@testable import Sound

@Suite("Names that libjack is given")
struct JackNameCheckTests {
  private static let longest = String(repeating: "x", count: JackNameCheck.mostBytes)

  @Test(
    "servers and clients may have these names",
    arguments: ["default", "peach", "My Server", "Musikbüro", "pipewire-0", longest])
  func good(name: String) {
    #expect(JackNameCheck.isServerName(name))
    #expect(JackNameCheck.isClientName(name))
  }

  @Test(
    "a name that is too long, empty, or leads elsewhere is none",
    arguments: [
      "", longest + "x", String(repeating: "ü", count: 32), String(repeating: "x", count: 300),
      "../../etc/x", "a/b", "a\u{1B}b", "a\nb", "a\u{9B}b",
    ])
  func bad(name: String) {
    #expect(!JackNameCheck.isServerName(name))
    #expect(!JackNameCheck.isClientName(name))
  }

  @Test("a client's name has no colon, because that ends it in the names of ports")
  func colon() {
    #expect(JackNameCheck.isServerName("a:b"))
    #expect(!JackNameCheck.isClientName("a:b"))
    #expect(!JackNameCheck.isClientName("a\\b"))
  }

  @Test("no client is opened on a server of such a name", arguments: [300, 5000])
  @MainActor
  func opening(count: Int) async {
    let name = String(repeating: "x", count: count)
    let error = JackError.badServerName(name, isFromEnvironment: false)
    await #expect(throws: error) { try await ServerPort.midiSources(server: name) }
    #expect(await ServerProbe.serverAnswers(name) == false)
    #expect(await ServerWatch.watch(name, for: .milliseconds(1)) == .refused(error))
    #expect(throws: JackError.badClientName(name)) {
      try JackOpening.open(name, isExact: true, server: "peachnone")
    }
  }

  @Test(
    "a pattern for MIDI sources is as long as a port's name at most", .timeLimit(.minutes(1)))
  func midiPatterns() {
    #expect(MIDISourcePattern(checking: "a2j:*") != nil)
    for text in ["", "a\u{1B}", String(repeating: "*", count: 321)] {
      #expect(MIDISourcePattern(checking: text) == nil)
    }
    // The worst that is allowed.
    let stars = MIDISourcePattern(checking: String(repeating: "*a", count: 160))
    let port = ServerPort(name: String(repeating: "a", count: 319) + "b")
    #expect(stars?.matches(port) == false || stars?.matches(port) == true)
  }
}
