import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Charts
@testable import Console

@Suite("The profile by week")
struct WeeksPageTests {
  private let sizes = [(60, 15), (80, 24), (200, 60), (40, 12), (20, 5), (24, 9), (1, 1)].map {
    TerminalSize(columns: $0.0, rows: $0.1)
  }

  /// Both trainings for more than a year, every other day, without the whole of one season.
  private func years() -> ReportFixture {
    let fixture = ReportFixture()
    for day in stride(from: -420, through: 0, by: 2) where !(-274 ... -180).contains(day) {
      for number in 0..<4 {
        fixture.compare(
          60, [4, 12, 40, 90][number],
          number > 1 || !day.isMultiple(of: number == 1 ? 8 : 4), day: day)
        for _ in 0..<2 { fixture.match(Double(number) - 1, day: day) }
      }
    }
    return fixture
  }

  @Test("the threshold at the end of each week is drawn, with its date below")
  func picture() {
    let fixture = ReportFixture()
    fixture.train(days: 30)
    let screen = fixture.timeline()
    let lines = screen.lines(in: sizes[1])
    #expect(lines[0].hasPrefix("Profile: Comparison, unison "))
    #expect(screen.view() == "1 Nov 2026 to 30 Nov 2026")
    #expect(lines.contains { $0.contains("Threshold, cents") && $0.contains("● · 90 %") })
    // The legend's, and those of the weeks at whose end enough was known.
    #expect((3...7).contains(lines.joined().count { $0 == "●" }))
    let text = screen.text(200, 60)
    #expect(text.contains("1200 comparisons on 30 days."))
    #expect(text.contains("right three times out of four"))
  }

  @Test("a week is at its place in time: one without training leaves a gap")
  func gaps() {
    let fixture = ReportFixture()
    fixture.train(days: 7)
    fixture.train(days: 6, from: 15)
    let lines = fixture.timeline().lines(in: sizes[1])
    guard let axis = lines.first(where: { $0.contains("┤") }),
      let left = Array(axis).firstIndex(of: "┤")
    else {
      Issue.record("no axis")
      return
    }
    let columns = lines.dropFirst(4).flatMap { line in
      Array(line).enumerated().filter { $0.element == "●" }.map { $0.offset - left - 2 }
    }
    // A week has five columns, and the second one is empty.
    #expect(Set(columns) == [0, 10])
  }

  @Test("tuning is drawn with the mean of each week of twenty notes or more and its spread")
  func matching() {
    let fixture = ReportFixture()
    for day in 0..<21 {
      for error in [-2.0, 4, 10, 4] {
        fixture.match(error, start: Double(day * 37 % 200 - 100), day: day)
      }
    }
    var screen = fixture.timeline()
    screen.handle([.right, .right])
    let lines = screen.lines(in: sizes[1])
    #expect(lines[0].hasPrefix("Profile: Matching, unison "))
    // The 1st of November 2026 is a Sunday: a week of four notes, three of more, and the legend.
    #expect(lines.joined().count { $0 == "●" } == 3 + 1)
    #expect(lines.contains { $0.contains("● mean   · spread") })
    #expect(screen.text(80, 24).contains("84 notes on 21 days."))
    let told = screen.spoken(in: sizes[1]).filter { $0.hasPrefix("Week from") }
    #expect(told.count == 3)
    #expect(told.first == "Week from 2 November 2026: +4.0 cents on average, spread 4.3, 28 notes")
  }

  @Test("the picture and its words fit into any terminal, in either set of signs")
  func anySize() {
    for glyphs in [Glyphs.unicode, .ascii] {
      for fixture in [ReportFixture(), years()] {
        var screen = fixture.timeline(glyphs)
        for key in [Key.right, .character("z"), .right, .character("z"), .up, .right] {
          for size in sizes {
            let lines = screen.lines(in: size)
            #expect(lines.count <= size.rows)
            #expect(lines.allSatisfy { $0.columns <= size.columns })
          }
          _ = screen.handle(key)
        }
      }
    }
  }

