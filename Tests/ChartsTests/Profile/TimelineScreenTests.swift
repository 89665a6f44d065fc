import Foundation
import Music
import Testing
import Training

@testable import Charts
@testable import Console

@Suite("The profile by day")
struct TimelineScreenTests {
  private let sizes = [(60, 15), (80, 24), (200, 60), (20, 5), (24, 9), (1, 1)].map {
    TerminalSize(columns: $0.0, rows: $0.1)
  }

  /// Both trainings for more than a year, every other day, without the whole of one month.
  private func years() -> ReportFixture {
    let fixture = ReportFixture()
    for day in stride(from: -420, through: 0, by: 2) where !(-200 ... -165).contains(day) {
      for number in 0..<4 {
        fixture.compare(
          60, [4, 12, 40, 90][number],
          number > 1 || !day.isMultiple(of: number == 1 ? 8 : 4), day: day)
        fixture.match(Double(number) - 1, day: day)
      }
    }
    return fixture
  }

  @Test("the threshold at the end of each day is drawn, cents at the left and dates below")
  func picture() {
    let fixture = ReportFixture()
    fixture.train(days: 10)
    let lines = fixture.timeline().lines(in: sizes[1])
    #expect(lines[0] == "Comparison, unison")
    #expect(lines[1] == "By day, all: 1 Nov 2026 to 10 Nov 2026")
    #expect(lines[3].hasPrefix("cents   ● threshold at the end of a day   "))
    // The legend's, and those of the days on which enough was known.
    #expect((2...11).contains(lines.joined().count { $0 == "●" }))
    #expect(lines.contains { $0.contains("└") && $0.contains("┬") })
    #expect(lines.contains { $0.contains(" 1 Nov   ") && $0.contains("   9 Nov") })
    let text = lines.joined(separator: " ")
    #expect(text.contains("400 comparisons on 10 days."))
    #expect(text.contains("told right three times out of four"))
  }

  @Test("tuning is drawn with bias and spread about the line of the true pitch")
  func matching() {
    let fixture = ReportFixture()
    for day in 0..<7 {
      for error in [-2.0, 4, 10] { fixture.match(error, day: day) }
    }
    var screen = fixture.timeline()
    screen.handle([.right, .right])
    let lines = screen.lines(in: sizes[1])
    #expect(lines[0] == "Pitch matching, unison")
    // Bias 4 and spread 6 of every day: from −2 to 10.
    #expect(lines.joined().count { $0 == "●" } == 7 + 1)
    let zero = lines.first { $0.hasPrefix("  0 ┤─") }
    #expect(zero?.count { $0 == "·" } == 7)
    #expect(lines.contains("21 notes on 7 days."))
  }

