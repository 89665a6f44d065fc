import TestSupport
import Testing

@testable import Client
@testable import Console
@testable import PeachApp
@testable import Program

@Suite("What is told while no training runs")
@MainActor
struct IdleTests {
  private let output = TextRecorder()
  private let status = StageStatus(glyphs: .unicode)

  private let connected = Notice.connected(
    ports: ["peach:out_1"], peers: ["Scarlett 2i2:playback_1"])

  /// Notices that begin, that happen, that change nothing for the user, and that end.
  private var course: [Notice] {
    [
      .unconnected, .unconnected, .cannotStop, .xrun(count: 1), .waitingForStart, connected,
    ]
  }

  private var stage: StageFrame { status.fill(StageFrame(body: ["a line"])) }

  @Test("lines without a screen: what begins once, what happens, what ends")
  func lines() {
    let view = IdleMode(board: LineBoard(output: output))
    for notice in course { view.showNotice(notice) }
    #expect(
      output.lines == [Notice.unconnected.message, Notice.cannotStop.message, connected.message])
    view.showNotice(.unconnected)
    #expect(output.lines.last == Notice.unconnected.message, "it has begun again")
  }

  @Test("a plain start screen: what lasts is a line of the screen, and is not told beside it")
  func plain() {
    let view = StartView(status, on: LineBoard(output: output), isPlain: true)
    for notice in course { view.showNotice(notice) }
    #expect(output.lines == [Notice.cannotStop.onStage, connected.onStage])
    view.showNotice(.saveFailed(reason: "its disk is full", isDiskFull: true))
    #expect(output.lines.count == 2)
    #expect(status.facts.spoken == "Disk full; answers are kept for later.")
    view.showFault(.sound(reason: "no voice"))
    view.show("A text.", code: "text")
    #expect(output.lines.suffix(2) == [Fault.sound(reason: "no voice").message, "A text."])
  }

  @Test("the stage: rows of notices and status; a fault of the server is told if it was asked for")
  func onStage() {
    let board = FullScreenBoard(output: output)
    let view = StartView(status, on: board, isPlain: false)
    view.showNotice(.cannotStop)
    #expect(stage.notice.plain == Notice.cannotStop.onStage)
    status.forgetNotices()
    view.showFault(.serverGone)
    #expect(stage.notice.isEmpty)
    view.show(Fault.serverGone)
    #expect(!stage.notice.isEmpty)
    status.forgetNotices()
    view.show("a text", code: "text")
    #expect(stage.notice.plain == "A text.")
  }
}
