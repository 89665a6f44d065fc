import Realtime
import Testing

@Suite("MIDIMessage")
struct MIDIMessageTests {
  private func message(_ bytes: [UInt8]) -> MIDIMessage? {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { MIDIMessage(bytes: $0, count: buffer.count) }
    }
  }

  @Test("channel messages are read")
  func channelMessages() {
    #expect(message([0x93, 60, 100]) == .noteOn(channel: 3, key: 60, velocity: 100))
    #expect(message([0x93, 60, 0]) == .noteOff(channel: 3, key: 60))
    #expect(message([0x80, 127, 64]) == .noteOff(channel: 0, key: 127))
    #expect(message([0xBF, 1, 127]) == .controlChange(channel: 15, controller: 1, value: 127))
    #expect(message([0xC2, 5]) == .programChange(channel: 2, program: 5))
  }

  @Test(
    "the wheel has 14 bits, the low ones first",
    arguments: [(0, 0, -8192), (0, 0x40, 0), (0x7F, 0x7F, 8191), (1, 0x40, 1), (0, 0x41, 128)])
  func wheel(low: UInt8, high: UInt8, value: Int) {
    #expect(message([0xE0, low, high]) == .pitchWheel(channel: 0, value: Int16(value)))
  }

  @Test(
    "truncated, malformed and other messages are nothing",
    arguments: [
      [], [0xB0], [0xB0, 1], [0xB0, 1, 0x80], [0xB0, 0x90, 1], [0xB0, 1, 2, 3], [0xC0, 1, 2],
      [0x90, 60], [60, 100], [60, 100, 1], [0xA0, 60, 1], [0xD0, 5], [0xF0, 1, 0xF7], [0xF8],
      [0xF1, 3], [0xF2, 1, 2], [0xFE],
    ] as [[UInt8]])
  func ignored(bytes: [UInt8]) {
    #expect(message(bytes) == nil)
  }

  @Test("any three bytes are read or refused, never beyond their end")
  func everything() {
    var read = 0
    for status in 0...255 {
      for first in stride(from: 0, through: 255, by: 5) {
        for second in stride(from: 0, through: 255, by: 5) {
          let bytes = [UInt8(status), UInt8(first), UInt8(second)]
          let isData = first < 0x80 && second < 0x80
          let isKnown = [0x80, 0x90, 0xB0, 0xE0].contains(status & 0xF0)
          #expect((message(bytes) != nil) == (isData && isKnown))
          read += 1
        }
      }
    }
    #expect(read > 0)
  }

  @Test("the channel mode messages that let go of everything reset the controls; no others do")
  func resets() {
    for controller in 0..<128 as Range<UInt8> {
      let message = MIDIMessage.controlChange(channel: 3, controller: controller, value: 0)
      #expect(message.resetsControls == [120, 121, 123, 124, 125, 126, 127].contains(controller))
    }
    #expect(!MIDIMessage.noteOff(channel: 0, key: 121).resetsControls)
  }
}
