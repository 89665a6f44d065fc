import Testing

@testable import Client
@testable import Console
@testable import PeachApp

@Suite("The notice and the status of a frame")
@MainActor
struct StageStatusTests {
  private let status = StageStatus(glyphs: .unicode)

  private var frame: StageFrame { status.fill(StageFrame(body: ["a line"])) }

  @Test("an event stands in the row of notices, what lasts in the status row")
  func rows() {
    status.update { $0.sound = "Sine" }
    status.receive(.cannotStop)
    #expect(frame.notice.plain == "No shell could wake Peach after Ctrl-Z, so it stays.")
    #expect(frame.status.plain.hasPrefix("Sine"))
    status.receive(.saveFailed(reason: "its disk is full", isDiskFull: true))
    #expect(frame.status.plain == "! not stored: disk full")
    #expect(frame.notice.plain.hasPrefix("No shell"))
  }

  @Test("the same notice again is counted; the level comes before all others")
  func order() {
    for _ in 0..<3 { status.receive(.bufferSize(frames: 64)) }
    #expect(frame.notice.plain.hasSuffix("(×3)"))
    status.showLevel(-12)
    #expect(frame.notice.plain.hasPrefix("Level "))
    status.forgetNotices()
    #expect(frame.notice.isEmpty)
  }

  @Test("a frame with a notice and a status of its own keeps them")
  func own() {
    status.receive(.cannotStop)
    let own = status.fill(StageFrame(notice: "mine", status: "my own"))
    #expect(own.notice.plain == "mine")
    #expect(own.status.plain == "my own")
  }

  @Test("a fault that lasts is no event; another one is")
  func faults() {
    status.receive(.noServer(name: nil))
    status.receive(.serverGone)
    #expect(frame.notice.isEmpty)
    status.receive(.sound(reason: "no voice"))
    #expect(frame.notice.plain == "No sound: no voice.")
  }

  @Test("a change draws, and no change does not")
  func changes() {
    var drawn = 0
    status.onChange = { drawn += 1 }
    status.update { $0.level = -12 }
    status.update { $0.level = -12 }
    #expect(drawn == 1)
    status.receive(.cannotStop)
    #expect(drawn == 2)
  }

  @Test("the last ten messages are kept for the help, the latest first, each once")
  func messages() {
    for frames in 1...12 { status.receive(.bufferSize(frames: frames)) }
    status.receive(.bufferSize(frames: 5))
    #expect(status.messages.count == 10)
    #expect(status.messages.first?.contains(" 5 frames") == true)
    #expect(status.messages.count { $0.contains(" 5 frames") } == 1)
  }
}
