import Testing
import Training

@testable import PeachApp

@MainActor
@Suite("How far a history has been read")
struct HistoryReadingTests {
  private let ahead = HistoryReading.prepared(.ahead(HearingModel()))

  @Test("the first trial goes by its part of the history until the second one begins")
  func firstTrial() {
    var reading = ahead
    let isFirst = reading.beginTrial()
    #expect(isFirst && reading.part != nil)
    let isSecond = !reading.beginTrial()
    #expect(isSecond && reading.part == nil)
  }

  @Test("when everything has been read, the part is kept for a trial that is still to be chosen")
  func completion() {
    #expect(ahead.completed.extent == .hearing && ahead.completed.isOver)
    #expect(ahead.completed.part != nil)
    var reading = ahead
    _ = reading.beginTrial()
    #expect(reading.completed.part == nil)
  }

  @Test("an end leaves what there is, and the first trial as it was")
  func end() {
    var reading = HistoryReading.records
    reading.end()
    #expect(reading.isOver && reading.extent == .records && reading.part == nil)
    reading = ahead
    reading.end()
    #expect(reading.isOver && reading.extent == .training && reading.part != nil)
    reading.endFirstTrial()
    #expect(reading.extent == .training && reading.part == nil)
  }
}