  @Test("cents are marked at round values, also where there are few rows")
  func cents() {
    func marked(_ axis: CentsAxis, _ height: Int) -> [String] {
      axis.lines(height: height, labelWidth: 3, glyphs: .ascii).compactMap { line in
        line.hasSuffix("+") ? String(line.dropLast()).replacing(" ", with: "") : nil
      }
    }
    #expect(marked(.signed([-7, 0, 8]), 12) == ["+5", "0", "-5"])
    #expect(marked(.signed([-7, 0, 8]), 4) == ["+5", "0", "-5"])
    #expect(marked(.logarithmic([4, 60]), 20) == ["50", "20", "10", "5"])
    #expect(marked(.logarithmic([4, 60]), 4) == ["50", "10"])
    #expect(marked(.logarithmic([12, 12]), 9) == ["15", "10", "9"])
    #expect(marked(.logarithmic([0]), 5).count > 1, "nothing that a logarithm has")
  }

  @Test("the console of the kernel has no braille")
  func kernelConsole() {
    let locale = ["LC_ALL": "C.UTF-8"]
    #expect(Glyphs.forLocale(locale).stroke == nil)
    #expect(Glyphs.forLocale(locale.merging(["TERM": "linux"]) { $1 }).stroke == "*")
  }

  @Test("z chooses the period, and after the shortest all again")
  func zoom() {
    var screen = years().timeline()
    let periods = [
      "7 Sep 2025 to 1 Nov 2026", "2 Nov 2025 to 1 Nov 2026", "2 Aug 2026 to 1 Nov 2026",
      "7 Sep 2025 to 1 Nov 2026",
    ]
    for period in periods {
      #expect(screen.view() == period)
      _ = screen.handle(.character("z"))
    }
  }

  @Test("the arrows go through the time as far as there was training")
  func moving() {
    var screen = years().timeline()
    screen.handle([.up, .down])
    #expect(screen.view() == "7 Sep 2025 to 1 Nov 2026")
    screen.handle([.character("z"), .up])
    #expect(screen.view() == "2 Nov 2024 to 1 Nov 2025")
    screen.handle([.up, .up])
    #expect(screen.view() == "2 Nov 2024 to 1 Nov 2025")
    screen.handle([.down, .down, .down])
    #expect(screen.view() == "2 Nov 2025 to 1 Nov 2026")
  }

