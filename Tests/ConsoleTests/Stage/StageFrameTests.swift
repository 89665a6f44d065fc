import Testing

@testable import Console

@Suite("The layout of the stage")
@MainActor
struct StageFrameTests {
  private var frame: StageFrame {
    StageFrame(
      title: "Comparison, unison", corner: "12 of 40",
      body: ["           ●  ✓ higher", "", "○┄┄┄┄┄┄┄┄┄┄  D4"], notice: "Answer taken back.",
      status: "Sine · A 440",
      keys: [
        .init("Space", "again"), .init("u undo"), .init("p pause"), .init("+ louder"),
        .init("? help"), .init("Esc end"),
      ], verdict: "✓ higher, by 12.5 cents")
  }

  private func lines(_ frame: StageFrame, _ columns: Int, _ rows: Int) -> [String] {
    frame.grid(in: TerminalSize(columns: columns, rows: rows)).lines
  }

  @Test("80 × 24: title, stage of 60 columns in the middle, notice, status, keys")
  func usual() {
    let lines = lines(frame, 80, 24)
    let blanks = String(repeating: " ", count: 10)
    #expect(lines[0] == "Comparison, unison" + String(repeating: " ", count: 54) + "12 of 40")
    #expect(Array(lines[1...8]) == Array(repeating: "", count: 8))
    #expect(
      Array(lines[9...11])
        == [blanks + "           ●  ✓ higher", "", blanks + "○┄┄┄┄┄┄┄┄┄┄  D4"])
    #expect(Array(lines[12...20]) == Array(repeating: "", count: 9))
    #expect(
      Array(lines[21...]) == [
        "Answer taken back.", "Sine · A 440",
        "Space again   u undo   p pause   + louder   ? help   Esc end",
      ])
  }

  @Test("40 × 12: no blank rows, flush left, the notice covers the status, four keys")
  func small() {
    var frame = frame
    #expect(
      lines(frame, 40, 12) == [
        "Comparison, unison              12 of 40", "           ●  ✓ higher",
        "○┄┄┄┄┄┄┄┄┄┄  D4", "", "", "", "", "", "", "", "Answer taken back.",
        "Space again   u undo   p pause   Esc end",
      ])
    frame.notice = ""
    #expect(
      lines(frame, 44, 12)[10...] == ["Sine · A 440", "Space again   u undo   p pause   Esc end"])
  }

  @Test("what was said last stands above the notice; in a low terminal only in an empty row")
  func last() {
    var frame = frame
    frame.last = "last ✓ lower, by 9.1 cents · D4"
    let blanks = String(repeating: " ", count: 10)
    #expect(
      lines(frame, 80, 24)[20...21] == [
        blanks + "last ✓ lower, by 9.1 cents · D4", "Answer taken back.",
      ])
    #expect(lines(frame, 40, 12)[9] == "last ✓ lower, by 9.1 cents · D4")
    frame.body = (0..<9).map { "row \($0)" }
    #expect(lines(frame, 40, 12)[9] == "row 8")
    #expect(frame.grid(in: TerminalSize(columns: 80, rows: 24))[20, 10].style.weight == .dim)
  }

  @Test("a row of blanks is part of a picture, and stays")
  func pictureRows() {
    var frame = frame
    frame.body[1] = " "
    #expect(lines(frame, 40, 12)[1...3] == ["           ●  ✓ higher", "", "○┄┄┄┄┄┄┄┄┄┄  D4"])
  }

  @Test("under 30 × 8: the verdict alone", arguments: [(29, 24), (80, 7), (12, 3)])
  func tiny(columns: Int, rows: Int) {
    let wanted = StyledText("✓ higher, by 12.5 cents").wrapped(to: columns).map(\.plain)
    #expect(lines(frame, columns, rows).filter { !$0.isEmpty } == wanted)
    var frame = frame
    (frame.verdict, frame.notice) = ("", "")
    #expect(lines(frame, 29, 8)[0] == "● ✓ higher")
  }

  @Test("200 × 60: the stage is as at 80; a plot may be 120 × 30")
  func large() {
    let lines = lines(frame, 200, 60)
    #expect(lines[0].count == 200)
    #expect(lines[27] == String(repeating: " ", count: 81) + "●  ✓ higher")
    #expect(Array(lines[57...]).map { $0.prefix(4) } == ["Answ", "Sine", "Spac"])
    let rooms = [(200, 60), (120, 40), (80, 24), (50, 24), (40, 12)].map {
      StageFrame.room(in: TerminalSize(columns: $0.0, rows: $0.1))
    }
    #expect(
      rooms
        == [(120, 30), (100, 30), (60, 18), (50, 18), (40, 9)].map {
          TerminalSize(columns: $0.0, rows: $0.1)
        })
    let plot = StageFrame(body: ["x"], bodyColumns: 120)
    #expect(plot.grid(in: TerminalSize(columns: 200, rows: 60))[28, 40].text == "x")
  }

  @Test("states of different height stay in their place")
  func bodyRows() {
    var frame = frame
    frame.bodyRows = 8
    #expect(lines(frame, 80, 24)[7].hasSuffix("✓ higher"))
    frame.body += ["", "more"]
    #expect(lines(frame, 80, 24)[7].hasSuffix("✓ higher"))
  }

  @Test("what is selected stays in view; blanks give way first")
  func focus() {
    var frame = StageFrame(body: (0..<30).map { StyledText("line \($0)") }, focus: 20)
    #expect(lines(frame, 80, 24)[2...19].contains { $0.hasSuffix("line 20") })
    #expect(lines(frame, 80, 24)[2].hasSuffix("line 11"))
    frame.focus = 29
    #expect(lines(frame, 80, 24)[19].hasSuffix("line 29"))
    frame.focus = nil
    #expect(lines(frame, 80, 24)[2].hasSuffix("line 0"))
    frame = StageFrame(
      body: (0..<20).map { $0 % 2 == 0 ? StyledText("line \($0)") : "" }, focus: 18)
    #expect(lines(frame, 80, 24).filter { $0.contains("line") }.count == 10)
    frame = StageFrame(
      body: (0..<40).map { $0 % 2 == 0 ? StyledText("line \($0)") : "" }, focus: 38)
    #expect(lines(frame, 80, 24)[19].hasSuffix("line 38"))
  }

  @Test("a long notice covers what is above it; a longer one is cut")
  func notice() {
    var frame = frame
    frame.notice = "Disk full; answers are kept for later, and stored as soon as there is room."
    #expect(
      lines(frame, 40, 12)[9...10]
        == ["Disk full; answers are kept for later,", "and stored as soon as there is room."])
    frame.notice = StyledText(String(repeating: "word ", count: 60))
    #expect(lines(frame, 40, 12)[10].hasSuffix("…"))
    #expect(lines(frame, 40, 12).filter { $0.hasPrefix("word") }.count == 3)
  }

  @Test("a long notice does not cover the focus, and is cut in the rows that are left")
  func noticeBelowFocus() {
    var frame = StageFrame(
      body: (0..<5).map { StyledText("line \($0)") },
      notice: "The Scarlett 2i2 is connected again, and plays what is asked.")
    #expect(
      lines(frame, 30, 8)[3...6].map { $0.prefix(6) } == ["line 2", "The Sc", "again,", "asked."])
    frame.focus = 4
    let covered = lines(frame, 30, 8)
    #expect(covered[5] == "line 4")
    #expect(covered[6].hasPrefix("The Scarlett 2i2") && covered[6].hasSuffix("…"))
    frame.body += ["line 5", "line 6"]
    frame.focus = 6
    #expect(lines(frame, 30, 8)[5] == "line 6", "also if lines before it are left out")
  }

  @Test(
    "title and keys are bold, corner and status dim, a fault is not dim; a title gives way to its corner"
  )
  func styles() {
    let size = TerminalSize(columns: 80, rows: 24)
    var frame = frame
    var grid = frame.grid(in: size)
    #expect(grid[0, 0].style == .strong && grid[0, 79].style == .quiet)
    #expect(grid[22, 0].style == .quiet && grid[21, 0].style == .plain)
    #expect(grid[23, 0].style == .strong && grid[23, 6].style == .plain)
    frame.status = StyledText("!", .fault) + " no JACK server: trying again"
    frame.title = StyledText(String(repeating: "long ", count: 30))
    grid = frame.grid(in: size)
    #expect(grid[22, 0].style == .fault && grid[22, 2].style == .plain)
    #expect(grid.lines[0].hasSuffix("… 12 of 40") && grid.lines[0].columns == 80)
  }

  @Test("no size makes it fail, and no row is longer than the terminal")
  func everySize() {
    var frame = frame
    frame.focus = 2
    for columns in Array(0...62) + [80, 200] {
      for rows in Array(0...26) + [60] {
        let grid = frame.grid(in: TerminalSize(columns: columns, rows: rows))
        #expect(grid.rows == rows)
        if !grid.lines.allSatisfy({ $0.columns <= columns }) {
          Issue.record("\(columns) × \(rows)")
        }
      }
    }
  }
}

