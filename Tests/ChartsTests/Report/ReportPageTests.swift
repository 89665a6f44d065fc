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
    let kinds = ["unison", "interval"]
    let expected =
      kinds.flatMap { ["keyboard-\($0)", "answers-\($0)", "timeline-\($0)"] }
      + kinds.flatMap { ["errors-\($0)", "error-days-\($0)"] } + ["trend", "activity"]
    #expect(figures.compactMap { $0["id"] } == expected)
    for figure in figures {
      let svg = try #require(figure.descendants("svg").first)
      #expect(svg["role"] == "img")
      let labels = svg["aria-labelledby"]?.split(separator: " ").map(String.init) ?? []
      let title = try #require(svg.descendants("title").first)
      let desc = try #require(svg.descendants("desc").first)
      #expect(labels == [title["id"], desc["id"]])
      let description = desc.text
      #expect(description.count > 40)
      #expect(figure.descendants("h3").first?.text == title.text)
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
    #expect(Set(page.all("figure").compactMap { $0["id"] }).count == 12)
  }

  @Test("the tables have the profile's own numbers")
  func numbers() throws {
    fixture.train()
    let page = try page()
    let thresholds = fixture.hearing.profile.thresholds.unison
    let statistics = fixture.hearing.profile.discrimination.unison
    let rows = try #require(page.figure("keyboard-unison")).tableRows
    #expect(rows.count == 25)
    for (row, number) in zip(rows, 48...72) {
      let note = MIDINote(number)
      let estimate = thresholds.estimate(of: note)
      #expect(
        row == [
          note.name, CentsText.plain(estimate.threshold.rawValue),
          CentsText.plain(estimate.low.rawValue), CentsText.plain(estimate.high.rawValue),
          "\(statistics[note].count)",
        ])
    }
    let answers = try #require(page.figure("answers-unison")).tableRows
    #expect(answers.compactMap { Int($0[1]) }.reduce(0, +) == statistics.count)
    let right = fixture.hearing.timeline.days(of: .unison).reduce(0) { $0 + $1.correct }
    #expect(answers.compactMap { Int($0[2]) }.reduce(0, +) == right)
    let timeline = try #require(page.figure("timeline-interval")).tableRows
    let days = fixture.hearing.timeline.days(of: .interval)
    #expect(timeline.map { $0[0] }.first == "2026-11-01")
    #expect(timeline.map { $0[3] } == days.map { CentsText.plain($0.mean.rawValue) })
    #expect(
      timeline.map { $0[4] }
        == fixture.hearing.timeline.rolling(of: .interval).map { CentsText.plain($0.mean.rawValue) }
    )
    let errors = try #require(page.figure("errors-interval")).tableRows
    #expect(
      errors.compactMap { Int($0[2]) }.reduce(0, +)
        == fixture.hearing.profile.matching.interval.count)
    let activity = try #require(page.figure("activity")).tableRows
    #expect(activity.map { $0[1] } == [String](repeating: "60", count: 10))
  }

  @Test("the sentences have the figures of the profile")
  func sentences() throws {
    fixture.train()
    let snapshot = fixture.snapshot()
    let page = try page()
    let fit = try #require(snapshot.fits.unison)
    let answers = try #require(page.figure("answers-unison")?.descendants("p").first?.text)
    #expect(answers.contains("you get \(CentsText.plain(fit.threshold.rawValue)) cents right"))
    let bias = try #require(fixture.hearing.profile.matching.unison.bias)
    let errors = try #require(page.figure("errors-unison")?.descendants("p").first?.text)
    #expect(errors.hasPrefix("On average you tune \(CentsText.plain(bias.magnitude)) cents sharp"))
    #expect(texts(page).contains { $0.hasPrefix("Trend of the thresholds: ") })
    #expect(
      texts(page)[0]
        == "As of 1 November 2026: 600 comparisons and 600 pitch matchings on 10 days.")
  }

  @Test("an empty history has sentences and no plots")
  func empty() throws {
    let page = try page()
    #expect(page.all("figure").isEmpty && page.all("svg").isEmpty)
    let texts = texts(page)
    for kind in TrainingKind.allCases {
      #expect(texts.contains(ReportText.noComparisons(kind)))
      #expect(texts.contains(ReportText.noMatchings(kind)))
    }
    #expect(texts.contains(ReportText.noTrend) && texts.contains(ReportText.noActivity))
    #expect(Report(fixture.snapshot()).pictures.isEmpty)
  }

  @Test("one comparison is a report, too")
  func single() throws {
    fixture.compare(60, 0, false)
    let page = try page()
    // Without a difference there is nothing for the curve's logarithmic axis.
    #expect(
      page.all("figure").compactMap { $0["id"] }
        == ["keyboard-unison", "timeline-unison", "activity"])
    #expect(texts(page)[0].hasSuffix("1 comparison and 0 pitch matchings on 1 day."))
    #expect(!Report(fixture.snapshot()).page.contains("nan"))
  }

  @Test("one matching is a report, too")
  func singleMatching() throws {
    fixture.match(-1200, DirectedInterval(.octave))
    let page = try page()
    #expect(
      page.all("figure").compactMap { $0["id"] }
        == ["errors-interval", "error-days-interval", "activity"])
    #expect(texts(page).contains("The only note so far was 1200.0 cents flat."))
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
    let timeline = try #require(try page().figure("timeline-unison")).tableRows
    #expect(timeline.allSatisfy { $0[3] == "10.0" && $0[4] == "10.0" })
  }

  @Test("the pictures stand alone: well-formed, with colours for light and dark")
  func pictures() throws {
    fixture.train()
    let pictures = Report(fixture.snapshot()).pictures
    #expect(pictures.count == 12)
    for picture in pictures {
      let svg = try PageReader(picture.text)
      #expect(svg.root.name == "svg")
      #expect(svg.all("title").first != nil && svg.all("desc").first != nil)
      #expect(svg.all("style").first?.text.contains("prefers-color-scheme") == true)
      #expect(ReportMark.isIn(String(picture.text.prefix(ReportMark.reach))))
    }
    #expect(pictures[0].fileName == "keyboard-unison.svg")
  }

  @Test("the picture of a note: a line for its interval, a dot, and what they say")
  func golden() throws {
    fixture.compare(60, 10, true)
    let text = Report(fixture.snapshot()).page
    let estimate = fixture.hearing.profile.thresholds.unison.estimate(of: MIDINote(60))
    let tip = ReportText.noteTip(MIDINote(60), estimate)
    #expect(tip.hasPrefix("C4: "))
    let pattern = try Regex(
      "<g><title>\(NSRegularExpression.escapedPattern(for: tip))</title>"
        + #"<line class="whisker" x1="[0-9.]+" y1="[0-9.]+" x2="[0-9.]+" y2="[0-9.]+"/>"#
        + #"<circle class="dot" cx="[0-9.]+" cy="[0-9.]+" r="[0-9.]+"/></g>"#)
    #expect(text.firstMatch(of: pattern) != nil)
    // The other 24 notes of the range were not asked.
    #expect(text.components(separatedBy: #"class="hollow""#).count == 25)
  }

  @Test("JSON has the figures and where the files are")
  func json() throws {
    fixture.train()
    let text = ReportJSON.text(fixture.snapshot(), path: "a\"b", bytes: 7, pictures: ["x.svg"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["path"] as? String == "a\"b")
    #expect(object["pictures"] as? [String] == ["x.svg"])
    #expect(object["comparisons"] as? Int == 600 && object["days"] as? Int == 10)
    let unison = try #require(
      (object["comparison"] as? [String: [String: Any]])?["unison"])
    #expect(unison["threshold"] as? Double == fixture.snapshot().fits.unison?.threshold.rawValue)
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
