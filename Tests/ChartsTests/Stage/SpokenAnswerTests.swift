import Music
import Testing
import Training

@testable import Charts

@Suite("Answers in a line")
struct SpokenAnswerTests {
  @Test("the line has the verdict first, then the facts that the picture shows")
  func sameFacts() {
    let scene = StageFixture.comparison(
      .answered(
        .comparison(12.5, isRight: true, beats: TrialBeats(given: 4.1, truth: 0))),
      StageFixture.fifth)
    let facts = [
      "12.5 cents", "the fifth was wide", "4.1 beats a second (in tune: no beats)", "D4",
    ]
    #expect(
      scene.spokenAnswer(place: 3) == "3 right: higher, " + facts.joined(separator: ", "))
    let picture = scene.stage()
    for fact in facts { #expect(picture.contains(fact), "\(fact)") }
  }

  @Test("each training says its answer, and that notes follow")
  func trainings() {
    let lines = [
      StageFixture.answered(-8.1, isRight: false, .follows),
      StageFixture.answered(-8.1, isRight: false, .follows, StageFixture.fifth),
      StageFixture.tuned(0.2),
      StageFixture.tuned(-12.3, .follows, StageFixture.fifth),
      StageFixture.judged(12.5, isFirstTrue: true, isRight: true),
      StageFixture.judged(-8.1, isFirstTrue: false, isRight: false, .follows),
    ].map { $0.spokenAnswer(place: 2) }
    #expect(
      lines == [
        "2 wrong: lower, 8.1 cents, D4. Again:",
        "2 wrong: lower, 8.1 cents, the fifth was narrow, D4. Yours, then true:",
        "2 in tune, to the cent, D4",
        "2 12.3 cents flat, the fifth was narrow, D4. Yours, then true:",
        "2 right: the first, the second was 12.5 cents sharp, D4",
        "2 wrong: the second, the first was 8.1 cents flat, D4. The other, then the true one:",
      ])
  }

  @Test("beats are counted as they were and as they are in tune, and none are called none")
  func beats() {
    func words(_ given: Double, _ truth: Double) -> String {
      TrialWords.beats(TrialBeats(given: given, truth: truth))
    }
    #expect(words(4.1, 0) == "4.1 beats a second (in tune: no beats)")
    #expect(words(4.1, 2) == "4.1 beats a second (in tune: 2.0)")
    #expect(words(0.04, 2) == "no beats (in tune: 2.0 a second)")
    #expect(words(0.01, 0) == "no beats")
  }

  @Test("before the answer the line is empty")
  func unanswered() {
    let scenes: [TrialScene] = [
      StageFixture.comparison(.awaitingAnswer), StageFixture.matching(.second),
      StageFixture.purity(.second), .paused(PausedStage("Paused.")),
    ]
    for scene in scenes { #expect(scene.spokenAnswer(place: 1).isEmpty) }
  }
}
