import Foundation
import Language
import Music
import TestSupport
import Testing

@testable import Charts
@testable import Console
@testable import Training

/// Each page of the profile on the stage, in the three sizes, with figures that are easy to check.
@Suite("The frames of the profile")
struct ProfileFrameTests {
  private func lines(
    _ page: (TerminalSize) -> ProfilePage, _ columns: Int, _ rows: Int
  ) -> String {
    let size = TerminalSize(columns: columns, rows: rows)
    return page(size).frame(in: size).grid(in: size).lines.joined(separator: "\n")
  }

  /// The same in German.
  private func german(
    _ page: (TerminalSize) -> ProfilePage, _ columns: Int, _ rows: Int
  ) -> String {
    MessageCatalogue.$messages.withValue(GermanMessages.table) { lines(page, columns, rows) }
  }

  private func estimate(_ value: Double, _ low: Double, _ high: Double) -> CentsEstimate {
    CentsEstimate(value: Cents(value), low: Cents(low), high: Cents(high))
  }

  /// C2 to E♭2 are not known; A3 is known best.
  private var notes: [NotesPage.Entry] {
    (36...60).map { note in
      let known =
        switch note {
        case ..<40: estimate(15, 0.9, 240)
        case ..<47: estimate(20, 12, 34)
        case 57: estimate(11.2, 8, 15)
        case ..<58: estimate(11, 7, 18)
        default: estimate(14, 8, 24)
        }
      return NotesPage.Entry(
        note: MIDINote(note),
        verdict: ThresholdVerdict(
          state: note < 40 ? .early : .shown, answers: note < 40 ? 0 : 9, threshold: known))
    }
  }

  private func notesPage(
    _ window: KeyboardWindow = KeyboardWindow(), _ glyphs: Glyphs = .unicode
  ) -> (TerminalSize) -> ProfilePage {
    { size in
      NotesPage(
        entries: notes,
        sentences: [
          "You get differences of 12.8 cents right three times out of four (90 %: 9 to 18).",
          "There is no clear difference between notes.",
        ], window: window, glyphs: glyphs
      ).page("Profile: Comparison, unison", in: size)
    }
  }

  /// Three weeks from 12 October 2026 on, each of which ends with a level.
  private var threeWeeks: ProfileDays {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    // Mondays from 12 October 2026 on.
    let weeks: [(Int, Double, Double, Double)] = [
      (9415, 24.0, 16.0, 36.0), (9422, 16, 11, 23), (9429, 13, 9, 18),
    ]
    let fixture = ReportFixture()
    // Days before 1 November.
    for day in [-20, -13, -6] { fixture.compare(60, 10, true, day: day) }
    return ProfileDays(
      compared: ByTrainingKind { fixture.hearing.timeline.days(of: $0) },
      course: weeks.map { day, value, low, high in
        (
          day: LevelOfDay(day: day, answers: 1, level: estimate(value, low, high)),
          state: FigureState.shown
        )
      }, intervals: [], matched: ByTrainingKind { _ in [] }, calendar: calendar)
  }

  /// Errors about 2 cents flat, with a spread of 6.4.
  private var tuned: MatchingErrors {
    var errors = MatchingErrors()
    for cents in -20..<17 {
      let distance = Double(cents + 2) / 6.4
      let number = Int((12 * exp(-distance * distance / 2)).rounded())
      for _ in 0..<number { errors.add(Cents(Double(cents))) }
    }
    return errors
  }

