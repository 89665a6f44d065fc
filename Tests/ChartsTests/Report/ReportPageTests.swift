import Foundation
import Music
import Testing
import Training
@testable import Charts

@Suite("The page of a report")
struct ReportPageTests {
  private let fixture = ReportFixture()

  private func page() throws -> PageReader { try PageReader(Report(fixture.snapshot()).page) }

  private func texts(_ page: PageReader) -> [String] { page.all("p").map(\.text) }

  @Test("every plot is a picture with title and description, a sentence, and a table")
  func structure() throws {
    fixture.train()
    let page = try page()
    let figures = page.all("figure")
    let expected = [
      "course-unison", "keyboard-unison", "curve-unison", "intervals-interval", "matching-unison",
      "errors-unison", "beats-unison", "matching-interval", "errors-interval", "beats-interval",
      "activity",
    ]
    #expect(figures.compactMap { $0["id"] } == expected)
    // What only statisticians want to know is folded away.
    let folded = page.all("details").first { !$0.descendants("figure").isEmpty }
    #expect(folded?.descendants("figure").compactMap { $0["id"] } == ["curve-unison"])
    #expect(texts(page).contains(FigureTerms.sentences.joined(separator: " ")))
    for figure in figures {
      let svg = try #require(figure.descendants("svg").first)
      #expect(svg["role"] == "img")
      let labels = svg["aria-labelledby"]?.split(separator: " ").map(String.init) ?? []
      let title = try #require(svg.descendants("title").first)
      let desc = try #require(svg.descendants("desc").first)
      #expect(labels == [title["id"], desc["id"]])
      let description = desc.text
      #expect(description.count > 40)
      let heading = figure.descendants("h3") + figure.descendants("h2")
      #expect(heading.map(\.text) == [title.text])
      let sentence = try #require(figure.descendants("p").first?.text)
      #expect(sentence.hasSuffix("."))
      #expect(!figure.tableRows.isEmpty)
      let headings = figure.descendants("thead").first?.descendants("th") ?? []
      for row in figure.tableRows { #expect(row.count == headings.count) }
      #expect(headings.allSatisfy { $0["scope"] == "col" })
    }
  }

  @Test("nothing is fetched, run or told by the page beyond itself")
  func selfContained() throws {
    fixture.train()
    let text = Report(fixture.snapshot()).page
    let page = try page()
    for name in ["script", "link", "img", "iframe", "object", "use", "image"] {
      #expect(page.all(name).isEmpty)
    }
    #expect(!text.contains("http:") || text.components(separatedBy: "http:").count == 2)
    #expect(!text.contains("https:") && !text.contains("src=") && !text.contains("href="))
    #expect(page.root["lang"] == "en")
    #expect(ReportMark.isIn(String(text.prefix(ReportMark.reach))))
    #expect(Set(page.all("figure").compactMap { $0["id"] }).count == 11)
  }

  @Test("the tables have the verdicts' own numbers")
  func numbers() throws {
    fixture.train()
    let page = try page()
    let verdicts = UnisonVerdicts(fixture.hearing.unison.melodic)
    let rows = try #require(page.figure("keyboard-unison")).tableRows
    #expect(rows.count == 25)
    for (row, number) in zip(rows, 48...72) {
      let note = MIDINote(number)
      let verdict = verdicts.threshold(of: note)
      #expect(row == [NoteName.text(note)] + ReportText.cells(verdict) + ["\(verdict.answers)"])
    }
    let curve = try #require(page.figure("curve-unison")).tableRows
    #expect(curve.compactMap { Int($0[2]) }.reduce(0, +) == 400)
    let right = fixture.hearing.timeline.days(of: .unison).reduce(0) { $0 + $1.correct }
    #expect(curve.compactMap { Int($0[3]) }.reduce(0, +) == right)
    let fifth = try #require(
      IntervalVerdicts(fixture.hearing.intervals.melodic).parts.first)
    #expect(
      try #require(page.figure("intervals-interval")).tableRows == [
        ["perfect fifth up", "200"] + EstimateText(fifth.shift, isSigned: true).cells
          + ReportText.cells(fifth.threshold)
      ])
    let fit = try #require(fixture.hearing.matchings.unison.melodic.fit)
    let matching = try #require(page.figure("matching-unison")).tableRows
    #expect(
      matching.map { $0[1] } == [
        EstimateText(fit.bias, isSigned: true).value,
        EstimateText(try #require(fit.pull), isSigned: true).value,
        EstimateText(fit.spread).value,
      ])
    let errors = try #require(page.figure("errors-interval")).tableRows
    #expect(
      errors.compactMap { Int($0[2]) }.reduce(0, +)
        == fixture.hearing.profile.matching.interval.count)
    let activity = try #require(page.figure("activity")).tableRows
    #expect(activity.map { $0[1] } == [String](repeating: "60", count: 10))
  }

  @Test("the sentences are those of the verdicts")
  func sentences() throws {
    fixture.train()
    let page = try page()
    let verdicts = UnisonVerdicts(fixture.hearing.unison.melodic)
    func sentence(_ name: String) -> String? {
      page.figure(name)?.descendants("p").first?.text.replacingOccurrences(of: "\u{A0}", with: " ")
    }
    #expect(sentence("keyboard-unison") == HearingWords.notes(verdicts).joined(separator: " "))
    #expect(sentence("course-unison") == HearingWords.trend(verdicts.trend))
    #expect(sentence("curve-unison")?.contains("were asked most often: ") == true)
    #expect(sentence("intervals-interval")?.hasPrefix("Your perfect fifth ") == true)
    #expect(
      sentence("matching-unison")
        == HearingWords.matching(MatchingVerdicts(fixture.hearing.matchings.unison.melodic))
        .joined(separator: " "))
    #expect(sentence("errors-unison")?.hasPrefix("Of 400 tuned notes, ") == true)
    #expect(texts(page).contains { $0.hasPrefix("Differences of ") })
    #expect(
      texts(page).contains(
        "As of 1 November 2026: 600 comparisons and 600 tuned notes on 10 days."))
  }

  @Test("it opens with one sentence of truth and the threshold over the weeks")
  func opening() throws {
    fixture.train(days: 30)
    let page = try page()
    let header = try #require(page.all("header").first)
    #expect(header.descendants("h1").count == 1)
    let verdicts = UnisonVerdicts(fixture.hearing.unison.melodic)
    #expect(verdicts.level.state == .shown)
    let first = try #require(header.descendants("p").first)
    #expect(first["class"] == "truth")
    #expect(
      first.text.replacingOccurrences(of: "\u{A0}", with: " ") == HearingWords.level(verdicts))
    let figure = try #require(header.descendants("figure").first)
    #expect(figure["id"] == "course-unison")
    #expect(figure.descendants("h2").count == 1, "the heading after h1")
    // Weeks, however few they are.
    #expect(figure.tableRows.count <= 6)
    #expect(figure.tableRows.allSatisfy { $0[0].wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil })
  }

  @Test("who trains no unisons is told of what was trained")
  func openingOfOthers() throws {
    for number in 0..<40 {
      fixture.match(Double(number % 5), start: Double(number * 37 % 200) - 100)
    }
    let verdicts = MatchingVerdicts(fixture.hearing.matchings.unison.melodic)
    let text = try #require(try page().all("header").first?.descendants("p").first?.text)
    #expect(
      text.replacingOccurrences(of: "\u{A0}", with: " ") == HearingWords.matching(verdicts)[0])
    #expect(try page().all("header").first?.descendants("figure").isEmpty == true)
  }

  @Test("nothing plain is shown as if it were hearing")
  func nothingPlain() throws {
    fixture.train()
    let text = Report(fixture.snapshot()).page
    for word in ["mean difference", "Differences asked", "in 1000", "psychometric"] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test("notes of which too little is known are empty in the picture and in the table")
  func unknownNotes() throws {
    fixture.compareOften(48)
    let figure = try #require(try page().figure("keyboard-unison"))
    let rows = figure.tableRows
    #expect(rows.first?[1] != ReportText.nothing)
    let last = try #require(rows.last)
    #expect(last[1...3].allSatisfy { $0 == ReportText.nothing } && last[4] == "0")
    let drawn = figure.descendants("circle").count
    #expect(drawn == rows.count { $0[1] != ReportText.nothing } && drawn < 25)
  }

  @Test("who guesses is told so, and gets no threshold")
  func guesses() throws {
    for number in 0..<200 {
      fixture.compare(60 + number % 5, 100, number.isMultiple(of: 2), day: number / 20)
    }
    let page = try page()
    #expect(page.all("figure").compactMap { $0["id"] } == ["activity"])
    #expect(texts(page).contains(HearingWords.guesses))
    #expect(!texts(page).contains { $0.contains("trend") })
  }

  @Test("the course has the level at the end of each week, and ends with the present one")
  func course() throws {
    fixture.train(days: 60)
    let rows = try #require(try page().figure("course-unison")).tableRows
    // 60 days from a Sunday on: ten weeks, of which the first has one day.
    #expect((9...10).contains(rows.count))
    #expect(rows.last?[1] == "120" && rows.dropLast().suffix(8).allSatisfy { $0[1] == "280" })
    #expect(rows.last?[0] == "2026-12-28" && rows.map { $0[0] } == rows.map { $0[0] }.sorted())
    let level = UnisonVerdicts(fixture.hearing.unison.melodic).level
    #expect(rows.last.map { Array($0[2...]) } == ReportText.cells(level))
    let figure = try #require(try page().figure("course-unison"))
    let scatter = figure.descendants("circle").count { $0["class"] == "dot faint" }
    #expect(scatter == 60)
  }

  @Test("notes that sound together have a section and pictures of their own")
  func together() throws {
    fixture.train()
    let before = try page()
    #expect(!before.all("h2").contains { $0.text.contains("sounding together") })
    fixture.compareOften(60, .harmonic)
    let page = try page()
    #expect(page.all("h2").count { $0.text.contains("sounding together") } == 1)
    #expect(page.figure("curve-unison-harmonic") != nil)
    #expect(page.figure("curve-unison")?.tableRows == before.figure("curve-unison")?.tableRows)
  }

  @Test(
    "errors stand there in cents and in beats, interval by interval; together apart from melodic")
  func beats() throws {
    let (fifth, third) = (DirectedInterval(.perfectFifth), DirectedInterval(.majorThird, .down))
    for number in 0..<40 {
      let error = number.isMultiple(of: 2) ? 4.0 : -2
      fixture.match(error, fifth, start: Double(number * 5 - 100))
      fixture.match(3 * error, fifth, .harmonic)
      if number < 5 { fixture.match(error, third) }
    }
    let page = try page()
    #expect(page.figure("beats-unison") == nil, "no unison was tuned")
    let melodic = try #require(page.figure("beats-interval"))
    let rows = melodic.tableRows
    #expect(rows.map { $0[0] } == [third, fifth].map { NoteName.text($0) })
    #expect(
      rows[0] == ["major third down", "5"] + [String](repeating: ReportText.nothing, count: 5))
    let beats = try #require(Beats.ofError(3, at: fifth))
    #expect(rows[1][1] == "40" && rows[1][2].hasPrefix("+1") && rows[1][3].hasPrefix("3"))
    #expect(rows[1][6] == TrialWords.rate(beats) && rows[1][6] == "1.4")
    #expect(melodic.descendants("circle").count == 1, "of the other there is too little")
    let text = try #require(melodic.descendants("p").first?.text)
    #expect(text.contains("on average, notes end 3"))
    #expect(
      text.contains(
        "As far from pure, the interval above middle C would beat 1.4 times a second if both notes")
    )
    let harmonic = try #require(page.figure("beats-interval-harmonic"))
    #expect(harmonic.tableRows.map { $0[6] } == ["4.1"])
    let together = try #require(harmonic.descendants("p").first?.text)
    #expect(together.hasSuffix("the interval above middle C beats 4.1 times a second."))
  }

  @Test("too few tuned notes have no beats")
  func noBeats() throws {
    for number in 0..<19 { fixture.match(Double(number % 5)) }
    #expect(try page().figure("beats-unison") == nil)
    fixture.match(2)
    #expect(try page().figure("beats-unison")?.tableRows.count == 1)
  }

  @Test("purity has a section for unisons and one for intervals, with thresholds in beats, too")
  func purity() throws {
    fixture.judgeOften(DirectedInterval(.perfectFifth))
    let page = try page()
    #expect(texts(page).contains(ReportText.noPurities(.unison)))
    #expect(!texts(page).contains(ReportText.noPurities(.interval)))
    #expect(page.all("h2").contains { $0.text == "Purity: intervals" })
    let hearing = fixture.hearing.purity
    let part = try #require(IntervalVerdicts(hearing, of: .interval).parts.first)
    #expect(part.threshold.state == .shown)
    let beats = try #require(Beats.ofError(part.threshold.threshold.value, at: part.interval))
    let figure = try #require(page.figure("purity-interval"))
    #expect(
      figure.tableRows == [
        ["perfect fifth up", "1200"] + ReportText.cells(part.threshold) + [TrialWords.rate(beats)]
      ])
    #expect(page.figure("purity-unison") == nil)
    let truth = try #require(page.all("header").first?.descendants("p").first?.text)
    #expect(
      truth.replacingOccurrences(of: "\u{A0}", with: " ") == HearingWords.interval(part),
      "the report opens with it if there is nothing else")
  }

  @Test("what was judged so long ago that nothing is concluded from it was judged all the same")
  func longAgo() throws {
    var replay = HearingReplay()
    replay.add(
      ChoiceAnswer(
        .purity,
        note: MIDINote(60), interval: .prime, centOffset: 4, isCorrect: true,
        date: ReportFixture.start))
    let range = try #require(NoteRange(lowest: 48, highest: 72))
    let report = ReportSnapshot(
      replay.unfinished, noteRange: range, source: "training.sqlite", date: ReportFixture.start,
      version: "1.2.3", timeZone: .gmt)
    #expect(report.purity.unison.count == 1 && report.purity.unison.verdicts.answers == 0)
    let sentences = texts(try PageReader(Report(report).page))
    #expect(!sentences.contains(ReportText.noPurities(.unison)))
    #expect(sentences.contains(ReportText.noPurities(.interval)))
  }

  @Test("who trains notes together alone is told of these, by name")
  func openingOfTogether() throws {
    fixture.compareOften(60, .harmonic)
    let level = HearingWords.level(UnisonVerdicts(fixture.hearing.unison.harmonic))
    let truth = try #require(try page().all("header").first?.descendants("p").first?.text)
    #expect(
      truth.replacingOccurrences(of: "\u{A0}", with: " ")
        == "Comparison, unison, sounding together: \(level)")
  }

  @Test("an empty history has sentences and no plots")
  func empty() throws {
    let page = try page()
    #expect(page.all("figure").isEmpty && page.all("svg").isEmpty)
    let texts = texts(page)
    for kind in TrainingKind.allCases {
      #expect(texts.contains(ReportText.noComparisons(kind)))
      #expect(texts.contains(ReportText.noMatchings(kind)))
      #expect(texts.contains(ReportText.noPurities(kind)))
    }
    #expect(texts.first == ReportText.noActivity)
    #expect(texts.count { $0 == ReportText.noActivity } == 2, "in its section, too")
    #expect(Report(fixture.snapshot()).pictures.isEmpty)
  }

  @Test("of one comparison there is nothing to say but its number")
  func single() throws {
    fixture.compare(60, 10, false)
    let page = try page()
    #expect(page.all("figure").compactMap { $0["id"] } == ["activity"])
    let truth = "It is too early to say: there is 1 comparison, and it takes about 20 more."
    #expect(texts(page)[0] == truth)
    #expect(texts(page).contains { $0.hasSuffix("1 comparison and 0 tuned notes on 1 day.") })
    #expect(texts(page).contains(truth))
    #expect(!Report(fixture.snapshot()).page.contains("nan"))
  }

  @Test("a comparison without a difference is no evidence, and breaks nothing")
  func noDifference() throws {
    fixture.compare(60, 0, false)
    let page = try page()
    #expect(page.all("figure").compactMap { $0["id"] } == ["activity"])
    #expect(texts(page).contains(ReportText.noComparisons(.unison)))
  }

  @Test("one matching is a report, too")
  func singleMatching() throws {
    fixture.match(-1200, DirectedInterval(.octave))
    let page = try page()
    #expect(
      page.all("figure").compactMap { $0["id"] } == ["errors-interval", "activity"])
    #expect(
      texts(page).contains(
        "It is too early to say: there is 1 tuned note, and \(MatchingFit.fewest) are needed."))
    #expect(texts(page).contains(ReportText.noComparisons(.unison)))
    let text = Report(fixture.snapshot()).page
    #expect(!text.contains("nan") && !text.contains("inf\""))
  }

  @Test("a name that looks like markup is only a name")
  func hostileName() throws {
    let name = #"<b>&"'.sqlite"#
    fixture.compare(60, 10, true)
    let text = Report(fixture.snapshot(source: name)).page
    #expect(text.contains("from &lt;b&gt;&amp;&quot;'.sqlite. "))
    let page = try PageReader(text)
    #expect(page.all("b").isEmpty)
    #expect(texts(page).contains { $0.contains(name) })
  }

  @Test(
    "many days are shown by week or by month, and nothing is lost in them",
    arguments: [(180, "2026-11-01", 180), (900, "2026-10-26", 130), (2000, "2026-11", 66)])
  func periods(days: Int, first: String, count: Int) throws {
    for day in 0..<days { fixture.compare(60, 10, true, day: day) }
    let rows = try #require(try page().figure("activity")).tableRows
    #expect(rows.first?[0] == first)
    #expect(rows.count == count)
    #expect(rows.compactMap { Int($0[1]) }.reduce(0, +) == days)
  }

  @Test("the pictures stand alone: well-formed, with colours for light and dark")
  func pictures() throws {
    fixture.train()
    let pictures = Report(fixture.snapshot()).pictures
    #expect(pictures.count == 11)
    for picture in pictures {
      let svg = try PageReader(picture.text)
      #expect(svg.root.name == "svg")
      #expect(svg.all("title").first != nil && svg.all("desc").first != nil)
      #expect(svg.all("style").first?.text.contains("prefers-color-scheme") == true)
      #expect(ReportMark.isIn(String(picture.text.prefix(ReportMark.reach))))
    }
    #expect(pictures[0].fileName == "course-unison.svg")
  }

  @Test("the picture of a note: a line for its interval, a dot, and what they say")
  func golden() throws {
    fixture.train()
    let text = Report(fixture.snapshot()).page
    let note = MIDINote(62)
    let verdict = UnisonVerdicts(fixture.hearing.unison.melodic).threshold(of: note)
    #expect(verdict.state == .shown)
    let tip = VerdictText.note(note, verdict.threshold)
    #expect(tip.hasPrefix("D4: "))
    let pattern = try Regex(
      "<g><title>\(NSRegularExpression.escapedPattern(for: tip))</title>"
        + #"<line class="whisker" x1="[0-9.]+" y1="[0-9.]+" x2="[0-9.]+" y2="[0-9.]+"/>"#
        + #"<circle class="dot" cx="[0-9.]+" cy="[0-9.]+" r="[0-9.]+"/></g>"#)
    #expect(text.firstMatch(of: pattern) != nil)
  }

  @Test("JSON has the figures with what may be said of them, and where the files are")
  func json() throws {
    fixture.train()
    let text = ReportJSON.text(fixture.snapshot(), path: "a\"b", bytes: 7, pictures: ["x.svg"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["path"] as? String == "a\"b")
    #expect(object["pictures"] as? [String] == ["x.svg"])
    #expect(object["comparisons"] as? Int == 600 && object["days"] as? Int == 10)
    #expect(object["harmonic"] == nil)
    let comparison = try #require(object["comparison"] as? [String: [String: Any]])
    let level = UnisonVerdicts(fixture.hearing.unison.melodic).level
    #expect(comparison["unison"]?["level"] as? Double == level.threshold.value.rawValue)
    #expect(comparison["unison"]?["state"] as? String == level.state.rawValue)
    let intervals = try #require(comparison["interval"]?["intervals"] as? [[String: Any]])
    #expect(intervals.map { $0["interval"] as? String } == ["P5"])
    let purity = try #require(object["purity"] as? [String: [String: Any]])
    #expect(purity["unison"]?["trials"] as? Int == 0)
    #expect(purity["interval"]?["trials"] as? Int == 0)
    let matching = try #require(object["matching"] as? [String: [String: Any]])
    let errors = try #require(matching["interval"]?["intervals"] as? [[String: Any]])
    let size = try #require(
      fixture.hearing.diary.intervalErrors(of: .interval).first?.figures?.size.value)
    #expect(errors.map { $0["interval"] as? String } == ["P5"])
    #expect(errors.first?["mean"] as? Double == size.rawValue)
    #expect(errors.first?["signedMean"] is Double && errors.first?["bias"] == nil)
    let beats = try #require(errors.first?["beats"] as? Double)
    let given = try #require(Beats.ofError(size, at: DirectedInterval(.perfectFifth)))
    #expect(abs(beats - given) < 1e-9)
    let fit = try #require(fixture.hearing.matchings.interval.melodic.fit)
    #expect(matching["interval"]?["bias"] as? Double == fit.bias.value.rawValue)
  }
}

