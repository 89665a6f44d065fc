import Console
import Foundation
import Music
import TestSupport
import Testing
import Training

@testable import Charts

@Suite("Verdicts in words")
struct VerdictTextTests {
  private let fifth = DirectedInterval(.perfectFifth)

  /// What a listener of that threshold and shift answers to differences around the threshold, fifty
  /// times a day.
  private func hearing(
    _ count: Int, threshold: Double = 10, interval: DirectedInterval = .prime, shift: Double = 0,
    context: TrialContext = TrialContext()
  ) -> HearingModel {
    var hearing = HearingModel()
    var random = SeededGenerator(seed: 4)
    for index in 0..<count {
      let size = threshold * exp(Double.random(in: -1.2...1.6, using: &random))
      let offset = Bool.random(using: &random) ? size : -size
      let z = 0.674_489_75 * (offset - shift) / threshold
      let saysHigher =
        Double.random(in: 0..<1, using: &random) < 0.5 * erfc(-z / 2.0.squareRoot())
      hearing.add(
        ComparisonAnswer(
          note: MIDINote(55 + index % 12), interval: interval, centOffset: Cents(offset),
          isCorrect: saysHigher == (offset > 0),
          date: Date(timeIntervalSince1970: Double(index / 50) * 86_400), context: context))
    }
    return hearing
  }

