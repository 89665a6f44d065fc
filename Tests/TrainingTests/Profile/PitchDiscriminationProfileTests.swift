import Music
import Testing

@testable import Training

@Suite("Pitch discrimination profile")
struct PitchDiscriminationProfileTests {
  /// C4: 10, 20, 30 (mean 20, deviation 10); D4: 40, 50 (mean 45); A4: 4 (mean 4).
  private let profile: PitchDiscriminationProfile = {
    var profile = PitchDiscriminationProfile()
    for (note, offset) in [(60, 10.0), (62, -40), (60, -20), (69, 4), (60, 30), (62, 50)] {
      profile.update(note: MIDINote(note), centOffset: Cents(offset))
    }
    return profile
  }()

  @Test("each note has the statistics of its own differences, without their direction")
  func notes() throws {
    let c4 = profile[MIDINote(60)]
    #expect(c4.count == 3)
    #expect(c4.mean == 20)
    #expect(c4.standardDeviation == 10)
    let d4 = try #require(profile[MIDINote(62)].standardDeviation)
    #expect(abs(d4.rawValue - 50.0.squareRoot()) < 1e-12)
    #expect(profile[MIDINote(69)].mean == 4)
    #expect(profile[MIDINote(69)].standardDeviation == nil)
    #expect(profile[MIDINote(61)].mean == nil)
    #expect(profile.trainedNotes == [60, 62, 69].map { MIDINote($0) })
    #expect(profile.count == 6)
  }

  @Test("each trained note weighs the same in the overall numbers")
  func overall() throws {
    let mean = try #require(profile.overallMean)
    #expect(abs(mean.rawValue - 23) < 1e-12)
    // Means 20, 45, 4: squared distances 9 + 484 + 361 = 854, over 2.
    let deviation = try #require(profile.overallStdDev)
    #expect(abs(deviation.rawValue - 427.0.squareRoot()) < 1e-12)
  }

  @Test("an untrained profile has no overall numbers, one note no deviation")
  func untrained() {
    var profile = PitchDiscriminationProfile()
    #expect(profile.overallMean == nil)
    #expect(profile.overallStdDev == nil)
    #expect(profile.count == 0)
    profile.update(note: MIDINote(60), centOffset: 5)
    #expect(profile.overallMean == 5)
    #expect(profile.overallStdDev == nil)
  }

  @Test("weak spots are the untrained notes, then those of the largest means")
  func weakSpots() {
    let all = profile.weakSpots(count: 128).map(\.rawValue)
    #expect(all.count == 128)
    #expect(all.prefix(125) == MIDINote.range.filter { ![60, 62, 69].contains($0) }[...])
    #expect(all.suffix(3) == [62, 60, 69])
    #expect(profile.weakSpots(count: 2).map(\.rawValue) == [0, 1])
    #expect(profile.weakSpots(count: 0).isEmpty)
    #expect(profile.weakSpots(count: 500).count == 128)
  }

  @Test("the average threshold is that of the trained notes of a range, its ends included")
  func averageThreshold() {
    #expect(profile.averageThreshold(in: MIDINote(60)...MIDINote(62)) == 32.5)
    #expect(profile.averageThreshold(in: MIDINote(61)...MIDINote(68)) == 45)
    #expect(profile.averageThreshold(in: MIDINote(63)...MIDINote(68)) == nil)
    #expect(profile.averageThreshold(in: MIDINote(0)...MIDINote(127)) == profile.overallMean)
  }
}