  @Test("a period without training says so, and when there was some before")
  func gap() {
    var screen = years().timeline()
    screen.handle([.character("z"), .character("z"), .up, .up])
    #expect(screen.view() == "2 Feb 2026 to 1 May 2026")
    #expect(
      screen.text(80, 24).contains(
        "No training of this kind in this period; the last before it was on"))
    #expect(!screen.text(80, 24).contains("┤"))
    screen.handle([.right])
    #expect(
      screen.text(80, 24).contains(
        "Not trained yet. Press 2 on the start screen; a first figure usually takes"))
  }

  @Test("weeks of several intervals: a sign for each; Tab picks one, with the ends of its interval")
  func intervals() {
    let fixture = ReportFixture()
    let (fifth, octave) = (DirectedInterval(.perfectFifth), DirectedInterval(.octave, .down))
    for day in [-20, -13, -6] {
      fixture.compare(60, 10, true, fifth, day: day)
      fixture.compare(60, 10, true, octave, day: day)
    }
    // Mondays from 12 October 2026 on.
    func days(_ interval: DirectedInterval, _ levels: [Double?]) -> IntervalDays {
      IntervalDays(
        interval: interval,
        course: zip([9415, 9422, 9429], levels).map { number, level in
          let estimate = CentsEstimate(
            value: Cents(level ?? 20), low: Cents((level ?? 2) * 0.8), high: Cents(50))
          return (
            day: LevelOfDay(day: number, answers: 30, level: estimate),
            state: level == nil ? FigureState.early : .shown
          )
        })
    }
    let hearing = ProfileDays(fixture.hearing, timeZone: .gmt)
    let profileDays = ProfileDays(
      compared: hearing.compared, course: [],
      intervals: [days(fifth, [nil, 16, 12]), days(octave, [30, 25, 22])],
      matched: hearing.matched, calendar: hearing.calendar)
    func lines(_ picked: Int?, _ columns: Int = 80) -> String {
      let section = IntervalSection(.comparison, picked: picked)
      let size = TerminalSize(columns: columns, rows: 24)
      return WeeksPage(
        days: profileDays, window: TimelineWindow(), section: section, picks: true,
        glyphs: .unicode
      ).page("Intervals", sentences: []).frame(in: size).grid(in: size).lines
        .joined(separator: "\n")
    }
    let all = lines(nil)
    #expect(all.contains("Threshold, cents   1 fifth ↑  2 octave ↓"))
    #expect(!all.contains("●") && all.contains("6 comparisons on 3 days."))
    #expect(lines(nil, 36).contains("1 P5  2 P8-"), "short names if there is little room")
    let section = IntervalSection(.comparison)
    let span = section.span(profileDays)
    let points = span.map { section.series(profileDays, in: $0).points(by: .week) } ?? []
    #expect(points.map(\.value).sorted() == [12, 16, 22, 25, 30])
    #expect(points.count { $0.line?.sign == "2" } == 3)
    #expect(points.last { $0.line?.sign == "1" }?.text.hasPrefix("perfect fifth up: 12") == true)
    let one = lines(1)
    #expect(one.contains("Threshold, cents: octave down") && one.contains("● · 90 %"))
    // The legend's, and those of three weeks.
    #expect(one.count { $0 == "●" } == 4)
    #expect(one.contains("90 comparisons on 3 days."))
  }

  @Test("Tab picks an interval by week, too; the weeks of a real history are drawn")
  func pickedInterval() {
    let fixture = ReportFixture()
    fixture.train(days: 10)
    var screen = fixture.timeline()
    screen.handle([.right])
    #expect(screen.text(200, 60).contains("200 comparisons on 10 days."))
    #expect(screen.text(200, 60).contains("perfect fifth"))
    screen.handle([.tab])
    #expect(screen.text(200, 60).contains("200 comparisons on 10 days."))
    screen.handle([.tab])
    #expect(screen.text(200, 60).contains("200 comparisons on 10 days."))
  }

  @Test("nothing trained, and a single day")
  func little() {
    let fixture = ReportFixture()
    #expect(
      fixture.timeline().text(80, 24).contains("Not trained yet. Press 1 on the start screen;"))
    fixture.compare(60, 0, true)
    let screen = fixture.timeline()
    #expect(screen.view() == "1 Nov 2026")
    #expect(!screen.text(80, 24).contains("●"), "nothing that may be shown")
    #expect(screen.text(80, 24).contains("1 comparison on 1 day."))
    fixture.match(-3)
    var matching = fixture.timeline()
    matching.handle([.right, .right])
    #expect(matching.text(80, 24).contains("1 note on 1 day."))
    _ = matching.handle(.character("t"))
    #expect(
      matching.text(80, 24).contains(
        "It is too early to say: there is 1 tuned note, and 20 are needed."))
  }

  @Test("t leads to the weeks and back; the lowest line tells the keys")
  func keys() {
    var screen = years().screen()
    #expect(
      screen.lines(in: sizes[1]).last
        == "← → training   t weeks   Esc back   z zoom   ? help")
    #expect(screen.handle(.character("t")) == .stay)
    #expect(
      screen.lines(in: sizes[1]).last
        == "← → training   t notes   Esc back   z zoom   ? help")
    #expect(screen.handle(.character("t")) == .stay)
    #expect(screen.view() == "C3–C5")
    #expect(screen.handle(.escape) == .back)
  }

  @Test("the lowest line has no key that does nothing")
  func keysThatWork() {
    func keys(_ screen: ProfileScreen<Never>) -> String? { screen.lines(in: sizes[1]).last }
    var screen = years().screen()
    _ = screen.handle(.character("z"))
    #expect(
      keys(screen) == "← → training   t weeks   Esc back   z zoom   ↑ ↓ octave   ? help")
    screen.handle([.character("t"), .character("z")])
    #expect(
      keys(screen) == "← → training   t notes   Esc back   z zoom   ↑ ↓ earlier, later   ? help")
    var untrained = ReportFixture().screen()
    for other in ["notes", "overall", "overall", "overall"] {
      #expect(keys(untrained) == "← → training   t weeks   Esc back   ? help")
      _ = untrained.handle(.character("t"))
      #expect(keys(untrained) == "← → training   t \(other)   Esc back   ? help")
      untrained.handle([.character("t"), .right])
    }
  }

  @Test("a key that the page has no use for may be the program's")
  func others() {
    let profile = ProfileSnapshot(HearingModel(), noteRange: MockUserSettings().noteRange)
    var screen = ProfileScreen<String>(
      profile: profile, days: ProfileDays(HearingModel()), glyphs: .unicode,
      others: { $0 == .character("+") ? "louder" : nil })
    #expect(screen.handle(.character("+")) == .perform("louder"))
    #expect(screen.handle(.character("x")) == .stay)
    #expect(screen.handle(.character("t")) == .stay)
    #expect(screen.handle(.character("?")) == .help)
  }

  @Test("what is read out: figures in words, in few enough lines, and no picture")
  func plain() {
    var screen = years().timeline(.unicode)
    let lines = screen.spoken(in: sizes[1])
    #expect(
      lines.contains {
        $0.wholeMatch(of: /Oct 2026: .+ cents \(.+–.+\), 60 comparisons/) != nil
      })
    #expect(!lines.joined().contains { "│┤●└".contains($0) })
    #expect(lines.count < 31)
    screen.handle([.character("z"), .character("z")])
    #expect(
      screen.spoken(in: sizes[1]).contains {
        $0.hasPrefix("Week from 3 August 2026: ") && $0.hasSuffix(", 16 comparisons")
      })
    screen.handle([.right, .right])
    #expect(
      screen.spoken(in: sizes[1]).contains {
        $0.hasPrefix("Week from 26 October 2026: +0.5 cents on average, spread 1.14, 32 ")
      })
    screen.handle([.left, .left, .character("t")])
    #expect(screen.spoken(in: sizes[1]).contains { $0.hasPrefix("C4: ") })
  }
}

