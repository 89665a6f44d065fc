import Music
import Testing

@testable import Training

@Suite("Perceptual profile")
@MainActor
struct PerceptualProfileTests {
  private let fifthDown = DirectedInterval(.perfectFifth, .down)

  @Test("unison and interval training are kept apart, in both trainings")
  func apart() {
    let profile = PerceptualProfile()
    profile.comparisonCompleted(.record(-10))
    profile.comparisonCompleted(.record(30, interval: fifthDown))
    profile.comparisonCompleted(.record(50, interval: DirectedInterval(.octave)))
    profile.pitchMatchingCompleted(.record(-3))
    profile.pitchMatchingCompleted(.record(8, interval: fifthDown))
    #expect(profile.discrimination.unison.overallMean == 10)
    #expect(profile.discrimination.unison.count == 1)
    #expect(profile.discrimination.interval[MIDINote(60)].mean == 40)
    #expect(profile.thresholds.unison.trials == 1)
    #expect(profile.thresholds.interval.trials == 2)
    #expect(profile.matching.unison.bias == -3)
    #expect(profile.matching.interval.mean == 8)
  }

  @Test("a profile rebuilt from records is the one that grew with them")
  func rebuilt() {
    let grown = PerceptualProfile()
    let rebuilt = PerceptualProfile()
    for offset in [-10.0, 20, 33.25, -0.1] {
      grown.comparisonCompleted(.record(Cents(offset)))
      rebuilt.update(
        note: MIDINote(60), centOffset: Cents(offset), isCorrect: true, interval: .prime)
      grown.pitchMatchingCompleted(.record(Cents(offset), interval: fifthDown))
      rebuilt.updateMatching(note: MIDINote(60), centError: Cents(offset), interval: fifthDown)
    }
    #expect(grown.discrimination == rebuilt.discrimination)
    #expect(grown.thresholds == rebuilt.thresholds)
    #expect(grown.thresholds.unison.trials == 4)
    #expect(grown.matching == rebuilt.matching)
  }

  @Test("a reset leaves a profile as it was at first")
  func reset() {
    let profile = PerceptualProfile()
    profile.comparisonCompleted(.record(10))
    profile.comparisonCompleted(.record(10, interval: fifthDown))
    profile.pitchMatchingCompleted(.record(10))
    profile.reset()
    #expect(profile.discrimination == PerceptualProfile().discrimination)
    #expect(profile.thresholds == PerceptualProfile().thresholds)
    #expect(profile.matching == PerceptualProfile().matching)
  }
}
