import Realtime
import Testing

@testable import Console
@testable import PeachApp
@testable import Settings

@Suite("MIDI learn on the stage")
@MainActor
struct LearnScreenTests {
  private let wide = SettingsFixture.wide

  private let turn = (Array(stride(from: 64, through: 40, by: -1)) + Array(41...70)).map {
    MIDIMessage.controlChange(channel: 0, controller: 1, value: UInt8($0))
  }

  private func pad(_ key: UInt8) -> [MIDIMessage] {
    [.noteOn(channel: 0, key: key, velocity: 90)]
  }

  private func stage(_ screen: LearnScreen) -> [String] {
    SettingsFixture.stage(screen.stage(in: wide), in: wide)
  }

  private func listening() -> LearnScreen {
    var screen = LearnScreen(glyphs: .unicode)
    screen.begin()
    return screen
  }

  @Test("what was found stays in view, then what is asked for, then the rest")
  func drawing() {
    var screen = listening()
    #expect(stage(screen)[1].hasPrefix("› tune        turn a knob or wheel"))
    let hasChanged = screen.receive(turn)
    #expect(hasChanged)
    #expect(
      stage(screen) == [
        "MIDI learn",
        "✓ tune        knob (CC 1)",
        "› in tune     press a pad or pedal …",
        "  higher · lower · first · second · hear again · pause",
        "Space skip   Backspace redo   Enter save   Esc cancel",
      ])
  }

  @Test("what arrives is shown before it is recognized, and whatever it is")
  func arrival() {
    var screen = listening()
    let message = MIDIMessage.controlChange(channel: 0, controller: 1, value: 64)
    let hasChanged = screen.receive([message], arrived: MIDIWords.text(message))
    #expect(hasChanged)
    #expect(stage(screen).contains("Received: CC 1 = 64, channel 1"))
    let isTold = screen.receive([], arrived: MIDIWords.text([0xD0, 5], size: 2))
    #expect(isTold && stage(screen).contains("Received: pressure 5, channel 1"))
    let isNew = screen.receive([], arrived: MIDIWords.text([0xD0, 5], size: 2))
    #expect(!isNew)
  }

  @Test("Space skips, Backspace does the last one anew, Enter saves what was found")
  func keys() {
    var screen = listening()
    _ = screen.receive(turn)
    #expect(screen.handle(.character(" ")) == .stay)
    _ = screen.receive(pad(72))
    #expect(stage(screen).contains("· in tune     as before"))
    #expect(stage(screen).contains("✓ higher      pad (note 72)"))
    _ = screen.handle(.backspace)
    #expect(stage(screen).contains("› higher      press a pad or pedal …"))
    _ = screen.receive(pad(74))
    #expect(
      screen.handle(.enter)
        == .perform(
          .save([
            .init(key: .slider, text: "cc:1"), .init(key: .higherButtons, text: "note:74"),
            .init(key: .midiChannel, text: "1"),
          ])))
    #expect(screen.handle(.escape) == .back)
    #expect(screen.handle(.character("?")) == .help)
  }

  @Test("when all is done nothing more is asked for")
  func complete() {
    var screen = listening()
    for _ in LearnMachine.Step.allCases { _ = screen.handle(.character(" ")) }
    #expect(stage(screen).contains("Nothing was learnt; Esc cancels."))
    #expect(screen.handle(.enter) == .perform(.save([])))
    let hasChanged = screen.receive(turn)
    #expect(!hasChanged)
  }

  @Test(
    "every step fits any terminal, in both languages", arguments: [(30, 8), (40, 12), (80, 24)])
  func sizes(columns: Int, rows: Int) {
    func check() {
      var screen = listening()
      for _ in LearnMachine.Step.allCases {
        let frame = screen.stage(in: TerminalSize(columns: columns, rows: rows))
        #expect(frame.body.allSatisfy { $0.columns <= columns })
        _ = screen.handle(.character(" "))
      }
    }
    check()
    SettingsFixture.inGerman(check)
  }
}
