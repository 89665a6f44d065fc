import Testing

@testable import Sound

@Suite("MIDI sources by name")
struct MIDISourcePatternTests {
  private let arturia = ServerPort(
    name: "a2j:Arturia MiniLab mkII [20] (capture): Arturia MiniLab mkII MIDI 1",
    aliases: ["alsa:minilab"], isPhysical: true)

  @Test(
    "a part of the name, whatever its case; a pattern for all of it; an alias; any number",
    arguments: [
      "arturia", "MiniLab mkII", "a2j:*", "a2j:Arturia*", "*minilab*MIDI 1", "alsa:mini???",
      "a2j:Arturia MiniLab mkII [20] (capture): Arturia MiniLab mkII MIDI 1",
      "a2j:Arturia MiniLab mkII [129] (capture)", "a2j:Arturia MiniLab mkII [7] (capture)*",
      "MiniLab mkII (capture)", "alsa:minilab",
    ])
  func fitting(text: String) { #expect(MIDISourcePattern(text).matches(arturia)) }

  @Test(
    "what does not fit",
    arguments: ["LPD8", "Arturia*", "a2j:?", "[20]x", "minilab [a] mkII", "*2"])
  func unfitting(text: String) { #expect(!MIDISourcePattern(text).matches(arturia)) }

  @Test("brackets without a number stay what they are")
  func brackets() {
    let source = ServerPort(name: "x:[a] [", aliases: [])
    #expect(MIDISourcePattern("[a] [").matches(source))
    #expect(MIDISourcePattern("[").matches(source))
    #expect(!MIDISourcePattern("[1]y").matches(source))
  }

  private func rule(_ patterns: String...) -> PortRule {
    PortRule(.sources, matching: patterns.map { MIDISourcePattern($0) })
  }

  private func connection(with source: ServerPort) -> JackConnections.Connection {
    JackConnections.Connection(port: "midi_in", peer: source.name)
  }

  /// The names of the sources that a rule connects when these exist.
  private func connected(
    _ rule: inout PortRule, _ sources: [ServerPort], present: [ServerPort] = [],
    isSettled: Bool = false
  ) -> [String] {
    rule.observe(sources, present: Set(present.map(connection)), isSettled: isSettled).map(\.peer)
  }

  @Test("each is connected once while it is there, and again when it comes back")
  func eachOnce() {
    var rule = rule("mini", "lpd8")
    let lpd8 = ServerPort(name: "LPD8:out")
    let other = ServerPort(name: "sequencer:out")
    #expect(connected(&rule, [other]).isEmpty && !rule.holdsAny)
    #expect(connected(&rule, [arturia, other]) == [arturia.name])
    #expect(rule.holdsAny)
    #expect(connected(&rule, [arturia, lpd8]) == ["LPD8:out"])
    #expect(connected(&rule, [arturia, lpd8]).isEmpty)
    #expect(connected(&rule, [lpd8]).isEmpty)
    #expect(connected(&rule, [arturia, lpd8]) == [arturia.name])
    rule.recordRefusal(of: connection(with: lpd8))
    #expect(connected(&rule, [arturia, lpd8]) == [lpd8.name])
    // Made anew under its name between two looks.
    let anew = ServerPort(name: lpd8.name, identity: 1)
    #expect(connected(&rule, [arturia, anew]) == [anew.name])
    #expect(connected(&rule, [arturia, anew]).isEmpty)
    var none = self.rule()
    #expect(connected(&none, [arturia]).isEmpty)
  }

  @Test("one that the user disconnects stays so until it goes and comes back")
  func disconnected() {
    var rule = rule("mini")
    #expect(connected(&rule, [arturia]) == [arturia.name])
    rule.recordGrant(of: connection(with: arturia))
    #expect(connected(&rule, [arturia], present: [arturia]).isEmpty)
    #expect(connected(&rule, [arturia]).isEmpty)
    rule.beginSettling()
    #expect(connected(&rule, [arturia], isSettled: true).isEmpty)
    #expect(!rule.isInDoubt && !rule.holdsAny)
    #expect(connected(&rule, []).isEmpty)
    #expect(connected(&rule, [arturia]) == [arturia.name])
  }

  @Test("a granted connection that does not come is asked for once more, and not a third time")
  func connectionThatDoesNotCome() {
    var rule = rule("mini")
    #expect(connected(&rule, [arturia]) == [arturia.name])
    for expected in [[arturia.name], []] {
      rule.recordGrant(of: connection(with: arturia))
      #expect(rule.isInDoubt)
      // Not before it has had the time.
      #expect(connected(&rule, [arturia], isSettled: true).isEmpty)
      rule.beginSettling()
      #expect(connected(&rule, [arturia], isSettled: true) == expected)
    }
    #expect(!rule.isInDoubt)
    #expect(connected(&rule, [arturia]).isEmpty)
  }

  @Test("a source that goes while it is asked for once more is a new one when it comes back")
  func goneMeanwhile() {
    var rule = rule("mini")
    let again = ServerPort(name: arturia.name, identity: arturia.identity + 1)
    for source in [arturia, again] {
      #expect(connected(&rule, [source]) == [source.name])
      for expected in [[source.name], []] {
        rule.recordGrant(of: connection(with: source))
        rule.beginSettling()
        #expect(connected(&rule, [source], isSettled: true) == expected)
      }
      #expect(connected(&rule, [source]).isEmpty, "the user has removed it")
    }
    #expect(connected(&rule, []).isEmpty)
    #expect(connected(&rule, [arturia]) == [arturia.name])
  }

  @Test("a granted connection stays in doubt under the source's new name")
  func renamedInDoubt() {
    var rule = rule("*")
    let source = ServerPort(name: "a:out", identity: 7)
    #expect(connected(&rule, [source]) == ["a:out"])
    rule.recordGrant(of: connection(with: source))
    let renamed = ServerPort(name: "a:knobs", identity: 7)
    #expect(connected(&rule, [renamed]).isEmpty)
    rule.beginSettling()
    #expect(connected(&rule, [renamed], isSettled: true) == ["a:knobs"])
  }

  @Test("a source that is renamed is none that has come")
  func renamedSource() {
    var rule = rule("*")
    #expect(connected(&rule, [ServerPort(name: "a:out", identity: 7)]) == ["a:out"])
    #expect(connected(&rule, [ServerPort(name: "a:knobs", identity: 7)]).isEmpty)
    #expect(connected(&rule, [ServerPort(name: "a:knobs", identity: 8)]) == ["a:knobs"])
  }

  @Test("a message as it was heard: short ones whole, long ones by their beginning")
  func heard() {
    #expect(
      HeardMIDI(seconds: 0, bytes: [0xB0, 1, 2]).message
        == .controlChange(channel: 0, controller: 1, value: 2))
    let long = HeardMIDI(seconds: 0, bytes: [0x90, 1, 2, 3])
    #expect(long.bytes == [0x90, 1, 2])
    #expect(long.size == 4)
    #expect(long.message == nil)
    #expect(HeardMIDI(seconds: 0, bytes: []).message == nil)
  }
}

@Suite("The MIDI ports of Peach itself")
struct OwnMIDIPortTests {
  private func port(_ name: String) -> ServerPort { ServerPort(name: name) }

  @Test(
    "what tells controllers what to show is no source, whichever Peach it belongs to",
    arguments: [
      ("peach:midi_out", "peach"), ("peach:midi_out", "peach-01"), ("peach-02:midi_out", "peach"),
      ("ear:midi_out", "ear"), ("ear:midi_out", "ear-01"), ("ear-01:midi_out", "ear-02"),
      ("peach:midi_out", "ear"), ("peach.nABCD:midi_out", "peach"),
    ])
  func own(port name: String, client: String) {
    #expect(port(name).isMIDIOutput(ofPeachLike: client))
    #expect(!port(name).isMIDIInput(ofPeachLike: client))
  }

  @Test(
    "a controller that is called alike is one",
    arguments: [
      ("keys:midi_out", "peach"), ("peach:out", "peach"), ("peachy:midi_out", "peach"),
      ("ear-1:midi_out", "ear"), ("a2j:peach:midi_out", "peach"), ("peach:midi_out:x", "peach"),
    ])
  func others(port name: String, client: String) {
    #expect(!port(name).isMIDIOutput(ofPeachLike: client))
  }
}
