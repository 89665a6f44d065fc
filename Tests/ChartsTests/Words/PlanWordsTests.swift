import Foundation
import Language
import Music
import TestSupport
import Testing

@testable import Charts
@testable import Training

@Suite("Plans in words")
@MainActor
struct PlanWordsTests {
  private let fifth = DirectedInterval(.perfectFifth)

  private func block(
    _ activity: Block.Activity, _ length: Block.Length, _ intervals: String, _ reason: Reason
  ) -> Block {
    var block = Block(activity, length)
    block.settings["intervals"] = intervals
    block.reason = reason
    return block
  }

  /// One block of each reason.
  private var blocks: [Block] {
    let figure = CentsEstimate(value: 14.2, low: 10, high: 19)
    var noteThatStandsOut = Reason(kind: .note, skill: Skill(.playing), goal: 10)
    noteThatStandsOut.note = MIDINote(62)
    noteThatStandsOut.figure = CentsEstimate(value: -8.4, low: -11, high: -5)
    func reason(_ kind: Reason.Kind, _ skill: Skill, isKnown: Bool = true) -> Reason {
      // The 28th of November 2026.
      Reason(
        kind: kind, skill: skill, figure: isKnown ? figure : nil, answers: 12, goal: 12.5,
        dayOfFocus: 3, since: 9462)
    }
    return [
      block(.comparison, .trials(40), "P1", reason(.firstDay, Skill(.comparison))),
      block(.listening, .seconds(60), "P5,M3", reason(.listen, Skill(.comparison, fifth))),
      block(.comparison, .trials(45), "P5,M3", reason(.focus, Skill(.comparison, fifth))),
      block(.purity, .trials(8), "P5", reason(.turn, Skill(.purity, fifth), isKnown: false)),
      block(.matching, .trials(12), "P5", reason(.hand, Skill(.matching, fifth))),
      block(.playing, .trials(16), "P5", reason(.older, Skill(.playing, fifth))),
      block(.comparison, .trials(30), "P1", reason(.check, Skill(.comparison))),
      block(.rest, .seconds(90), "", reason(.hand, Skill(.comparison))),
      block(.playing, .trials(16), "P1", noteThatStandsOut),
    ]
  }

  private var lines: [String] {
    blocks.flatMap { block in
      [PlanWords.block(block)] + (block.reason.map { [PlanWords.reason($0)] } ?? [])
    }
  }

  @Test("each block and each reason, with its figure")
  func english() {
    #expect(
      lines == [
        "40 comparisons: unison",
        "the first day: Peach finds out how small a difference you hear",
        "listening for 1 minute: perfect fifth and major third",
        "perfect fifth: 14.2 (10–19) cents, goal 12.5; listen before you train",
        "45 comparisons: perfect fifth and major third",
        "perfect fifth: 14.2 (10–19) cents, goal 12.5; day 3 of it",
        "8 questions of purity: perfect fifth",
        """
        perfect fifth in a chord: not known yet, 12 answers; for two days, after five days of \
        something else
        """,
        "12 tuned notes: perfect fifth",
        """
        perfect fifth, tuned: 14 (10–19) cents, goal 12.5; what you hear, you make by hand as well
        """,
        "16 played notes: perfect fifth",
        "perfect fifth, played: 14 (10–19) cents, goal 12.5; last trained on 28 Nov",
        "30 comparisons: unison",
        """
        unison: done on 28 Nov with 14.2 (10–19) cents, goal 12.5; is it still so? The verdicts \
        come at the end
        """,
        "rest for 90 seconds",
        "unison: 14.2 (10–19) cents, goal 12.5; what you make by hand, you hear as well",
        "D4 to the drone, 16 times",
        "D4 is 8 cents flat of the rest on your instrument; wear headphones",
      ])
  }

  /// The plan of a day whose focus is a third.
  private func plan(_ blocks: [(Block.Part, Block.Activity, Block.Length, String)]) -> Plan {
    Plan(
      name: Plan.nameOfDay, title: PlanText(""),
      blocks: blocks.map { part, activity, length, intervals in
        var block = Block(activity, length)
        (block.part, block.settings["intervals"]) = (part, intervals)
        block.expectedSeconds = 100
        return block
      })
  }

  private var thirds: Plan {
    plan([
      (.listen, .listening, .seconds(30), "M3,m3"), (.focus, .comparison, .trials(45), "M3,m3"),
      (.hand, .matching, .trials(12), "M3"), (.older, .comparison, .trials(25), "P1"),
    ])
  }

  @Test("the plan of a day in a row has as many of its blocks as fit, none of them cut")
  func row() {
    let whole = "listen to thirds 30 s · 45 thirds · tune 12 · 25 unisons"
    #expect(PlanWords.row(thirds, columns: whole.count, .unicode) == whole)
    #expect(
      PlanWords.row(thirds, columns: whole.count - 1, .unicode)
        == "45 thirds · tune 12 · 25 unisons …")
    #expect(PlanWords.row(thirds, columns: 24, .unicode) == "45 thirds · tune 12 …")
    #expect(PlanWords.row(thirds, columns: 10, .unicode) == "")
    #expect(
      PlanWords.parts(
        plan([
          (.focus, .matching, .trials(25), "P1"), (.hand, .comparison, .trials(37), "P5,M3"),
          (.hand, .playing, .trials(16), "P8"), (.focus, .purity, .trials(15), "P8"),
          (.older, .playing, .trials(8), "P8"), (.check, .comparison, .trials(30), "M6"),
        ]))
        == [
          "tune 25", "37 fifths and thirds", "play 16 octaves", "15 octaves in chords",
          "play 8", "check 30 sixths",
        ])
    #expect(PlanWords.sentences(thirds) == "About 7 minutes.")
  }

  @Test("the same in German")
  func german() {
    MessageCatalogue.$messages.withValue(GermanMessages.table) {
      #expect(
        lines.prefix(8) == [
          "40 Vergleiche: Einklang",
          "der erste Tag: Peach findet heraus, wie kleine Unterschiede zu hören sind",
          "1 Minute lang zuhören: Quinte und große Terz",
          "Quinte: 14,2 (10–19) Cent, Ziel 12,5; vor dem Üben zuhören",
          "45 Vergleiche: Quinte und große Terz",
          "Quinte: 14,2 (10–19) Cent, Ziel 12,5; Tag 3 damit",
          "8 Fragen zur Reinheit: Quinte",
          """
          Quinte im Akkord: noch unbekannt, 12 Antworten; zwei Tage lang, nach fünf Tagen \
          mit etwas anderem
          """,
        ])
      #expect(PlanWords.text(PlanText(byLanguage: ["en": "Thirds", "de": "Terzen"])) == "Terzen")
      #expect(
        PlanWords.row(thirds, .unicode)
          == "Terzen hören 30 s · 45 Terzen · 12 einstimmen · 25 Einklänge")
      #expect(PlanWords.day(9462) == "28. November 2026")
    }
  }
}
