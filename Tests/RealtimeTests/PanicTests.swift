import Testing

@testable import Realtime

@Suite("Panic messages")
struct PanicMessageTests {
  private func mode(_ controller: UInt8) -> MIDIMessage {
    .controlChange(channel: 0, controller: controller, value: 0)
  }

  @Test("all sound off and all notes off demand silence, and nothing else does")
  func messages() {
    var panic = Panic(sampleRate: 48_000)
    for controller in UInt8(0)...127 {
      let isDemanded = panic.isDemanded(by: mode(controller), at: FrameTime(9))
      #expect(isDemanded == (controller == 120 || controller == 123))
    }
    let others: [MIDIMessage] = [
      .noteOn(channel: 0, key: 120, velocity: 123), .programChange(channel: 0, program: 120),
      .pitchWheel(channel: 0, value: 0), .noteOff(channel: 0, key: 123),
    ]
    for message in others {
      let isDemanded = panic.isDemanded(by: message, at: FrameTime(9))
      #expect(!isDemanded)
    }
  }

  @Test(
    "all notes off within 50 ms after the release of a key belongs to it; all sound off does not")
  func habit() {
    var panic = Panic(sampleRate: 48_000)
    let release = FrameTime(.max - 100)
    _ = panic.isDemanded(by: .noteOff(channel: 0, key: 60), at: release)
    let demands = [(123, 0), (120, 0), (123, 2400), (123, 2401), (123, 480_000)].map {
      panic.isDemanded(by: mode(UInt8($0.0)), at: release.advanced(by: $0.1))
    }
    #expect(demands == [false, true, false, true, true])
  }

  @Test(
    "a release is forgotten: a day later, when the frame clock has wrapped around, it excuses nothing"
  )
  func expiry() {
    var panic = Panic(sampleRate: 48_000)
    let release = FrameTime(7)
    _ = panic.isDemanded(by: .noteOff(channel: 0, key: 60), at: release)
    panic.expire(at: release.advanced(by: 2400))
    let isDemandedInTime = panic.isDemanded(by: mode(123), at: release.advanced(by: 2400))
    #expect(!isDemandedInTime)
    // The periods in between.
    panic.expire(at: release.advanced(by: 2401))
    let isDemandedLater = panic.isDemanded(by: mode(123), at: release)
    #expect(isDemandedLater)
  }
}
