import Foundation
import Music
import Testing
import Training

@testable import Charts

@Suite("Played notes in a report")
struct PlayedReportTests {
  private let fixture = ReportFixture()
  private let fifth = DirectedInterval(.perfectFifth)
  private let third = DirectedInterval(.majorThird)

  /// An open string without a spread to speak of, and stopped notes that are 4 cents sharp at the fifth; of the
  /// third too little is known.
  private func play() {
    for number in 0..<40 {
      let side = number.isMultiple(of: 2) ? 1.0 : -1
      fixture.play(69, 0.1 * side)
      fixture.play(72, 4 + 5 * side, fifth)
    }
    fixture.play(72, 3, third)
  }

  private func page(_ played: [ReportSnapshot.LastPlayed] = []) throws -> PageReader {
    try PageReader(Report(fixture.snapshot().showing(played)).page)
  }

  @Test("notes and intervals stand there with bias and spread, and every sentence ends")
  func figures() throws {
    play()
    let page = try page()
    let names = page.all("figure").compactMap { $0["id"] }
    #expect(
      names.filter { $0.hasPrefix("played") } == [
        "played-notes-unison", "played-unison", "played-intervals-interval",
        "played-notes-interval", "played-interval",
      ])
    let string = try #require(page.figure("played-notes-unison")).tableRows
    #expect(string.map { Array($0.prefix(2)) } == [["A4", "40"]])
    let spread = try #require(string.first?.last.flatMap { Double($0) })
    #expect(spread < 0.3)
    let intervals = try #require(page.figure("played-intervals-interval")).tableRows
    // By the fit that lets slips count little.
    let row = try #require(intervals.first { $0.first == NoteName.text(fifth) })
    #expect(row.starts(with: [NoteName.text(fifth), "40", "+4.0"]))
    let fit = try #require(
      fixture.hearing.playedIntervals.melodic[fifth]?.fit)
    #expect(
      row.last == EstimateText(fit.spread).value && (4...8).contains(fit.spread.value.rawValue))
    #expect(
      intervals.contains { $0 == [NoteName.text(third), "1", "–", "–", "–", "–"] })
    for figure in page.all("figure") {
      #expect(try #require(figure.descendants("p").first?.text).hasSuffix("."))
      let headings = figure.descendants("thead").first?.descendants("th") ?? []
      for row in figure.tableRows { #expect(row.count == headings.count) }
    }
  }

  @Test("the notes of the last session have a picture each, with their curves")
  func curves() throws {
    play()
    let notes = [3.0, 60].map { error in
      ReportSnapshot.LastPlayed(
        target: MIDINote(69),
        PlayedNote(
          error: error, length: 1, curve: [Float(error), Float(error)]))
    }
    let curves = try #require(try page(notes).figure("pitch-curves"))
    #expect(curves.tableRows.map { $0[0] } == ["A4", "A4"])
    let labels = curves.descendants("text").map(\.text)
    #expect(labels.contains("±5") && labels.contains("±50"))
    #expect(try page().figure("pitch-curves") == nil)
  }
}
