import Charts
import Music
import Settings
import Testing

@testable import Console
@testable import PeachApp
@testable import Sound

@Suite("Choosing an output")
@MainActor
struct OutputScreenTests {
  private let wide = SettingsFixture.wide

  private let ports = [
    ServerPort(name: "ardour:in_1"), ServerPort(name: "ardour:in_2"),
    ServerPort(name: "Scarlett 2i2:playback_1", isPhysical: true),
    ServerPort(name: "Scarlett 2i2:playback_2", isPhysical: true),
    ServerPort(name: "Scarlett 2i2:playback_3", isPhysical: true),
    ServerPort(name: "Scarlett 2i2:playback_4", isPhysical: true),
    ServerPort(name: "no port at all"), ServerPort(name: "meter:mono"),
  ]

  private func screen(setting: String = "physical") -> OutputScreen {
    var screen = OutputScreen(setting: setting, glyphs: .unicode)
    _ = screen.show(PortPair.all(among: ports))
    return screen
  }

  private func stage(_ screen: OutputScreen) -> [String] {
    SettingsFixture.stage(screen.stage(in: wide), in: wide)
  }

  @Test("the inputs are in pairs, those of the machine first; the last row connects nothing")
  func drawing() {
    #expect(
      stage(screen()) == [
        "Output",
        "› Scarlett 2i2  1+2   the machine's first ✓",
        "  Scarlett 2i2  3+4",
        "  ardour        1+2",
        "  meter         mono",
        "  none                I patch it myself",
        "Space hear   Enter take it   Esc cancel",
      ])
  }

  @Test("read out, it is a numbered menu")
  func spoken() {
    var screen = screen()
    #expect(screen.spoken(in: wide).contains("1 Scarlett 2i2 1+2, the machine's first"))
    #expect(screen.spoken(in: wide).contains("2 Scarlett 2i2 3+4"))
    #expect(screen.spoken(in: wide).contains("5 none, I patch it myself"))
    _ = screen.handle(.character("3"))
    #expect(screen.spoken(in: wide).last == "ardour 1+2")
  }

  @Test("small and in German")
  func german() {
    SettingsFixture.inGerman {
      let frame = screen().stage(in: SettingsFixture.small)
      let lines = frame.grid(in: SettingsFixture.small).lines
      #expect(lines[0] == "Ausgang")
      #expect(lines.contains { $0.hasPrefix("› Scarlett 2i2  1+2") })
      #expect(frame.body.allSatisfy { $0.columns <= 40 })
    }
  }

  @Test("Space tries, Enter takes; the pattern of a pair means its ports and no others")
  func choosing() throws {
    var screen = screen()
    let pairs = PortPair.all(among: ports)
    #expect(screen.handle(.character(" ")) == .perform(.hear(pairs[0])))
    #expect(screen.handle(.enter) == .perform(.choose(.first(pairs[0]))))
    #expect(OutputScreen.Choice.first(pairs[0]).setting == "physical")
    _ = screen.handle(.down)
    #expect(screen.handle(.enter) == .perform(.choose(.pair(pairs[1]))))
    let setting = OutputScreen.Choice.pair(pairs[1]).setting
    #expect(setting == "^Scarlett 2i2:(playback_3|playback_4)$")
    let pattern = try #require(PortPattern(setting))
    #expect(pattern.fitting(ports).map(\.name) == pairs[1].peers)
    for _ in 0..<9 { _ = screen.handle(.down) }
    #expect(screen.handle(.character(" ")) == .stay, "there is nothing to hear")
    #expect(screen.handle(.enter) == .perform(.choose(.nothing())))
    #expect(screen.handle(.escape) == .back)
  }

  @Test("the row of the setting is selected; a row that was moved to stays when ports come and go")
  func selecting() {
    var screen = screen(setting: "^Scarlett 2i2:(playback_3|playback_4)$")
    #expect(stage(screen).contains("› Scarlett 2i2  3+4    ✓"))
    #expect(stage(self.screen(setting: "off")).contains { $0.hasPrefix("› none") })
    _ = screen.handle(.down)
    #expect(stage(screen).contains("› ardour        1+2"))
    let others = ["new:in_1", "new:in_2"].map { ServerPort(name: $0) }
    let isNew = screen.show(PortPair.all(among: others + ports))
    #expect(isNew)
    #expect(stage(screen).contains("› ardour        1+2"))
    #expect(stage(screen).contains("  new           1+2"))
    let isNewAgain = screen.show(PortPair.all(among: others + ports))
    #expect(!isNewAgain)
  }

  private var withInput: OutputScreen {
    let inputs = ["Scarlett 2i2:capture_1", "Scarlett 2i2:capture_2"]
      .map { ServerPort(name: $0, isPhysical: true) }
    var screen = OutputScreen(
      setting: "physical", input: "^Scarlett 2i2:(capture_2)$", glyphs: .unicode)
    _ = screen.show(
      PortPair.all(among: Array(ports[2...3])), sources: PortPair.all(among: inputs, for: .input))
    return screen
  }

  @Test("where Peach listens, the sources of its input follow, each port by itself, with its level")
  func input() throws {
    var screen = withInput
    screen.show(InputMeter(level: -12))
    screen.show(InputMeter(level: -30, note: MIDINote(69)))
    #expect(
      stage(screen) == [
        "Output and input",
        "› Scarlett 2i2  1+2  the machine's first ✓",
        "  none               I patch it myself",
        "input ████████········ -30 dB, peak -12 dB",
        "heard: A4",
        "  Scarlett 2i2  1    the machine's first",
        "  Scarlett 2i2  2     ✓",
        "  none               I patch it myself",
        "Space hear   Enter take it   Esc cancel",
      ])
    screen.show(InputMeter(isSilent: true))
    #expect(stage(screen).contains("no sound arrives"))
    #expect(screen.spoken(in: wide).contains("3 input Scarlett 2i2 1, the machine's first"))
    for _ in 0..<2 { _ = screen.handle(.down) }
    #expect(
      screen.stage(in: wide).body[try #require(screen.stage(in: wide).focus)].plain
        .hasPrefix("› Scarlett 2i2  1"))
    guard case .perform(.hear(let source)) = screen.handle(.character(" ")) else {
      Issue.record("an input can be listened to")
      return
    }
    #expect(source.role == .input && source.ports == ["capture_1"])
    #expect(screen.handle(.enter) == .perform(.choose(.first(source))))
    for _ in 0..<2 { _ = screen.handle(.down) }
    #expect(screen.handle(.enter) == .perform(.choose(.nothing(.input))))
  }

  @Test("without a server it says so")
  func missing() {
    var screen = OutputScreen(setting: "physical", glyphs: .unicode)
    #expect(stage(screen).contains("Asking the JACK server…"))
    #expect(screen.handle(.enter) == .stay)
    let isNew = screen.show(nil)
    #expect(isNew)
    #expect(stage(screen).contains("No JACK server; there is no output to choose."))
  }

  @Test(
    "a pattern says what was chosen; names may have signs of regular expressions",
    arguments: ["Scarlett 2i2", "a.b (c)[d]", "$^|*+?{}\\", "Ün:icode"])
  func patterns(client: String) throws {
    let name = client.replacing(":", with: "")
    let pattern = OutputPattern(client: name, ports: ["out|1", "out.(2)"])
    let port = try #require(PortPattern(pattern.text))
    let ports = ["out|1", "out.(2)", "outx(2)", "out"].map { ServerPort(name: "\(name):\($0)") }
    #expect(port.fitting(ports).map(\.name) == ["\(name):out|1", "\(name):out.(2)"])
    #expect(OutputPattern(pattern.text) == pattern)
    #expect(OutputChoice(pattern.text) != nil)
    #expect(OutputPattern(pattern.text)?.inWords.hasPrefix(name) == true)
  }

  @Test(
    "any other expression keeps its spelling",
    arguments: ["ardour", "^a:(b|c|d)$", "^a:()$", "^(a):(b)$"])
  func others(text: String) {
    #expect(OutputPattern(text) == nil)
  }

  @Test("names too long for an expression are no target")
  func long() {
    let ports = [String(repeating: "x", count: 200), String(repeating: "y", count: 200)]
    #expect(OutputPattern(client: "a", ports: ports).target == nil)
    #expect(OutputPattern(client: "a", ports: ["b"]).target != nil)
  }
}