  @Test("the picture and its words fit into any terminal, in either set of signs")
  func anySize() {
    for glyphs in [Glyphs.unicode, .ascii] {
      for fixture in [ReportFixture(), years()] {
        var screen = fixture.timeline(glyphs)
        for key in [Key.right, .character("+"), .right, .character("+"), .up, .right] {
          for size in sizes {
            let lines = screen.lines(in: size)
            #expect(lines.count <= size.rows)
            guard size.columns > 15 else { continue }
            #expect(lines.allSatisfy { $0.count < size.columns })
            #expect(glyphs.stroke == nil || lines.allSatisfy { $0.utf8.count == $0.count })
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

  @Test("dates stand apart at any width")
  func labels() {
    var screen = years().timeline()
    for _ in TimelinePeriod.allCases {
      for columns in stride(from: 30, to: 140, by: 7) {
        let lines = screen.lines(in: TerminalSize(columns: columns, rows: 24))
        guard let axis = lines.firstIndex(where: { $0.contains("└") }) else {
          Issue.record("no axis at \(columns)")
          continue
        }
        let labels = lines[axis + 1].replacing(/^ +/, with: "").split(separator: "  ")
        #expect(!labels.isEmpty)
        #expect(
          labels.allSatisfy { $0.wholeMatch(of: /\ *(\d+ )?([A-Z][a-z]{2,3})?( ?\d{4})?/) != nil },
          "\(columns): \(lines[axis + 1])")
      }
      _ = screen.handle(.character("+"))
    }
  }

  @Test("+ and - choose the period, which is told")
  func zoom() {
    var screen = years().timeline()
    let periods = [
      "By day, all: 7 Sep 2025 to 1 Nov 2026", "By day, a year: 2 Nov 2025 to 1 Nov 2026",
      "By day, three months: 2 Aug 2026 to 1 Nov 2026",
      "By day, a month: 2 Oct 2026 to 1 Nov 2026", "By day, a week: 26 Oct 2026 to 1 Nov 2026",
    ]
    for period in periods {
      #expect(screen.lines(in: sizes[1])[1] == period)
      _ = screen.handle(.character("+"))
    }
    #expect(screen.lines(in: sizes[1])[1] == periods[4], "no further")
    for period in periods.reversed() {
      #expect(screen.lines(in: sizes[1])[1] == period)
      _ = screen.handle(.character("-"))
    }
    #expect(screen.lines(in: sizes[1])[1] == periods[0], "no further")
  }

  @Test("the arrows go through the time as far as there was training")
  func moving() {
    var screen = years().timeline()
    screen.handle([.up, .down])
    #expect(screen.lines(in: sizes[1])[1].hasPrefix("By day, all: 7 Sep 2025"))
    screen.handle([.character("+"), .up])
    #expect(screen.lines(in: sizes[1])[1] == "By day, a year: 2 Nov 2024 to 1 Nov 2025")
    screen.handle([.up, .up])
    #expect(screen.lines(in: sizes[1])[1] == "By day, a year: 2 Nov 2024 to 1 Nov 2025")
    screen.handle([.down, .down, .down])
    #expect(screen.lines(in: sizes[1])[1] == "By day, a year: 2 Nov 2025 to 1 Nov 2026")
  }

  @Test("a period without training says so, and when there was some before")
  func gap() {
    var screen = years().timeline()
    screen.handle(Array(repeating: .character("+"), count: 4))
    screen.handle(Array(repeating: .up, count: 24))
    let text = screen.text(80, 24)
    #expect(
      text.contains(
        "No training of this kind in this period; the last before it was on 13 April\n2026."))
    #expect(!text.contains("┤"))
    screen.handle([.right])
    #expect(screen.text(80, 24).contains("not trained yet"))
  }

  @Test("intervals have no threshold by day, but their verdicts")
  func intervals() {
    let fixture = ReportFixture()
    fixture.train(days: 10)
    var screen = fixture.timeline()
    screen.handle([.right])
    let lines = screen.lines(in: sizes[1])
    #expect(lines.contains("200 comparisons on 10 days."))
    #expect(lines.contains { $0.contains("perfect fifth") })
    #expect(!lines.joined().contains("●"))
  }

  @Test("nothing trained, and a single day")
  func little() {
    let empty = ReportFixture()
    #expect(empty.timeline().text(80, 24).contains("not trained yet"))
    empty.compare(60, 0, true)
    let lines = empty.timeline().lines(in: sizes[1])
    #expect(lines[1] == "By day, all: 1 Nov 2026")
    #expect(!lines.joined().contains("●"), "nothing that may be shown")
    #expect(lines.contains("1 comparison on 1 day."))
    empty.match(-3)
    var screen = empty.timeline()
    screen.handle([.right, .right])
    #expect(screen.text(80, 24).contains("1 note on 1 day."))
    #expect(!screen.text(80, 24).contains(" flat."), "no figure this early")
    _ = screen.handle(.character("t"))
    #expect(
      screen.text(80, 24).contains(
        "It is too early to say: there is 1 tuned note, and it takes 20."))
  }

  @Test("t leads to the days and back; the lowest line tells the keys that have room")
  func keys() {
    let fixture = years()
    var screen = fixture.screen()
    #expect(screen.text(80, 24).contains("t by day"))
    #expect(screen.handle(.character("t")) == .stay)
    #expect(
      screen.lines(in: sizes[1]).last
        == "q back   ? help   t keyboard   ← → training   + - zoom   ↑ ↓ earlier, later")
    #expect(screen.lines(in: sizes[3]).last == "q back   ? help")
    #expect(screen.handle(.character("t")) == .stay)
    #expect(screen.lines(in: sizes[1])[1] == "Threshold of every note, C3 to C5")
    #expect(screen.handle(.escape) == .back)
  }

  @Test("plain: figures in words, in few enough lines, and no picture")
  func plain() {
    var screen = years().timeline(.unicode, isPlain: true)
    let lines = screen.lines(in: sizes[1])
    #expect(
      lines.contains {
        $0.wholeMatch(of: /Oct 2026: .+ cents \(.+ to .+\), 60 comparisons/) != nil
      })
    #expect(!lines.joined().contains { "│┤●└".contains($0) })
    #expect(lines.count < 31)
    screen.handle([.character("+"), .character("+")])
    #expect(
      screen.lines(in: sizes[1]).contains {
        $0.hasPrefix("Week from 3 August 2026: ") && $0.hasSuffix(", 16 comparisons")
      })
    screen.handle([.right, .right, .character("+"), .character("+")])
    #expect(
      screen.lines(in: sizes[1]).contains(
        "1 November 2026: +0.50 cents on average, spread 1.29, 4 notes"))
    _ = screen.handle(.left)
    screen.handle([.left, .character("t")])
    #expect(screen.lines(in: sizes[1]).contains { $0.hasPrefix("C4: ") })
  }
}
