import Foundation
import Music
import TestSupport
import Testing

@testable import Training

@Suite("What sounds beside the note in question")
struct VoicingTests {
  private let root = NoteRequest(Frequency(hertz: 200))
  private let fifth = NoteRequest(Frequency(hertz: 300))
  private let third = NoteRequest(Frequency(hertz: 250))
  private let span = NoteSpan(seconds: 1)

  private func target(_ duration: NoteSpan?) -> Passage.Note {
    Passage.Note(third, duration: duration)
  }

  @Test("a drone needs notes that sound together and one reference note; purity has the first")
  @MainActor
  func drone() {
    let settings = MockUserSettings()
    settings.drone = true
    var random = RandomSource(SeededGenerator(seed: 1))
    func isDrone(_ presentation: Presentation?) -> Bool {
      Voicing(settings, presentation, using: &random).isDrone
    }
    for (set, note) in [(.melodic, nil), (.melodic, 48), (.harmonic, nil)]
      as [(Presentation, Int?)]
    {
      settings.presentation = set
      settings.referenceNote = note.map { MIDINote($0) }
      #expect(!isDrone(nil) && !Voicing.canDrone(settings))
    }
    settings.presentation = .melodic
    settings.referenceNote = MIDINote(48)
    #expect(isDrone(TrainingName.purity.ownPresentation))
    #expect(Voicing.canDrone(settings, TrainingName.purity.ownPresentation))
    settings.presentation = .harmonic
    #expect(isDrone(nil) && Voicing.canDrone(settings))
    settings.drone = false
    #expect(!isDrone(nil) && Voicing.canDrone(settings), "it can, but is not set")
  }

  @Test("one after the other: the chord, then the target after the gap")
  func melodic() {
    let passage = Voicing().passage([root, fifth], target(span), span: span, gap: 0.3)
    let places = passage.placements(at: 1000)
    #expect(places.map(\.start) == [0, 0, 1300])
    #expect(places.map(\.length) == [1000, 1000, 1000])
    #expect(passage.target == 2)
  }

  @Test("together: the chord goes on while the target sounds, and all of them end together")
  func harmonic() {
    let voicing = Voicing(.harmonic, delay: 0.037)
    let passage = voicing.passage([root, fifth], target(span), span: span, gap: 0.3)
    let places = passage.placements(at: 1000)
    #expect(places.map(\.start) == [0, 0, 1037])
    #expect(places.map { $0.start + ($0.length ?? 0) } == [2037, 2037, 2037])
  }

  @Test("together with a note that is held, the chord is held, too")
  func held() {
    let passage = Voicing(.harmonic).passage([root, fifth], target(nil), span: span, gap: 0)
    #expect(passage.notes.allSatisfy { $0.duration == nil })
    #expect(passage.placements(at: 1000).map(\.start) == [0, 0, 1000])
  }