  @Test("thresholds over notes: a dot for each that is known, and the ends of its interval")
  func overNotes() {
    let page = notesPage()
    #expect(
      lines(page, 80, 24) == """
        Profile: Comparison, unison                                                C2–C4

                  Threshold, cents                             ● · 90 %
                     │· · · · · · · · · · ·
                  30 ┤
                     │                                            · · ·
                  20 ┤        ● ● ● ● ● ● ●
                     │                      · · · · · · · · · ·
                  15 ┤                                          ·
                     │                                            ● ● ●
                     │        · · · · · · · ● ● ● ● ● ● ● ● ● ● ●
                  10 ┤
                     │                                          · · · ·
                   7 ┤· · · ·               · · · · · · · · · ·
                      C2                      C3                      C4

                  Best known A3: 11.2 (8–15). Not known yet: C2–E♭2.
                  You get differences of 12.8 cents right three times out of
                  four (90 %: 9 to 18).
                  There is no clear difference between notes.



        ← → training   t weeks   Esc back   z zoom   ? help
        """)
    #expect(
      lines(page, 40, 12) == """
        Profile: Comparison, unison        C2–C4
        Threshold, cents     ● · 90 %
           │···········
        20 ┤    ●●●●●●●           ···
           │           ···········●●●
        10 ┤    ·······●●●●●●●●●●●
           │····       ··············
            C2          C3          C4
        Best known A3: 11.2 (8–15). Not known
        yet: C2–E♭2.

        ← → training  t weeks  Esc back  z zoom
        """)
    #expect(
      lines(page, 120, 40) == """
        Profile: Comparison, unison                                                                                        C2–C4



                  Threshold, cents                                                      ● · 90 %
                     │ ·  ·  ·  ·
                     │             ·  ·  ·  ·  ·  ·  ·
                  30 ┤
                     │
                     │
                     │                                                                   ·  ·  ·
                     │
                     │
                  20 ┤             ●  ●  ●  ●  ●  ●  ●
                     │                                  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
                     │
                  15 ┤                                                                ·
                     │                                                                   ●  ●  ●
                     │
                     │             ·  ·  ·  ·  ·  ·  ·
                     │                                  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●
                     │
                  10 ┤
                     │
                     │
                   8 ┤                                                                ·  ·  ·  ·
                     │                                  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
                     │ ·  ·  ·  ·
                       C2                                  C3                                  C4

                  Best known A3: 11.2 (8–15). Not known yet: C2–E♭2.
                  You get differences of 12.8 cents right three times out of
                  four (90 %: 9 to 18).
                  There is no clear difference between notes.





        ← → training   t weeks   Esc back   z zoom   ? help
        """)
  }

  @Test("three weeks: the threshold as it was believed at the end of each")
  func overWeeks() {
    let days = threeWeeks
    let page = { (_: TerminalSize) in
      WeeksPage(
        days: days, window: TimelineWindow(), section: UnisonSection(),
        picks: false, glyphs: .unicode
      ).page(
        "Profile: Comparison, unison", sentences: ["Better by 31 % since 12 Oct (90 %: 12–46)."])
    }
    #expect(
      lines(page, 80, 24) == """
        Profile: Comparison, unison                           12 Oct 2026 to 26 Oct 2026

                  Threshold, cents   ● · 90 %
                     │ ·
                     │
                  30 ┤
                     │
                     │ ●    ·
                  20 ┤
                     │           ·
                     │ ·    ●
                  15 ┤
                     │           ●
                     │      ·
                  10 ┤
                     │           ·
                      12 Oct    26 Oct

                  Better by 31 % since 12 Oct (90 %: 12–46).
                  3 comparisons on 3 days.



        ← → training   t notes   Esc back   z zoom   ? help
        """)
    #expect(
      lines(page, 40, 12) == """
        Profile: Comparison, unison
        Threshold, cents   ● · 90 %
        30 ┤ ·
           │ ●    ·
        20 ┤ ·    ●    ·
           │           ●
        10 ┤      ·    ·
            12 Oct    26 Oct
        Better by 31 % since 12 Oct (90 %:
        12–46).

        ← → training  t notes  Esc back  z zoom
        """)
    #expect(
      lines(page, 120, 40) == """
        Profile: Comparison, unison                                                                   12 Oct 2026 to 26 Oct 2026



                  Threshold, cents   ● · 90 %
                     │
                     │ ·
                     │
                     │
                  30 ┤
                     │
                     │
                     │ ●
                     │      ·
                     │
                  20 ┤
                     │
                     │           ·
                     │
                     │ ·    ●
                  15 ┤
                     │
                     │           ●
                     │
                     │
                     │      ·
                  10 ┤
                     │
                   9 ┤           ·
                     │
                      12 Oct    26 Oct

                  Better by 31 % since 12 Oct (90 %: 12–46).
                  3 comparisons on 3 days.





        ← → training   t notes   Esc back   z zoom   ? help
        """)
  }

  @Test("how tuned notes are distributed about the target")
  func distribution() {
    let plot = DensityPlot(errors: tuned, bias: -2.1, spread: 6.4, heading: "", glyphs: .unicode)
    let page = { (_: TerminalSize) in
      ProfilePage(
        title: "Profile: Matching, unison", view: "",
        picture: ProfilePage.Picture(
          fewestRows: DensityPlot.fewest, mostRows: DensityPlot.most
        ) { plot.lines($0) },
        sentences: [
          "2.1 flat on average (0.8–3.4), spread 6.4, 120 notes.",
          "It makes no clear difference where a note starts.",
        ], figures: { [] }, keys: ProfileScreenText.matchingKeys(.unicode))
    }
    #expect(
      lines(page, 80, 24) == """
        Profile: Matching, unison



                                     ▁▄▆██▇▆▄▁
                                   ▂▆█████████▅▁
                                 ▁▅█████████████▄
                                ▄█████████████████▃
                              ▃▇███████████████████▆▂
                            ▃▇███████████████████████▆▂
                         ▂▅████████████████████████████▇▄▂
                   ▁▂▃▅▆███████████████████████████████████▆▄▃▂▁▁
                   ├───────────┼───────────┼───────────┼───────────┤
                  -20         -10          0          +10         +20 cents

                  2.1 flat on average (0.8–3.4), spread 6.4, 120 notes.
                  It makes no clear difference where a note starts.






        ← → training   t weeks   Esc back   ? help
        """)
    #expect(
      lines(page, 40, 12) == """
        Profile: Matching, unison
                   ▂▆██▇▄
                 ▁▆███████▃
                ▃██████████▆▁
              ▃▇█████████████▅▂
         ▁▂▃▅██████████████████▇▄▃▁▁
         ├──────┼──────┼──────┼──────┤
        -20    -10     0     +10    +20 cents
        2.1 flat on average (0.8–3.4), spread
        6.4, 120 notes.

        ← → training  t weeks  Esc back  ? help
        """)
    #expect(
      lines(page, 120, 40) == """
        Profile: Matching, unison











                                                 ▂▃▅▆▇████▇▆▅▃▂
                                              ▃▅▇██████████████▇▅▃
                                           ▃▅██████████████████████▅▃
                                        ▂▅████████████████████████████▅▂
                                     ▂▄▇████████████████████████████████▇▄▂
                                 ▁▃▅▇██████████████████████████████████████▇▅▃▁
                            ▁▃▄▆▇██████████████████████████████████████████████▇▆▄▃▁
                   ▁▂▂▃▄▅▆▇██████████████████████████████████████████████████████████▇▆▅▄▃▂▂▁▁▁
                   ├───────────────────┼───────────────────┼───────────────────┼───────────────────┤
                  -20                 -10                  0                  +10                 +20 cents

                  2.1 flat on average (0.8–3.4), spread 6.4, 120 notes.
                  It makes no clear difference where a note starts.














        ← → training   t weeks   Esc back   ? help
        """)
  }

  @Test("intervals by shift and threshold; of an unknown one the row is empty")
  func shifts() {
    func row(_ name: String, _ short: String, _ figures: ShiftPlot.Figures?) -> ShiftPlot.Row {
      ShiftPlot.Row(name: name, shortName: short, figures: figures)
    }
    let plot = ShiftPlot(
      heading: ProfileScreenText.shifts, legend: ProfileScreenText.shiftLegend(.unicode),
      rows: [
        row(
          "perfect fourth up", "P4",
          ShiftPlot.Figures(shift: 1.5, low: -2, high: 5, threshold: 7.4)),
        row(
          "perfect fifth up", "P5", ShiftPlot.Figures(shift: 6, low: 3, high: 9, threshold: 5.7)),
        row("major third down", "M3-", nil),
      ], first: 0, glyphs: .unicode)
    let page = { (_: TerminalSize) in
      ProfilePage(
        title: "Profile: Comparison, intervals", view: "",
        picture: ProfilePage.Picture(fewestRows: ShiftPlot.fewest, mostRows: plot.most) {
          plot.lines($0)
        },
        sentences: [
          """
          Your perfect fifth is 6 cents wide (3 to 9); you get differences of 5.7 cents right (3.4 \
          to 9.2).
          """
        ], figures: { [] },
        keys: ProfileScreenText.intervalsKeys(
          .unicode, picks: true, scrolls: false))
    }
    #expect(
      lines(page, 80, 24) == """
        Profile: Comparison, intervals





                  What sounds true, cents   ● ━ 90 %   · threshold
                  perfect fourth up             ···━━━●━━━···
                  perfect fifth up                   ··━━━●━━··
                  major third down
                                     ├───────┼───────┼───────┼───────┤
                                    -20     -10      0      +10     +20 cents

                  Your perfect fifth is 6 cents wide (3 to 9); you get
                  differences of 5.7 cents right (3.4 to 9.2).








        ← → training   t weeks   Esc back   Tab one or all   ? help
        """)
    #expect(
      lines(page, 40, 12) == """
        Profile: Comparison, intervals
        What sounds true, cents
        P4           ···━━●━━··
        P5               ··━━●━··
        M3-
             ├─────┼─────┼─────┼─────┤
            -20   -10    0    +10   +20 cents
        Your perfect fifth is 6 cents wide (3 to
        9); you get differences of 5.7 cents
        right (3.4 to 9.2).

        ← → training  t weeks  Esc back  ? help
        """)
    #expect(
      lines(page, 120, 40) == """
        Profile: Comparison, intervals













                  What sounds true, cents   ● ━ 90 %   · threshold
                  perfect fourth up                           ·······━━━━━━━●━━━━━━·······
                  perfect fifth up                                        ····━━━━━━●━━━━━·····
                  major third down
                                     ├─────────────────┼─────────────────┼─────────────────┼─────────────────┤
                                    -20               -10                0                +10               +20 cents

                  Your perfect fifth is 6 cents wide (3 to 9); you get
                  differences of 5.7 cents right (3.4 to 9.2).
















        ← → training   t weeks   Esc back   Tab one or all   ? help
        """)
  }

  @Test("in German: thresholds over notes")
  func germanNotes() {
    let page = { (size: TerminalSize) in
      NotesPage(entries: notes, sentences: [], window: KeyboardWindow(), glyphs: .unicode)
        .page(ProfileScreenText.title(TrainingChoice(.comparison, .unison)), in: size)
    }
    #expect(
      german(page, 80, 24) == """
        Profil: Vergleich, Einklang                                                C2–C4

                  Schwelle, Cent                               ● · 90 %
                     │· · · · · · · · · · ·
                  30 ┤
                     │
                     │                                            · · ·
                  20 ┤        ● ● ● ● ● ● ●
                     │                      · · · · · · · · · ·
                     │
                  15 ┤                                          · ● ● ●
                     │        · · · · · · ·
                     │                      ● ● ● ● ● ● ● ● ● ● ●
                  10 ┤
                     │
                   8 ┤                                          · · · ·
                     │· · · ·               · · · · · · · · · ·
                      C2                      C3                      C4

                  Am besten bekannt A3: 11,2 (8–15). Noch unbekannt: C2–Es2.



        ← → Training   t Wochen   Esc zurück   z Zoom   ? Hilfe
        """)
    #expect(
      german(page, 40, 12) == """
        Profil: Vergleich, Einklang        C2–C4
        Schwelle, Cent       ● · 90 %
           │···········
        20 ┤    ●●●●●●●           ···
           │           ···········●●●
        10 ┤    ·······●●●●●●●●●●●
           │····       ··············
            C2          C3          C4
        Am besten bekannt A3: 11,2 (8–15). Noch
        unbekannt: C2–Es2.

        ← → Training   t Wochen   Esc zurück
        """)
    #expect(
      german(page, 120, 40) == """
        Profil: Vergleich, Einklang                                                                                        C2–C4



                  Schwelle, Cent                                                        ● · 90 %
                     │ ·  ·  ·  ·
                     │             ·  ·  ·  ·  ·  ·  ·
                     │
                  30 ┤
                     │
                     │
                     │                                                                   ·  ·  ·
                     │
                     │
                  20 ┤             ●  ●  ●  ●  ●  ●  ●
                     │                                  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
                     │
                     │
                  15 ┤                                                                ·
                     │                                                                   ●  ●  ●
                     │
                     │             ·  ·  ·  ·  ·  ·  ·
                     │                                  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●  ●
                     │
                  10 ┤
                     │
                     │
                   8 ┤                                                                ·  ·  ·  ·
                     │
                   7 ┤                                  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·
                     │ ·  ·  ·  ·
                       C2                                  C3                                  C4

                  Am besten bekannt A3: 11,2 (8–15). Noch unbekannt: C2–Es2.





        ← → Training   t Wochen   Esc zurück   z Zoom   ? Hilfe
        """)
  }

  @Test("in German: three weeks, and the change since their first day")
  func germanWeeks() {
    let trend = ThresholdTrend(
      days: stride(from: 9415, through: 9445, by: 6).map { day in
        ThresholdTrend.Day(day: Double(day), answers: 40, departure: 0, weight: 1)
      }, firstDay: 9415, slope: log(0.69) / 30, error: 0.0038, probability: 0.001)
    let page = { (_: TerminalSize) in
      WeeksPage(
        days: threeWeeks, window: TimelineWindow(), section: UnisonSection(),
        picks: false, glyphs: .unicode
      ).page(
        ProfileScreenText.title(TrainingChoice(.comparison, .unison)),
        sentences: [HearingWords.trend(.finer(trend))])
    }
    #expect(
      german(page, 80, 24) == """
        Profil: Vergleich, Einklang                      12. Okt. 2026 bis 26. Okt. 2026

                  Schwelle, Cent   ● · 90 %
                     │ ·
                     │
                  30 ┤
                     │
                     │ ●    ·
                  20 ┤
                     │           ·
                     │ ·    ●
                  15 ┤
                     │           ●
                     │      ·
                  10 ┤
                     │           ·
                      12. Okt.  26. Okt.

                  Besser um 31 % seit 12. Okt. (90 %: 12–46).
                  3 Vergleiche an 3 Tagen.



        ← → Training   t Töne   Esc zurück   z Zoom   ? Hilfe
        """)
    #expect(
      german(page, 40, 12) == """
        Profil: Vergleich, Einklang
        Schwelle, Cent   ● · 90 %
        30 ┤ ·
           │ ●    ·
        20 ┤ ·    ●    ·
           │           ●
        10 ┤      ·    ·
            12. Okt.  26. Okt.
        Besser um 31 % seit 12. Okt. (90 %:
        12–46).

        ← → Training  t Töne  Esc zurück  z Zoom
        """)
    #expect(
      german(page, 120, 40) == """
        Profil: Vergleich, Einklang                                                              12. Okt. 2026 bis 26. Okt. 2026



                  Schwelle, Cent   ● · 90 %
                     │
                     │ ·
                     │
                     │
                  30 ┤
                     │
                     │
                     │ ●
                     │      ·
                     │
                  20 ┤
                     │
                     │           ·
                     │
                     │ ·    ●
                  15 ┤
                     │
                     │           ●
                     │
                     │
                     │      ·
                  10 ┤
                     │
                   9 ┤           ·
                     │
                      12. Okt.  26. Okt.

                  Besser um 31 % seit 12. Okt. (90 %: 12–46).
                  3 Vergleiche an 3 Tagen.





        ← → Training   t Töne   Esc zurück   z Zoom   ? Hilfe
        """)
  }

  @Test("in German: how tuned notes are distributed")
  func germanDistribution() {
    let fit = MatchingFit(
      count: 120, bias: estimate(-2.1, -3.4, -0.8), pull: estimate(0, -1, 1),
      spread: estimate(6.4, 5.5, 7.5), errorOfBias: 1, errorOfPull: 1)
    let plot = DensityPlot(errors: tuned, bias: -2.1, spread: 6.4, heading: "", glyphs: .unicode)
    let page = { (_: TerminalSize) in
      ProfilePage(
        title: ProfileScreenText.title(TrainingChoice(.matching, .unison)), view: "",
        picture: ProfilePage.Picture(
          fewestRows: DensityPlot.fewest, mostRows: DensityPlot.most
        ) { plot.lines($0) },
        sentences: [HearingWords.matchingLine(fit, of: fit.count)], figures: { [] },
        keys: ProfileScreenText.matchingKeys(.unicode))
    }
    #expect(
      german(page, 80, 24) == """
        Profil: Einstimmen, Einklang




                                       ▃▅▇██▇▆▄▁
                                    ▁▄██████████▆▂
                                   ▄██████████████▆▂
                                 ▃██████████████████▅▁
                               ▃▇█████████████████████▅▁
                            ▁▄▇█████████████████████████▅▂
                         ▁▄▆██████████████████████████████▇▅▂
                   ▁▂▃▄▆██████████████████████████████████████▇▅▄▃▂▁▁
                   ├────────────┼────────────┼────────────┼────────────┤
                  -20          -10           0           +10          +20 Cent

                  Im Mittel 2,1 zu tief (0,8–3,4), Streuung 6,4, 120 Töne.






        ← → Training   t Wochen   Esc zurück   ? Hilfe
        """)
    #expect(
      german(page, 40, 12) == """
        Profil: Einstimmen, Einklang
                    ▁▄▇██▇▅▁
                   ▄████████▅▁
                 ▃████████████▄
              ▁▄▇███████████████▅▂
         ▁▂▃▅▇████████████████████▇▅▃▂▁
         ├───────┼───────┼───────┼───────┤
        -20     -10      0      +10     +20 Cent
        Im Mittel 2,1 zu tief (0,8–3,4),
        Streuung 6,4, 120 Töne.

        ← → Training   t Wochen   Esc zurück
        """)
    #expect(
      german(page, 120, 40) == """
        Profil: Einstimmen, Einklang












                                                 ▂▃▅▆▇████▇▆▅▃▂
                                              ▃▅▇██████████████▇▅▃
                                           ▃▅██████████████████████▅▃
                                        ▂▅████████████████████████████▅▂
                                     ▂▄▇████████████████████████████████▇▄▂
                                 ▁▃▅▇██████████████████████████████████████▇▅▃▁
                            ▁▃▄▆▇██████████████████████████████████████████████▇▆▄▃▁
                   ▁▂▂▃▄▅▆▇██████████████████████████████████████████████████████████▇▆▅▄▃▂▂▁▁▁
                   ├───────────────────┼───────────────────┼───────────────────┼───────────────────┤
                  -20                 -10                  0                  +10                 +20 Cent

                  Im Mittel 2,1 zu tief (0,8–3,4), Streuung 6,4, 120 Töne.














        ← → Training   t Wochen   Esc zurück   ? Hilfe
        """)
  }

  @Test("in a tiny terminal the first sentence stands alone")
  func tiny() {
    #expect(
      lines(notesPage(), 29, 7) == """
        Best known A3: 11.2 (8–15).
        Not known yet: C2–E♭2.





        """)
  }

  @Test("z goes to an octave and back; with room, every note has its name")
  func zoomed() {
    var window = KeyboardWindow()
    window.enlarge()
    let size = TerminalSize(columns: 80, rows: 24)
    let frame = notesPage(window)(size).frame(in: size)
    #expect(frame.corner.plain == "C2–B2")
    let names = frame.grid(in: size).lines.first { $0.contains("E♭2") && !$0.contains("Best") }
    #expect(names?.split(separator: " ").count == 12)
  }

  @Test("without UTF-8 dots are o and -, and nothing is beyond ASCII but the words")
  func ascii() {
    let size = TerminalSize(columns: 80, rows: 24)
    let page = notesPage(KeyboardWindow(), .ascii)(size)
    let picture = page.picture?.lines(TerminalSize(columns: 60, rows: 13)).map(\.plain) ?? []
    #expect(picture.contains { $0.contains("o o o") })
    #expect(picture.dropFirst().allSatisfy { $0.utf8.count == $0.count })
    #expect(page.keys.first?.key == "< >")
  }

  @Test("for a screen reader: what is known, note by note, and no picture")
  func spoken() {
    let page = notesPage()(TerminalSize(columns: 80, rows: 24))
    let lines = page.spoken(width: 79)
    #expect(lines[0] == "Profile: Comparison, unison")
    #expect(lines[1] == "C2–C4")
    #expect(lines[2] == "Best known A3: 11.2 (8–15). Not known yet: C2–E♭2.")
    #expect(lines.contains("A3: 11.2 cents (8–15)"))
    #expect(!lines.contains { $0.hasPrefix("C2:") })
    #expect(!lines.joined().contains { "│┤●·".contains($0) })
    let words = MessageCatalogue.$readsOut.withValue(true) {
      notesPage()(TerminalSize(columns: 80, rows: 24)).spoken(width: 79)
    }
    #expect(words[1] == "C2 to C4")
    #expect(words.contains("A3: 11.2 cents (8 to 15)"))
  }

  @Test("as text, read out, the profile has a line for each known note in place of the table")
  func spokenText() throws {
    let range = try #require(NoteRange(lowest: 48, highest: 72))
    let fixture = ReportFixture()
    fixture.compareOften(60)
    let profile = ProfileSnapshot(fixture.hearing, noteRange: range)
    let known = profile.comparison.unison.notes.filter { $0.known != nil }
    try #require(!known.isEmpty)
    let text = MessageCatalogue.$readsOut.withValue(true) { ProfileText.text(profile) }
    let lines = text.split(separator: "\n")
    for note in known {
      let name = NoteName.text(note.note)
      #expect(lines.count { $0.hasPrefix("  \(name): ") && $0.contains(" to ") } == 1)
    }
    #expect(!lines.contains { $0.contains("   -") || $0.contains("–") })
    #expect(ProfileText.text(profile).contains("90 % interval"))
  }
}