@Suite("Styled text and cells")
@MainActor
struct StyledTextTests {
  @Test(
    "columns are those of wcwidth, without joiners and selectors",
    arguments: [
      ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("😀", 2), ("👩‍🎤", 4), ("❤️", 1), ("", 0),
      ("●┄♭", 3), ("\u{301}", 0), ("한", 2),
    ])
  func columns(text: String, columns: Int) {
    #expect(text.columns == columns)
    #expect(StyledText(text).columns == columns)
  }

  @Test("runs of one style are one; what a terminal would act on is visible")
  func runs() {
    let text = StyledText("a") + StyledText("b") + StyledText("c", .right) + ""
    #expect(text.runs.map(\.text) == ["ab", "c"])
    #expect(text.bold.runs.map(\.style) == [.strong, .right.bold])
    #expect(StyledText("a\u{1B}[2J").plain == "a\\u001B[2J")
    #expect(StyledText("").isEmpty && (StyledText() + "").isEmpty)
  }

  @Test("cut, padded and broken by columns, not by characters")
  func fitting() {
    let text = StyledText("日本", .right) + " abc"
    #expect(text.prefix(3).plain == "日")
    #expect(text.shortened(to: 8) == text)
    #expect(text.shortened(to: 6).plain == "日本 …")
    #expect(text.shortened(to: 7, mark: "...").plain == "日本...")
    #expect(text.shortened(to: 1, mark: "...").plain == "")
    #expect(text.padded(to: 10).plain == "日本 abc  ")
    #expect(text.leftPadded(to: 10).plain == "  日本 abc")
    #expect(text.wrapped(to: 5).map(\.plain) == ["日本", "abc"])
    #expect(text.wrapped(to: 2).map(\.plain) == ["日", "ab"])
    #expect(text.wrapped(to: 4)[0].runs[0].style == .right)
  }