  @Test("one sound after another: each with its own delay, and the second with the roving level")
  func pair() {
    let voicing = Voicing(.harmonic, delay: 0.01)
    let passage = voicing.sequence(
      [root, fifth], [(third, 0.01), (third, 0.05)], roving: AmplitudeDB(-4), span: span, gap: 0.25)
    let places = passage.placements(at: 1000)
    #expect(places.map(\.start) == [0, 0, 10, 1250, 1250, 1300])
    #expect(
      places.map { $0.start + ($0.length ?? 0) } == [1000, 1000, 1000, 2250, 2250, 2250])
    #expect(passage.notes.map(\.request.amplitudeDB.decibels) == [0, 0, 0, -4, -4, -4])
    #expect(passage.target == 5)
  }

  @Test("the greatest chord fits a passage three times")
  func largest() {
    let voices = [NoteRequest](repeating: root, count: Voicing.mostVoices)
    let passage = Voicing(.harmonic).sequence(
      voices, [(third, 0), (third, 0), (third, 0)], roving: AmplitudeDB(0), span: span, gap: 0.25)
    #expect(passage.notes.count == 15)
    let replay = Voicing().replay(
      voices, [(.given, third.frequency), (.truth, third.frequency)], gap: 0)
    #expect(replay.count == 10)
  }

  @Test("heard again together, the chord goes on from the one target to the other")
  func replayTogether() {
    let notes = Voicing(.harmonic).replay(
      [root], [(.given, third.frequency), (.truth, fifth.frequency)])
    #expect(notes.map(\.role) == [nil, .given, .truth])
    let places = Passage(notes.map(\.note)).placements(at: 1000)
    #expect(places.map(\.start) == [0, 0, 800])
    #expect(places.map(\.length) == [1600, 800, 800])
  }

  @Test("with a drone nothing is judged or shown before that can be back from its silence")
  func afterSilence() {
    let voicing = Voicing(.harmonic, isDrone: true, delay: 0.02)
    let pair = voicing.sequence(
      [root], [(third, 0.02), (fifth, 0.05)], roving: AmplitudeDB(0), span: span, gap: 0.25)
    #expect(pair.placements(at: 1000).map(\.start) == [270, 1550])
    #expect(pair.placements(at: 1000).map(\.length) == [980, 950])
    let notes = voicing.replay(
      [root], [(.given, third.frequency), (.truth, fifth.frequency)])
    #expect(notes.map(\.role) == [.given, .truth])
    #expect(Passage(notes.map(\.note)).placements(at: 1000).map(\.start) == [250, 1050])
  }

  @Test("voices are measured from the reference in the tuning of the session")
  func voices() {
    let voicing = Voicing(
      .harmonic, accompaniment: [.prime, DirectedInterval(.perfectFifth)], level: AmplitudeDB(-7))
    let requests = voicing.requests(
      above: MIDINote(57), in: .justIntonation, referencePitch: Frequency(hertz: 440))
    #expect(abs(requests[0].frequency.hertz - 220) < 1e-9)
    #expect(abs(requests[1].frequency.hertz - 330) < 1e-9)
    #expect(requests.allSatisfy { $0.amplitudeDB == AmplitudeDB(-7) })
    #expect(voicing.accompanimentText == "P1,P5")
  }

  @Test("notes together that would exceed -1 dB are made softer alike; a note alone is not")
  func levels() {
    let alone = Voicing().passage([root], target(span), span: span, gap: 0)
    #expect(alone.fitting(peak: 1) == alone)
    let chord = Voicing(.harmonic).passage([root, fifth], target(span), span: span, gap: 0)
    let fitted = chord.fitting(peak: 0.7)
    let sum = fitted.notes.reduce(0) { $0 + 0.7 * $1.request.amplitudeDB.gain }
    #expect(abs(20 * log10(sum) + 1) < 1e-9)
    #expect(Set(fitted.notes.map(\.request.amplitudeDB)).count == 1)
    #expect(chord.fitting(peak: 0.29) == chord)
  }

  @Test("what fades out counts where the next chord begins")
  func tails() {
    let pair = Voicing(.harmonic).sequence(
      [root], [(third, 0), (third, 0)], roving: AmplitudeDB(0), span: span, gap: 0)
    let apart = Voicing(.harmonic).sequence(
      [root], [(third, 0), (third, 0)], roving: AmplitudeDB(0), span: span, gap: 0.25)
    let (near, far) = (pair.fitting(peak: 1), apart.fitting(peak: 1))
    #expect(
      near.notes[0].request.amplitudeDB.decibels < far.notes[0].request.amplitudeDB.decibels - 5)
  }

  /// A sound with that many partials, equally strong.
  private func partials(_ count: Int) -> PartialLevels {
    PartialLevels([60: [Double](repeating: -20, count: count)])
  }

  @Test("beats are counted with the voice with which they are clearest, of notes together alone")
  func beats() throws {
    let truth = Frequency(hertz: 250)
    let given = truth.shifted(by: 3.1)
    let sound = partials(8)
    let beats = try #require(
      Voicing(.harmonic).beats(of: given, truth: truth, [root, fifth], sound, own: sound))
    #expect(beats.truth < 1e-9)
    #expect(abs(beats.given - (4 * given.hertz - 1000)) < 1e-9)
    #expect(Voicing().beats(of: given, truth: truth, [root], sound, own: sound) == nil)
  }

  @Test("without the partials that make them there are no beats; a unison needs none")
  func missingPartials() {
    let voicing = Voicing(.harmonic)
    let truth = Frequency(hertz: 300)
    let given = truth.shifted(by: 5)
    // A fifth beats with the third partial of the lower note and the second of the upper one.
    func hasBeats(_ voice: PartialLevels?, _ own: PartialLevels?) -> Bool {
      voicing.beats(of: given, truth: truth, [root], voice, own: own) != nil
    }
    #expect(hasBeats(partials(3), partials(2)))
    #expect(!hasBeats(partials(2), partials(3)) && !hasBeats(partials(3), partials(1)))
    #expect(!hasBeats(nil, partials(3)) && !hasBeats(partials(3), nil))
    let unison = root.frequency.shifted(by: 5)
    #expect(
      voicing.beats(of: unison, truth: root.frequency, [root], nil, own: nil) != nil)
    // Of the octave above, only the fundamental.
    let octave = Frequency(hertz: 400)
    #expect(
      voicing.beats(of: octave.shifted(by: 5), truth: octave, [root], partials(2), own: nil) != nil)
    // Below the voice the partials are those of the other note.
    let below = Frequency(hertz: 200)
    #expect(
      voicing.beats(of: below.shifted(by: 5), truth: below, [fifth], partials(2), own: partials(3))
        != nil)
  }

  @Test("nobody counts more than 20 beats a second, as they were or as they would be")
  func fastBeats() {
    let sound = partials(8)
    func hasBeats(_ truth: Double, _ given: Double) -> Bool {
      Voicing(.harmonic).beats(
        of: Frequency(hertz: given), truth: Frequency(hertz: truth), [root], sound, own: sound)
        != nil
    }
    #expect(hasBeats(200, 219.9) && !hasBeats(200, 220.1))
    // A tempered third: 4 partials of the upper one against 5 of the lower one.
    #expect(hasBeats(252, 253) && !hasBeats(250, 256) && !hasBeats(256, 251))
  }
}
