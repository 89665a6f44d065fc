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
        ChoiceAnswer(
          .comparison,
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
  }

  @Test("a few answers are too few; their number is said, and how many more it takes")
  func early() throws {
    let told = try VerdictText.sentences(snapshot(hearing(5)).unison)
    #expect(
      told == [
        "It is too early to say: there are 5 comparisons, and it takes about 15 more.",
        "It is too early for a trend: that takes at least 200 answers on 5 days.",
      ])
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
      TrainingState(profile.unison, .unicode).line == "threshold \(match.1) (\(match.2)–\(match.3))"
    )
    #expect(!told.joined().contains("too early"))
  }

  private func context(_ sound: String, _ duration: Double) -> TrialContext {
    var context = TrialContext()
    (context.soundSource, context.noteDuration, context.amplitude) = (sound, duration, 0)
    return context
  }

  @Test(
    "with a new sound or note length, the range so far is said everywhere, and what is known of before",
    arguments: [
      ("Peach:8:11", 1.0, "sine", "sine"), ("Peach:8:80", 0.3, "notes of 0.6 to 1.5 s", "sine"),
      ("Peach:8:11", 2.0, "sine and notes of 0.6 to 1.5 s", "sine"),
    ])
  func newCondition(sound: String, duration: Double, others: String, subject: String) throws {
    var hearing = hearing(600, context: context("Peach:8:80", 1))
    try #require(UnisonVerdicts(hearing.unison.melodic).level.state == .shown)
    #expect(hearing.nearest(to: .comparison, of: [.prime], .melodic) == nil)
    for _ in 0..<3 {
      hearing.add(
        ChoiceAnswer(
          .comparison,
          note: MIDINote(60), interval: .prime, centOffset: 30, isCorrect: true,
          date: Date(timeIntervalSince1970: 12 * 86_400), context: context(sound, duration)))
    }
    let verdicts = UnisonVerdicts(hearing.unison.melodic)
    let before = try #require(verdicts.newCondition?.before)
    let text = EstimateText(threshold: before.threshold)
    let sentence = HearingWords.level(verdicts)
    #expect(verdicts.level.state == .first)
    #expect(
      sentence == """
        The differences that you get right three times out of four lie \
        \(HearingWords.range(verdicts.level)). \
        Before, with \(others): \(text.value) cents (\(text.range)).
        """)
    #expect(VerdictText.sentences(verdicts).first == sentence)
    let range = try #require(NoteRange(lowest: 55, highest: 67))
    let closing = SessionFigures(.comparison, of: [.prime], hearing, noteRange: range)
    #expect(closing.truth == sentence && closing.known == nil)
    let words = ProfileText.text(try snapshot(hearing)).split { $0.isWhitespace }
    #expect(words.joined(separator: " ").contains(sentence))
    let known = try #require(hearing.nearest(to: .comparison, of: [.prime], .melodic))
    let state = TrainingState(known)
    #expect(state.line == "\(subject), in January 1970: \(text.all)" && state.isElsewhere)
    #expect(state.short == text.all)
    #expect(
      state.spoken
        == "not known yet; \(subject), in January 1970: \(text.value), \(text.low) to \(text.high)")
    // The picture has the dots of before, and JSON the figures of now.
    #expect(verdicts.known(of: MIDINote(60)).state == .shown)
    #expect(verdicts.known(of: MIDINote(60)) != verdicts.threshold(of: MIDINote(60)))
    let page = UnisonSection().page(
      try snapshot(hearing), ProfileView(), glyphs: .unicode, in: StageFixture.wide)
    let picture = page.frame(in: StageFixture.wide).grid(in: StageFixture.wide).lines
    #expect(picture.dropFirst(3).contains { $0.contains("●") }, "\(picture)")
    #expect(picture.contains { $0.contains("Threshold, cents: \(subject), in January 1970") })
  }

  @Test(
    "notes together, or other intervals, have the nearest figure beside them until they have their own"
  )
  func nearest() throws {
    let known = hearing(600)
    let together = try #require(known.nearest(to: .comparison, of: [.prime], .harmonic))
    #expect(together.subject == .presentation(.melodic))
    #expect(ConditionWords.nearest(together).hasPrefix("one after the other, in January 1970: "))
    #expect(known.nearest(to: .comparison, of: [fifth], .melodic) == nil)
    #expect(known.nearest(to: .matching, of: [.prime], .melodic) == nil)
    let cello = try #require(
      hearing(600, context: context("Peach:8:80", 1)).nearest(
        to: .comparison, of: [.prime], .melodic, sound: BuiltInSound.cello.source))
    #expect(ConditionWords.nearest(cello).hasPrefix("sine, in January 1970: "))
    let fifths = hearing(600, interval: fifth)
    let third = DirectedInterval(.majorThird)
    #expect(fifths.nearest(to: .comparison, of: [fifth], .melodic) == nil)
    #expect(
      fifths.nearest(to: .comparison, of: [fifth], .harmonic)?.subject == .presentation(.melodic))
    #expect(fifths.nearest(to: .comparison, of: [third], .melodic)?.subject == .interval(fifth))
    var tuned = HearingModel()
    for index in 0..<30 {
      tuned.add(
        PitchAnswer(
          .matching,
          note: MIDINote(60), interval: .prime, centError: Cents(Double(index % 7)),
          initialCentOffset: Cents(Double(index * 7 - 100)), date: Date(timeIntervalSince1970: 0),
          presentation: nil))
    }
    #expect(tuned.nearest(to: .matching, of: [fifth], .melodic)?.subject == .kind(.unison))
    #expect(
      tuned.nearest(to: .matching, of: [.prime], .harmonic)?.subject == .presentation(.melodic))
    #expect(tuned.nearest(to: .matching, of: [.prime], .melodic) == nil)
    let range = try #require(NoteRange(lowest: 55, highest: 67))
    let closing = SessionFigures(.matching, of: [fifth], tuned, .melodic, noteRange: range)
    #expect(closing.known?.hasPrefix("Known: unison, in January 1970: ") == true)
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
  }

  @Test("an interval that lies off is called wide or narrow, whatever its direction")
  func shifted() throws {
    let up = try snapshot(hearing(800, threshold: 5, interval: fifth, shift: 8))
    let told = VerdictText.sentences(up.intervals)
    let words =
      /Your perfect fifth is .+ cents wide \(.+\); you get differences of .+ right \(.+\)\./
    #expect(told[0].wholeMatch(of: words) != nil, "\(told[0])")
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
        PitchAnswer(
          .matching,
          note: MIDINote(60), interval: .prime,
          centError: Cents(2 + 0.2 * start + Double(index * 7 % 11) - 5),
          initialCentOffset: Cents(start), date: Date(timeIntervalSince1970: 0),
          presentation: nil))
    }
    let told = VerdictText.sentences(try snapshot(hearing).matching.unison.verdicts)
    #expect(told.count == 4 && told[3] == "There is no clear change.")
    #expect(told[0].hasPrefix("Notes end +"))
    #expect(told[1].hasPrefix("About two out of three notes end within "))
    #expect(told[2].hasPrefix("Notes are pulled towards where they started: by "))
  }
}