  private func snapshot(_ hearing: HearingModel) throws -> ProfileSnapshot {
    ProfileSnapshot(hearing, noteRange: try #require(NoteRange(lowest: 55, highest: 67)))
  }

  @Test("before the first answer there is nothing to say")
  func nothing() throws {
    let profile = try snapshot(HearingModel())
    #expect(VerdictText.sentences(profile.unison).isEmpty)
    #expect(VerdictText.sentences(profile.intervals).isEmpty)
    #expect(VerdictText.sentences(profile.matching.unison.verdicts).isEmpty)
    #expect(VerdictText.brief(profile.unison).all == "not trained yet")
    #expect(VerdictText.brief(profile.intervals).all == "not trained yet")
  }

  @Test("a few answers are too few; their number is said, and how many more it takes")
  func early() throws {
    let told = try VerdictText.sentences(snapshot(hearing(5)).unison)
    #expect(
      told == [
        "It is too early to say: there are 5 comparisons, and it takes about 100 more.",
        "It is too early for a trend: that takes at least 200 answers on 5 days.",
      ])
    #expect(
      try VerdictText.brief(snapshot(hearing(5)).unison).all
        == "not known yet; about 100 more answers")
  }

  @Test("the threshold in a few words has the figures of the sentence")
  func shown() throws {
    let profile = try snapshot(hearing(600))
    let told = VerdictText.sentences(profile.unison)
    let match = try #require(
      told[0].wholeMatch(
        of:
          /You get differences of (.+ cents) right three times out of four \(90 %: (.+) to (.+)\)\./
      ))
    #expect(
      VerdictText.brief(profile.unison).figures == "threshold \(match.1) (\(match.2)–\(match.3))")
    #expect(!told.joined().contains("too early"))
  }

  private func context(_ sound: String, _ duration: Double) -> TrialContext {
    var context = TrialContext()
    (context.soundSource, context.noteDuration, context.amplitude) = (sound, duration, 0)
    return context
  }

  @Test(
    "with a new sound or note length, the same words everywhere say so, and what is known of others",
    arguments: [
      ("sf2:8:11", 1.0, "new sound", "another sound"),
      ("sf2:8:80", 0.3, "new length", "notes of 0.6 to 1.5 s"),
      ("sf2:8:11", 2.0, "other notes", "another sound and notes of 0.6 to 1.5 s"),
    ])
  func newCondition(sound: String, duration: Double, subject: String, others: String) throws {
    var hearing = hearing(600, context: context("sf2:8:80", 1))
    try #require(UnisonVerdicts(hearing.unison.melodic).level.state == .shown)
    for _ in 0..<3 {
      hearing.add(
        ComparisonAnswer(
          note: MIDINote(60), interval: .prime, centOffset: 30, isCorrect: true,
          date: Date(timeIntervalSince1970: 12 * 86_400), context: context(sound, duration)))
    }
    let verdicts = UnisonVerdicts(hearing.unison.melodic)
    let text = EstimateText(threshold: try #require(verdicts.newCondition?.before).threshold)
    let sentence = """
      It is too early to say with this sound, note length and loudness: there are 3 comparisons. \
      Before, with \(others): \(text.value) cents (\(text.range)).
      """
    #expect(VerdictText.level(verdicts) == sentence)
    #expect(VerdictText.sentences(verdicts).first == sentence)
    let range = try #require(NoteRange(lowest: 55, highest: 67))
    let closing = SessionFigures(.comparison, of: [.prime], hearing, noteRange: range)
    #expect(closing.truth == sentence)
    let words = ProfileText.text(try snapshot(hearing)).split { $0.isWhitespace }
    #expect(words.joined(separator: " ").contains(sentence))
    let line = "\(subject): 3 answers; before \(text.all)"
    #expect(VerdictText.brief(verdicts).figures == line)
    let mixed = SessionFigures(.comparison, of: [.prime, fifth], hearing, noteRange: range)
    #expect(mixed.figures.first.map { VerdictText.brief($0) } == line)
    let state = TrainingState(verdicts, .unicode)
    #expect(state.line == line && state.short == "not known yet")
    #expect(
      state.spoken == "\(subject): 3 answers; before \(text.value), \(text.low) to \(text.high)")
  }

  @Test("of guesses nothing else is said")
  func guesses() throws {
    var hearing = HearingModel()
    for index in 0..<400 {
      hearing.addComparison(
        note: MIDINote(55 + index % 5), centOffset: 100, isCorrect: index.isMultiple(of: 2),
        interval: .prime, date: Date(timeIntervalSince1970: Double(index / 50) * 86_400))
    }
    let profile = try snapshot(hearing)
    #expect(
      VerdictText.sentences(profile.unison)
        == ["These answers look like guesses."])
    #expect(VerdictText.brief(profile.unison).all == "looks like guesses")
  }

  @Test("an interval that lies off is called wide or narrow, whatever its direction")
  func shifted() throws {
    let up = try snapshot(hearing(800, threshold: 5, interval: fifth, shift: 8))
    let told = VerdictText.sentences(up.intervals)
    let words =
      /Your perfect fifth is .+ cents wide \(.+\); you get differences of .+ right \(.+\)\./
    #expect(told[0].wholeMatch(of: words) != nil, "\(told[0])")
    #expect(VerdictText.brief(up.intervals).figures.hasPrefix("P5: "))
    let down = try snapshot(
      hearing(800, threshold: 5, interval: DirectedInterval(.perfectFifth, .down), shift: 8))
    #expect(VerdictText.sentences(down.intervals)[0].contains(/fifth down is .+ cents narrow/))
  }

  @Test("matching says the error, the spread and the pull of the start")
  func matching() throws {
    var hearing = HearingModel()
    for index in 0..<100 {
      let start = Double(index * 37 % 200) - 100
      hearing.add(
        MatchingAnswer(
          note: MIDINote(60), interval: .prime,
          centError: Cents(2 + 0.2 * start + Double(index * 7 % 11) - 5),
          initialCentOffset: Cents(start), date: Date(timeIntervalSince1970: 0),
          presentation: nil))
    }
    let told = VerdictText.sentences(try snapshot(hearing).matching.unison.verdicts)
    #expect(told.count == 3)
    #expect(told[0].hasPrefix("Notes end +"))
    #expect(told[1].hasPrefix("About two out of three notes end within "))
    #expect(told[2].hasPrefix("Notes are pulled towards where they started: by "))
  }
}