  @Test("half of a wide character that is covered becomes blank")
  func halves() {
    let size = TerminalSize(columns: 6, rows: 1)
    for (column, expected) in [(0, "x 本語"), (1, " x本語"), (2, "日x 語"), (3, "日 x語")] {
      var grid = Grid(["日本語"], size: size)
      grid.put("x", row: 0, column: column)
      #expect(grid.lines == [expected])
    }
    var grid = Grid(["abcdef"], size: size)
    grid.put("日本語", row: 0, column: 3)
    #expect(grid.lines == ["abc日f"])
    grid.put("日本", row: 0, column: -1)
    #expect(grid.lines == ["a本日f"])
  }

  @Test("alignment in a field, and the rows with their blanks")
  func fields() {
    var grid = Grid(TerminalSize(columns: 8, rows: 2))
    grid.put("ab", row: 0, column: 1, width: 6, alignment: .right)
    grid.put("ab", row: 1, column: 1, width: 6)
    #expect(grid.lines == ["     ab", " ab"])
    #expect(grid.styledLines.map(\.plain) == ["     ab ", " ab     "])
  }
}

@Suite("Capabilities and glyphs")
@MainActor
struct CapabilitiesTests {
  @Test("NO_COLOR, the Linux console, a dumb terminal and the locale")
  func environment() {
    func capabilities(_ environment: [String: String]) -> TerminalCapabilities {
      TerminalCapabilities(
        ["TERM": "xterm-256color", "LANG": "C.UTF-8"].merging(environment) { $1 })
    }
    #expect(capabilities([:]) == TerminalCapabilities())
    #expect(!capabilities(["NO_COLOR": "1"]).hasStyles)
    #expect(capabilities(["NO_COLOR": ""]).hasStyles)
    let console = capabilities(["TERM": "linux"])
    #expect(console.hasStyles && console.canMoveCursor)
    #expect(!console.hasKeyEvents && !console.hasSynchronizedOutput)
    #expect(!capabilities(["TERM": "dumb"]).canMoveCursor)
    #expect(!TerminalCapabilities([:]).canMoveCursor)
    #expect(!capabilities(["LC_ALL": "C"]).isUnicode)
  }

  @Test("without UTF-8 every glyph is ASCII; the Linux console has only what its fonts have")
  func glyphs() {
    let ascii = Glyphs.forLocale(["LANG": "C", "TERM": "xterm"])
    #expect([ascii.up, ascii.down, ascii.left, ascii.right] == ["^", "v", "<", ">"])
    #expect(
      [ascii.sounded, ascii.silent, ascii.faint, ascii.truth, ascii.yours] == [
        "o", ".", "-", "|", "^",
      ])
    #expect(ascii.rightSign == "right:" && ascii.wrongSign == "no:" && ascii.note == "*")
    let console = Glyphs.forLocale(["LANG": "C.UTF-8", "TERM": "linux"])
    #expect(console.sounded == "o" && console.level == "─" && console.blackKey == "█")
    let codePage437 = Set("─│┌┐└┘├┤┬┴┼═║█▄▀▌▐░▒▓")
    for (glyphs, isKnown) in [
      (ascii, { $0.isASCII }), (console, { $0.isASCII || codePage437.contains($0) }),
    ] as [(Glyphs, (Character) -> Bool)] {
      for child in Mirror(reflecting: glyphs).children {
        #expect("\(child.value)".allSatisfy(isKnown), "\(child)")
      }
    }
  }
}
