import Music
import Testing

@testable import Training

@Suite("Pitch matching profile")
struct PitchMatchingProfileTests {
  @Test("mean, deviation and count are those of the errors without their direction")
  func magnitudes() {
    var profile = PitchMatchingProfile()
    #expect(profile.mean == nil)
    #expect(profile.standardDeviation == nil)
    for (note, error) in [(60, -10.0), (61, 20), (60, 30)] {
      profile.updateMatching(note: MIDINote(note), centError: Cents(error))
    }
    #expect(profile.count == 3)
    #expect(profile.mean == 20)
    #expect(profile.standardDeviation == 10)
  }

  @Test("bias and spread are those of the errors with their direction")
  func signed() {
    var profile = PitchMatchingProfile()
    #expect(profile.bias == nil)
    #expect(profile.spread == nil)
    for error in [-10.0, 0, 4] {
      profile.updateMatching(note: MIDINote(60), centError: Cents(error))
    }
    // Mean −2, squared distances 64 + 4 + 36 = 104, over 2.
    #expect(profile.bias == -2)
    #expect(profile.spread.map { abs($0.rawValue - 52.0.squareRoot()) < 1e-12 } == true)
  }
}
