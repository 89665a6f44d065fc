import Foundation
import Music
import Testing
import Training

@testable import Charts
@testable import Console

/// One history, told on every surface: the figure of one thing is the same to the last digit.
@Suite("One figure for one thing")
struct OneFigureTests {
  private let fixture = ReportFixture()
  private let hearing: HearingModel
  private let profile: ProfileSnapshot
  private let page: PageReader
  private let text: String

  /// What JSON has of the unisons, of the fifth, and of matching.
  private let json: (unison: [String: Any], fifth: [String: Any], matching: [String: Any])

  init() throws {
    fixture.train(days: 60)
    hearing = fixture.hearing
    profile = ProfileSnapshot(
      hearing, noteRange: try #require(NoteRange(lowest: 48, highest: 72)))
    page = try PageReader(Report(fixture.snapshot()).page)
    text = Self.words(ProfileText.text(profile))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(ProfileJSON.text(profile).utf8))
        as? [String: [String: [String: Any]]])
    let intervals = object["comparison"]?["interval"]?["intervals"] as? [[String: Any]]
    json = (
      unison: try #require(object["comparison"]?["unison"]),
      fifth: try #require(intervals?.first),
      matching: try #require(object["matching"]?["unison"])
    )
  }

  /// With one blank between any two words.
  private static func words(_ text: String) -> String {
    text.replacing("\u{A0}", with: " ").split { " \n".contains($0) }.joined(separator: " ")
  }

  private func screen(_ keys: Key...) -> String {
    var screen = fixture.screen()
    screen.handle(keys)
    return screen.text(200, 60)
  }

  private func estimate(
    _ object: [String: Any], _ value: String, _ low: String, _ high: String
  ) throws -> CentsEstimate {
    func cents(_ name: String) throws -> Cents { Cents(try #require(object[name] as? Double)) }
    return CentsEstimate(value: try cents(value), low: try cents(low), high: try cents(high))
  }

  private func numbers(_ text: String) -> [String] {
    text.matches(of: /\d+(\.\d+)?/).map { String($0.output.0) }
  }

  @Test("the threshold of unisons: screen, weeks, start, profile, JSON, report and its table")
  func level() throws {
    let figure = EstimateText(threshold: try estimate(json.unison, "level", "low", "high"))
    let sentence = HearingWords.level(profile.unison)
    #expect(
      sentence
        == """
        You get differences of \(figure.value) cents right three times out of four \
        (90 %: \(figure.low) to \(figure.high)).
        """)
    #expect(HearingWords.level(profile.unison) == sentence, "the closing words of a training")
    #expect(
      TrainingState(profile.unison, .unicode).line
        == "threshold \(figure.value) cents (\(figure.low)–\(figure.high))")
    #expect(text.contains(sentence))
    #expect(screen().contains(sentence))
    #expect(screen(.character("t")).contains(sentence))
    #expect(page.all("p").first.map { Self.words($0.text) } == sentence)
    let weeks = try #require(page.figure("course-unison")).tableRows
    #expect(weeks.last?.suffix(3) == figure.cells[...])
    var plain = fixture.timeline(.unicode)
    #expect(plain.handle(.other) == .stay)
    #expect(
      plain.said(200, 60).contains("\(figure.value) cents (\(figure.range)), 120 comparisons"))
  }

  @Test("the threshold of a note: screen, table of the profile, picture and table of the report")
  func note() throws {
    let entry = try #require(
      (json.unison["notes"] as? [[String: Any]])?.first { $0["state"] as? String == "shown" })
    let name = NoteName.text(MIDINote(try #require(entry["note"] as? Int)))
    let figure = EstimateText(threshold: try estimate(entry, "threshold", "low", "high"))
    let told = "\(name): \(figure.value) cents (\(figure.range))"
    var plain = fixture.screen(.unicode)
    #expect(plain.handle(.other) == .stay)
    #expect(plain.said(200, 60).contains(told))
    #expect(text.contains("\(name) \(figure.value) \(figure.low) \(figure.high) "))
    let row = try #require(page.figure("keyboard-unison")).tableRows.first { $0[0] == name }
    #expect(row.map { Array($0[1...3]) } == figure.cells)
    #expect(
      page.figure("keyboard-unison")?.descendants("title").contains { $0.text == told } == true)
  }

  @Test("the change of the threshold: screen, profile, JSON and report")
  func change() throws {
    let sentence = HearingWords.trend(profile.unison.trend)
    #expect(text.contains(sentence))
    #expect(screen(.character("t")).contains(sentence))
    let course = try #require(page.figure("course-unison"))
    #expect(course.descendants("p").first.map { Self.words($0.text) } == sentence)
    let trend = try #require(json.unison["trend"] as? [String: Any])
    let change = try #require(profile.unison.trend.trend).change
    for (name, value) in [
      ("change", change.value), ("changeLow", change.low), ("changeHigh", change.high),
    ] {
      // The reader of JSON may be one unit off in the last place.
      let told = try #require(trend[name] as? Double)
      #expect(abs(told - value) <= 4 * value.ulp)
    }
    #expect(trend["since"] as? String == "2026-11-01")
  }

  @Test("an interval: screen, profile, JSON, report and its table")
  func interval() throws {
    let part = try #require(profile.intervals.parts.first)
    let sentence = HearingWords.interval(part)
    #expect(text.contains(sentence))
    #expect(screen(.right).contains(sentence))
    #expect(screen(.right, .tab).contains(sentence))
    #expect(page.all("p").contains { Self.words($0.text).contains(sentence) })
    let threshold = EstimateText(threshold: try estimate(json.fifth, "threshold", "low", "high"))
    #expect(EstimateText(threshold: part.threshold.threshold) == threshold)
    if part.threshold.state == .shown {
      #expect(sentence.contains("differences of \(threshold.value) cents right"))
      let row = try #require(page.figure("intervals-interval")).tableRows.first
      #expect(row?.suffix(3) == threshold.cells[...])
    }
  }

  @Test("the spread on the closing page has the digits of the profile, however wide its interval")
  func spread() throws {
    let spread = CentsEstimate(value: Cents(26.4), low: Cents(21.3), high: Cents(32.7))
    let figure = SessionFigures.Figure(
      name: "spread", spokenName: "Spread", isThreshold: false,
      verdict: ThresholdVerdict(state: .shown, answers: 20, threshold: spread))
    #expect(VerdictText.brief(figure) == EstimateText(spread).all)
    let fit = try #require(profile.matching.unison.verdicts.fit)
    let shown = SessionFigures(
      .matching, of: [.prime], hearing,
      noteRange: try #require(NoteRange(lowest: 48, highest: 72)))
    #expect(shown.figures.map(\.text) == [EstimateText(fit.spread)])
    #expect(EstimateText(spread).value == "26")
  }

  @Test("matching: the line of the screen has the digits of the sentences, JSON and the table")
  func matching() throws {
    let bias = EstimateText(
      try estimate(json.matching, "bias", "biasLow", "biasHigh"), isSigned: true)
    let spread = EstimateText(try estimate(json.matching, "spread", "spreadLow", "spreadHigh"))
    let fit = try #require(profile.matching.unison.verdicts.fit)
    let count = profile.matching.unison.verdicts.count
    let line = HearingWords.matchingLine(fit, of: count)
    #expect(screen(.right, .right).contains(line))
    #expect(
      Set(numbers(line)) == Set(bias.cells.flatMap(numbers) + [spread.value, "200", "\(count)"]))
    let sentences = HearingWords.matching(profile.matching.unison.verdicts)
    #expect(numbers(sentences[0]) == ([bias.value, "90", bias.low, bias.high]).flatMap(numbers))
    #expect(sentences.allSatisfy { text.contains($0) })
    let figure = try #require(page.figure("matching-unison"))
    #expect(
      figure.descendants("p").first.map { Self.words($0.text) } == sentences.joined(separator: " "))
    #expect(figure.tableRows.map { Array($0[1...]) }.first == bias.cells)
    #expect(figure.tableRows.map { Array($0[1...]) }.last == spread.cells)
    #expect(
      TrainingState(profile.matching.unison.verdicts, .unicode).line
        == HearingWords.matchingBrief(fit))
  }
}
