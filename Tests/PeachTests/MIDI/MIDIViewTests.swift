import TestSupport
import Testing
import Training

@testable import PeachApp
@testable import Sound

@Suite("What peach midi shows")
@MainActor
struct MIDIViewTests {
  @Test(
    "every message has words",
    arguments: [
      ([0x90, 60, 5], "note 60 (C4) on, velocity 5, channel 1"),
      ([0x9F, 60, 0], "note 60 (C4) off, channel 16"),
      ([0x80, 69, 0], "note 69 (A4) off, channel 1"),
      ([0xA0, 60, 7], "note 60 (C4), pressure 7, channel 1"),
      ([0xB1, 7, 9], "CC 7 = 9, channel 2"),
      ([0xC0, 5], "program 5, channel 1"), ([0xD0, 5], "pressure 5, channel 1"),
      ([0xE0, 0, 64], "pitch wheel 0, channel 1"), ([0xE0, 0, 0], "pitch wheel -8192, channel 1"),
      ([0xF8], "clock"), ([0xFE], "active sensing"), ([0xFA], "start, continue or stop"),
      ([], "nothing"), ([0x40, 1, 2], "not a message: the status byte is missing"),
      ([0x90, 60], "not a message: truncated or too long"),
      ([0x90, 60, 0x80], "not a message: truncated or too long"),
    ] as [([UInt8], String)])
  func words(bytes: [UInt8], text: String) {
    #expect(MIDIWords.text(bytes, size: bytes.count) == text)
  }

  @Test("a terminal is asked for the keys of the page, a pipe for words")
  func answers() {
    func asked(hasKeys: Bool) -> String? {
      let output = TextRecorder()
      MIDITextView(output: output, messages: output, hasKeys: hasKeys).ask(.commit)
      return output.lines.last
    }
    #expect(
      asked(hasKeys: true) == "Space skip   Backspace redo   Enter accept   Esc cancel")
    #expect(asked(hasKeys: false) == "Answers: skip, again, accept, quit")
  }

  @Test("a line of the monitor, with what it means in each training")
  func line() {
    let output = TextRecorder()
    let view = MIDITextView(output: output, messages: output, hasKeys: false)
    view.showMessage(
      HeardMIDI(seconds: 1.5, bytes: [0x90, 61, 5]),
      meanings: [.comparison: .intent(.higher), .matching: .intent(.commit)])
    view.showMessage(
      HeardMIDI(seconds: 2, bytes: [0xB0, 1, 5]), meanings: [.matching: .slider(cents: -3.25)])
    view.showMessage(
      HeardMIDI(seconds: 3, bytes: [0xF0, 1, 2], size: 900), meanings: [:])
    #expect(
      output.text == """
            1.500  90 3d 05    note 61 (C♯4) on, velocity 5, channel 1  match: commit; compare: higher
            2.000  b0 01 05    CC 1 = 5, channel 1                   match: slider to -3.25 cents
            3.000  f0 01 02 …  system exclusive, 900 bytes           nothing

        """)
  }

  @Test("sources are listed with their other names; an empty list says what to do")
  func sources() {
    let sources = [
      ServerPort(name: "a:b", aliases: ["c"], isPhysical: true),
      ServerPort(name: "d:e"),
    ]
    #expect(sources.text == "a:b  (device)\n    also c\nd:e  (program)\n")
    #expect(
      sources.json == """
        [{"port":"a:b","aliases":["c"],"isPhysical":true},{"port":"d:e","aliases":[],"isPhysical":false}]

        """)
    #expect([ServerPort]().text.contains("a2jmidid"))
  }
}