@Suite("The colours of a report")
struct ReportPaletteTests {
  /// Of a colour such as `#0b5c9e`: WCAG 2.2, "relative luminance".
  private func luminance(_ colour: String) -> Double {
    let number = Int(colour.dropFirst(), radix: 16) ?? 0
    let parts = [16, 8, 0].map { shift -> Double in
      let value = Double(number >> shift & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  private func contrast(_ first: String, _ second: String) -> Double {
    let (low, high) = (
      min(luminance(first), luminance(second)), max(luminance(first), luminance(second))
    )
    return (high + 0.05) / (low + 0.05)
  }

  @Test("what is read stands out by 4.5 to 1, on paper and in the dark")
  func contrasts() {
    #expect(abs(contrast("#000000", "#ffffff") - 21) < 1e-9)
    for palette in [ReportPalette.light, .dark] {
      for colour in [palette.ink, palette.muted, palette.accent, palette.other] {
        #expect(contrast(colour, palette.background) >= 4.5)
      }
    }
  }

  @Test("the style sheet uses no colour that the schemes do not set, and nothing from elsewhere")
  func style() {
    let sheet = ReportStyle.ofPage
    let used = sheet.matches(of: /var\((--[a-z]+)\)/).map { String($0.1) }
    for name in Set(used) { #expect(ReportPalette.light.properties.contains("\(name):#")) }
    #expect(!sheet.contains("url(") && !sheet.contains("@import"))
  }
}
