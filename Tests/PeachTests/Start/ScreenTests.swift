import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Charts
@testable import Console
@testable import PeachApp

@Suite("Screens")
@MainActor
struct ScreenTests {
  private let sizes = [(60, 15), (80, 24), (300, 80)].map {
    TerminalSize(columns: $0.0, rows: $0.1)
  }

  private func snapshot(trained: Bool) throws -> ProfileSnapshot {
    var hearing = HearingModel()
    if trained {
      // A threshold of about ten cents, in ten days.
      for index in 0..<800 {
        let note = MIDINote(36 + index * 7 % 49)
        let date = Date(timeIntervalSince1970: Double(index / 80) * 86_400)
        hearing.addComparison(
          note: note, centOffset: [3, 10, 25, 60][index % 4],
          isCorrect: index % 4 > 1 || !(index / 4).isMultiple(of: index % 4 == 1 ? 4 : 2),
          interval: .prime, date: date)
        hearing.add(
          MatchingAnswer(
            note: note, interval: .prime, centError: Cents(Double(index % 7)),
            initialCentOffset: Cents(Double(index % 11) * 10 - 50), date: date, presentation: nil))
      }
    }
    return ProfileSnapshot(
      hearing, noteRange: try #require(NoteRange(lowest: 36, highest: 84)))
  }

  private let noDays = ProfileDays(HearingModel(), timeZone: .gmt)

  @Test("the start screen has the four trainings, and words for whoever is here for the first time")
  func start() throws {
    let first = StartScreen(profile: try snapshot(trained: false), glyphs: .unicode)
    for size in sizes {
      let lines = first.lines(in: size)
      #expect(lines[2] == "› 1  Comparison, unison        not trained yet")
      #expect(lines.count <= size.rows && lines.allSatisfy { $0.count < size.columns })
      #expect(lines.contains { $0.hasPrefix("Differences are given in cents") })
    }
    let later = StartScreen(profile: try snapshot(trained: true), glyphs: .ascii)
      .lines(in: sizes[1])
    #expect(!later.contains { $0.contains("100 cents are") })
    #expect(later[2].contains(/\d cents \([\d.]+ to [\d.]+\)/))
    #expect(later[4].contains(/\+[23]\.\d+ cents, spread \d/))
    #expect(later.allSatisfy { $0.utf8.count == $0.count }, "ASCII")
    let narrow = StartScreen(profile: try snapshot(trained: true), glyphs: .ascii)
      .lines(in: sizes[0])
    #expect(narrow[2].hasSuffix(")"), "if all does not fit, the figures alone")
  }

  @Test("a training is chosen by its number, or with the cursor and Enter")
  func choosing() throws {
    var screen = StartScreen(profile: try snapshot(trained: false), glyphs: .ascii)
    #expect(
      screen.handle(.character("4")) == .perform(.train(TrainingChoice(.matching, .interval))))
    #expect(screen.lines(in: sizes[0])[5].hasPrefix("> 4"))
    for _ in 0..<9 { #expect(screen.handle(.up) == .stay) }
    #expect(screen.handle(.enter) == .perform(.train(TrainingChoice(.comparison, .unison))))
    #expect(screen.handle(.down) == .stay)
    #expect(screen.handle(.enter) == .perform(.train(TrainingChoice(.comparison, .interval))))
    for (key, action) in [
      ("p", ScreenAction.open(.profile)), ("s", .open(.settings)), ("i", .open(.info)),
      ("q", .quit),
    ] {
      #expect(screen.handle(.character(Character(key))) == .perform(action))
    }
    #expect(screen.handle(.character("h")) == .help)
    #expect(screen.handle(.other) == .stay)
  }

  @Test("the start screen remembers what was trained last")
  func remembering() throws {
    let screen = StartScreen(
      profile: try snapshot(trained: false), glyphs: .ascii,
      chosen: TrainingChoice(.matching, .unison))
    #expect(screen.lines(in: sizes[0])[4].hasPrefix("> 3"))
  }

  @Test("the profile screen draws thresholds over the keyboard, and says what they mean")
  func profile() throws {
    var screen = ProfileScreen<ScreenAction>(
      profile: try snapshot(trained: true), days: noDays, glyphs: .unicode)
    for size in sizes {
      let lines = screen.lines(in: size)
      #expect(lines[0] == "Comparison, unison")
      #expect(lines.count <= size.rows && lines.allSatisfy { $0.count < size.columns })
      // One of them is the legend's.
      #expect(lines.joined().count { $0 == "●" } > 1)
      #expect(lines.contains { $0.contains("C4") && $0.contains("C6") })
      #expect(lines.joined(separator: " ").contains("told right three times out of four"))
    }
    #expect(screen.handle(.character("+")) == .stay)
    #expect(screen.lines(in: sizes[1])[1] == "Threshold of every note, C2 to B3")
    #expect(screen.handle(.right) == .stay)
    #expect(screen.lines(in: sizes[1]).contains("not trained yet"))
    #expect(screen.handle(.right) == .stay)
    let tuning = screen.lines(in: sizes[1])
    #expect(tuning[0] == "Pitch matching, unison")
    #expect(tuning.joined(separator: " ").contains("Notes end +"))
    #expect(screen.handle(.character("q")) == .back)
  }

  @Test("plots and their words are ASCII where the locale has no UTF-8")
  func ascii() throws {
    var screen = ProfileScreen<ScreenAction>(
      profile: try snapshot(trained: true), days: noDays, glyphs: .ascii)
    for _ in 0..<4 {
      #expect(screen.lines(in: sizes[1]).allSatisfy { $0.utf8.count == $0.count })
      _ = screen.handle(.right)
    }
  }

  @Test("a long text scrolls as far as it goes, a short one stays")
  func text() {
    var screen = TextScreen<ScreenAction>((1...30).map { "line \($0)" })
    #expect(screen.lines(in: sizes[0]).first == "line 1")
    for _ in 0..<100 { _ = screen.handle(.down) }
    #expect(screen.lines(in: sizes[0])[12] == "line 30")
    #expect(screen.handle(.escape) == .back)
    var short = TextScreen<ScreenAction>(["only"])
    _ = short.handle(.down)
    #expect(short.lines(in: sizes[0]).first == "only")
  }
}
