import Music
import TestSupport
import Testing

@testable import Training

@Suite("Pitch matching: its challenges")
@MainActor
struct PitchMatchingChallengeTests {
  private let tunings: [TuningSystem] = TuningSystem.builtIn

  @Test("0 is the exact target and an error of 0, in every tuning and at every interval")
  func zero() throws {
    for tuning in tunings {
      for interval in DirectedInterval.all {
        let posed = PosedTrial(
          .matching,
          Challenge(
            referenceNote: MIDINote(61), interval: interval, centOffset: -37.2),
          TrialConditions(
            index: 1, tuningSystem: tuning, referencePitch: Frequency(hertz: 443),
            noteDuration: NoteDuration(seconds: 1), amplitudeDB: AmplitudeDB(0)))
        #expect(posed.slider.frequency(at: 0) == posed.targetFrequency)
        #expect(posed.centError(at: 0) == 0)
        let size = Cents(from: posed.referenceFrequency, to: posed.targetFrequency)
        #expect(abs(size.rawValue - tuning.cents(for: interval).rawValue) < 1e-9)
        for value in [-1, -0.372, 0.0001, 0.5, 1] {
          #expect(abs(posed.centError(at: value).rawValue - value * 100) < 1e-9)
        }
        #expect(abs(posed.initialValue + 0.372) < 1e-12)
      }
    }
  }

  @Test("a target is one of the keyboard's notes only by accident: a just fifth is 701.955 cents")
  func justFifth() throws {
    for note in 60...71 {
      let posed = PosedTrial(
        .matching,
        Challenge(
          referenceNote: MIDINote(note), interval: DirectedInterval(.perfectFifth),
          centOffset: 0),
        TrialConditions(
          index: 1, tuningSystem: .justIntonation,
          referencePitch: TuningSystem.standardReferencePitch,
          noteDuration: NoteDuration(seconds: 1), amplitudeDB: AmplitudeDB(0)))
      #expect(abs(posed.targetFrequency.hertz / posed.referenceFrequency.hertz - 1.5) < 1e-12)
    }
  }

  @Test("the initial offsets are uniform within ±100 cents")
  func uniformOffsets() {
    let count = 10_000
    let offsets = PitchMatchingFixture(seed: 3).challenges(count)
      .map(\.challenge.centOffset.rawValue).sorted()
    // Kolmogorov and Smirnov: a uniform source stays under 1.95/√n in 999 of 1000 cases.
    let distance = offsets.enumerated().map { index, offset in
      let share = (offset + 100) / 200
      return max(
        abs(Double(index) / Double(count) - share), abs(Double(index + 1) / Double(count) - share))
    }.max()
    #expect((distance ?? 1) < 1.95 / Double(count).squareRoot())
    #expect(offsets.allSatisfy { (-100...100).contains($0) })
  }

  @Test("every reference note of the range is asked for, narrowed so that its target is a note")
  func references() throws {
    let fixture = PitchMatchingFixture(seed: 4)
    fixture.settings.noteRange = try #require(NoteRange(lowest: 96, highest: 108))
    fixture.settings.intervals = [DirectedInterval(.octave)]
    #expect(
      Set(fixture.challenges(500).map(\.challenge.referenceNote.rawValue)) == Set(96...108))
    let low = PitchMatchingFixture(seed: 4)
    low.settings.noteRange = try #require(NoteRange(lowest: 21, highest: 40))
    low.settings.intervals = [DirectedInterval(.octave, .down)]
    #expect(Set(low.challenges(500).map(\.challenge.referenceNote.rawValue)) == Set(33...40))
  }

  @Test("every interval of the set is drawn, and no other")
  func intervals() {
    let fixture = PitchMatchingFixture()
    let intervals = ["P1", "P5", "M3-"].compactMap { DirectedInterval($0) }
    fixture.settings.intervals = intervals
    let drawn = fixture.challenges(300).map(\.challenge.interval)
    for interval in intervals {
      #expect((70...130).contains(drawn.count { $0 == interval }))
    }
    #expect(Set(drawn) == Set(intervals))
  }

  @Test(
    "the tunable note's level is uniform within ± varyLoudness × 5 dB", arguments: [0, 0.1, 0.5, 1])
  func loudness(share: Double) {
    let fixture = PitchMatchingFixture(seed: 7)
    fixture.settings.varyLoudness = UnitInterval(share)
    let levels = fixture.challenges(500).map(\.amplitudeDB.decibels)
    #expect(levels.allSatisfy { abs($0) <= share * 5 })
    if share == 0 {
      #expect(levels.allSatisfy { $0 == 0 && $0.sign == .plus })
    } else {
      #expect(levels.contains { $0 > share * 4.5 })
      #expect(levels.contains { $0 < -share * 4.5 })
      #expect(abs(levels.reduce(0, +) / 500) < share * 0.5)
    }
  }

  @Test("a seed repeats a session, another does not, and loudness changes nothing else")
  func seeds() {
    func challenges(seed: UInt64, loudness: Double = 1) -> [PosedTrial] {
      let fixture = PitchMatchingFixture(seed: seed)
      fixture.settings.intervals = DirectedInterval.all
      fixture.settings.varyLoudness = UnitInterval(loudness)
      return fixture.challenges(20)
    }
    #expect(challenges(seed: 3) == challenges(seed: 3))
    #expect(challenges(seed: 3) != challenges(seed: 4))
    let withoutRoving = challenges(seed: 3, loudness: 0).map(\.challenge)
    #expect(withoutRoving == challenges(seed: 3).map(\.challenge))
  }
}
