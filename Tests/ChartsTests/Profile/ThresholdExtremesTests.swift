import Foundation
import Music
import Testing
import Training

@testable import Charts

@Suite("Which notes are heard finest")
struct ThresholdExtremesTests {
  /// Two octaves, of which the lower one takes `low` cents and the upper one `high`.
  private func part(trials: Int, low: Double, high: Double) throws -> ProfileSnapshot.Comparisons {
    var hearing = HearingModel()
    for index in 0..<trials {
      let note = MIDINote(48 + index * 7 % 25)
      let threshold = note < MIDINote(60) ? low : high
      for factor in [0.4, 1.0, 2.5] {
        hearing.addComparison(
          note: note, centOffset: Cents(threshold * factor),
          isCorrect: factor > 0.5 || index % 2 == 0,
          interval: .prime, date: Date(timeIntervalSince1970: 0))
      }
    }
    let range = try #require(NoteRange(lowest: 48, highest: 72))
    return ProfileSnapshot(hearing, noteRange: range)
      .comparison[.unison]
  }

  @Test("before the first trial there are none")
  func untrained() throws {
    #expect(ThresholdExtremes(try part(trials: 0, low: 10, high: 10)) == nil)
  }

  @Test("a note is called the finest only where the evidence tells it from the coarsest")
  func evidence() throws {
    let alike = try part(trials: 6, low: 10, high: 10)
    #expect(try #require(ThresholdExtremes(alike)).differ == false)
    let apart = try part(trials: 400, low: 60, high: 4)
    let extremes = try #require(ThresholdExtremes(apart))
    #expect(extremes.differ)
    #expect(extremes.finest.note >= MIDINote(60) && extremes.coarsest.note < MIDINote(60))
    for kind in TrainingKind.allCases {
      #expect(ReportText.keyboard(kind, extremes).contains("finest"))
      #expect(
        try ReportText.keyboard(kind, #require(ThresholdExtremes(alike))).contains("stands out"))
    }
  }
}