@Suite("Periods in time")
struct ReportPeriodTests {
  private let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  private func day(_ year: Int, _ month: Int, _ day: Int) throws -> Date {
    try #require(calendar.date(from: DateComponents(year: year, month: month, day: day)))
  }

  @Test("weeks begin on Mondays, and the distance counts those between")
  func weeks() throws {
    let sunday = try day(2026, 11, 1)
    #expect(try ReportPeriod.week.start(of: sunday, in: calendar) == day(2026, 10, 26))
    #expect(try ReportPeriod.week.distance(from: sunday, to: day(2026, 11, 2), in: calendar) == 1)
    #expect(
      try ReportPeriod.week.distance(from: day(2026, 11, 2), to: day(2026, 11, 8), in: calendar)
        == 0)
    #expect(try ReportPeriod.week.date(2, after: sunday, in: calendar) == day(2026, 11, 9))
  }

  @Test("months and years are those of the calendar, whatever their length")
  func months() throws {
    let (first, last) = (try day(2024, 2, 29), try day(2026, 3, 1))
    #expect(ReportPeriod.month.distance(from: first, to: last, in: calendar) == 25)
    #expect(ReportPeriod.year.distance(from: first, to: last, in: calendar) == 2)
    #expect(
      try ReportPeriod.month.date(1, after: day(2026, 1, 31), in: calendar) == day(2026, 2, 1))
  }
}
