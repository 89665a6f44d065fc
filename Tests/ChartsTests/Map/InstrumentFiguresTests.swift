import Console
import Foundation
import Language
import Music
import TestSupport
import Testing
import Training

@testable import Charts

@Suite("The map of an instrument as it is shown")
@MainActor
struct InstrumentFiguresTests {
  /// C major from C4 to D5, in which both D are 9 cents sharp and B is 7 flat; F♯4 was heard twice.
  ///
  /// - Parameters:
  ///   - sharp: how sharp both D are.
  ///   - fSharps: how often F♯4 was heard.
  private func made(
    label: String? = nil, sharp: Double = 9, fSharps: Int = 2, days: Int = 2,
    earlier: InstrumentFigures? = nil,
    own: (Int) -> Double = { _ in 0 }
  ) -> InstrumentFigures? {
    let scale = [60, 62, 64, 65, 67, 69, 71, 72, 74]
    var notes = (0..<180).map { place in
      let number = scale[place % scale.count]
      let bias = number % 12 == 2 ? sharp : number == 71 ? -7 : 0
      return InstrumentMap.Note(
        MIDINote(number), deviation: Cents(5 + bias + own(number) + Double(37 * place % 11) - 5),
        uncertainty: 0.4, day: place * days / 180)
    }
    for place in 0..<fSharps {
      notes.append(
        InstrumentMap.Note(
          MIDINote(66), deviation: Cents(Double(place) + 20), uncertainty: 0.4, day: days - 1))
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return InstrumentMap(notes, referencePitch: TuningSystem.standardReferencePitch).map {
      InstrumentFigures($0, label: label, earlier: earlier?.map, calendar: calendar)
    }
  }

  @Test("notes of one name that stand out are named together; the whole and the tuning follow")
  func sentences() throws {
    let figures = try #require(made(label: "violin"))
    #expect(figures.title == "Your instrument: violin")
    #expect(figures.basis == "182 notes on 2 days.")
    let sentences = figures.sentences
    #expect(sentences[0] == "D4 and D5 are 8 cents sharp of the rest, 6 to 9.")
    #expect(sentences[1].hasPrefix("B4 is 9 cents flat of the rest, "))
    #expect(sentences[2].hasPrefix("The whole stands at A = 441."), "\(sentences[2])")
    #expect(sentences[3].hasPrefix("One and the same note varies by "))
    #expect(sentences.allSatisfy { $0.hasSuffix(".") })
    let few = try #require(
      InstrumentMap(
        [InstrumentMap.Note(MIDINote(60), deviation: 2, uncertainty: 0.4, day: 0)],
        referencePitch: TuningSystem.standardReferencePitch))
    #expect(
      InstrumentFigures(few, label: nil).sentences.first
        == "No note was heard eight times yet: play more of each.")
  }

  @Test("a tuning is named with its tonic where that is sure")
  func tuning() throws {
    let just = try #require(
      made(sharp: 0, fSharps: 0) { note in
        let step = note % 12
        return (TuningSystem.justIntonation.place(ofSemitones: step)?.rawValue ?? 0)
          - 100 * Double(step) + (note == 71 ? 7 : 0)
      })
    #expect(just.map.tuning?.system == .justIntonation)
    #expect(just.sentences.last?.hasPrefix("The tuning that is played is just") == true)
  }

  @Test("a change in four weeks is told, and that there is none")
  func changes() throws {
    let earlier = try #require(made(sharp: 20))
    let changed = try #require(made(earlier: earlier))
    #expect(changed.sentences.contains { $0.hasPrefix("Four weeks ago D4 lay at +") })
    let same = try #require(made(earlier: made()))
    #expect(
      same.sentences.contains("No note has clearly changed in the last four weeks."))
    #expect(changed.section(1).plots.first?.table.headings.last == "Four weeks ago")
  }

  @Test("the picture on a terminal is drawn as approved, with and without Unicode")
  func picture() throws {
    let figures = try #require(made(label: "violin"))
    var golden = GoldenPictures("map")
    let size = TerminalSize(columns: 80, rows: 24)
    for (name, glyphs) in [("the map", Glyphs.unicode), ("in ASCII", .ascii)] {
      let lines = figures.lines(glyphs).map { StyledText($0) }
      golden.add(
        name, StageFrame(body: lines, bodyColumns: 78), in: TerminalSize(columns: 80, rows: 34))
    }
    #expect(try golden.differences() == [])
    for columns in [30, 60, 120] {
      let plot = figures.plot(TerminalSize(columns: columns, rows: 12), .unicode)
      #expect(plot.allSatisfy { $0.columns <= columns } && plot.count == 12)
    }
    #expect(size.columns == 80)
  }

  @Test("JSON has every figure, with the state of each note beside it")
  func json() throws {
    let figures = try #require(made(label: "violin"))
    let data = Data(figures.json.description.utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["label"] as? String == "violin" && object["count"] as? Int == 182)
    let notes = try #require(object["notes"] as? [[String: Any]])
    #expect(notes.map { $0["note"] as? Int } == figures.map.notes.map(\.note.rawValue))
    #expect(notes.first { $0["note"] as? Int == 66 }?["state"] as? String == "early")
    #expect(notes.first { $0["note"] as? Int == 62 }?["standsOut"] as? Bool == true)
    let today = try #require(object["today"] as? [String: Double])
    #expect((today["pitchLow"] ?? 0) < (today["pitch"] ?? 0) && (today["pitch"] ?? 0) > 440)
    #expect((object["tuning"] as? [String: Any])?["candidates"] as? [Any] != nil)
    #expect(object["firstDay"] as? String == "2001-01-01")
  }

  @Test("a report has a section for each instrument, with its picture and its table")
  func report() throws {
    let instruments = [try #require(made(label: "violin")), try #require(made())]
    let page = try PageReader(
      Report(ReportFixture().snapshot().showing([], instruments: instruments)).page)
    let figure = try #require(page.figure("instrument"))
    #expect(figure.tableRows.count == 10)
    #expect(figure.tableRows.first { $0.first == "D4" }?[1] == "20")
    #expect(page.figure("instrument-2") != nil)
    let circles = figure.descendants("circle")
    #expect(circles.count { $0["class"] == "hollow" } == 1 && circles.count == 10)
  }
}
