import Foundation
import Intonation
import Music
import Testing

@testable import PlayedTones

@Suite("What is played near the reference, and after it")
struct PlayedUnisonTests {
  /// What becomes of so many examples.
  private func tally(_ unison: PlayedUnison, _ count: Int) -> UnisonTally {
    var tally = UnisonTally()
    for index in 0..<count {
      let recording = unison.recording(index, series: 7)
      tally.add(
        JudgedRecording.outcome(of: recording, longestWait: 10), to: recording.expectation)
    }
    return tally
  }

  @Test(
    "a unison in headphones is judged, whenever it begins, however softly, and while it fades",
    arguments: PlayedUnison.headphoneStarts)
  func headphones(start: Double) {
    let tally = tally(.headphones(start: start), 8)
    #expect(tally.right == 8, "\(tally.counts)")
  }

  @Test(
    "a unison over the ringing is judged to half a cent, or not at all", arguments: [0.0, 6, 12])
  func overRinging(louder: Double) {
    let tally = tally(.overRinging(louder: louder), 12)
    #expect(tally.falselyJudged == 0, "\(tally.errors)")
    #expect(tally.right >= 6, "\(tally.counts)")
  }

  @Test(
    "what rings alone is never judged, with a single string or two that beat",
    arguments: [false, true])
  func ringingAlone(beats: Bool) {
    let tally = tally(.ringingAlone(beats: beats), 8)
    #expect(tally.falselyJudged == 0)
  }

  @Test(
    "who sings along with the reference and goes on is judged, as nothing that rings stays as loud",
    arguments: [-2.0, 0, 2])
  func singingAlong(cents: Double) throws {
    var note = PlayedSignal(hertz: 440, cents: cents)
    note.seconds = 5
    let rules = PlayedNoteRules(
      target: Frequency(hertz: 440), longestWait: 10, ringing: [Frequency(hertz: 440)],
      ringingLevel: -20)
    var judge = PlayedNoteJudge(rules, sampleRate: 48_000)
    let outcome = judge.hear(note.samples(lead: 0, total: 6))
    let judged = try #require(outcome?.note)
    #expect(abs(judged.error - cents) < 0.5)
  }

  @Test("who is louder than the leak was, is judged at once")
  func louderThanTheLeak() throws {
    var note = PlayedSignal(hertz: 440, cents: 2)
    note.seconds = 1.2
    let rules = PlayedNoteRules(
      target: Frequency(hertz: 440), longestWait: 10, ringing: [Frequency(hertz: 440)],
      ringingLevel: -55)
    var judge = PlayedNoteJudge(rules, sampleRate: 48_000)
    let outcome = judge.hear(note.samples(lead: 0, total: 2))
    let judged = try #require(outcome?.note)
    #expect(abs(judged.error - 2) < 0.1)
  }

  @Test("a leak has the level at which it was heard; what begins in its second half is none")
  func leak() {
    func watch(_ levels: [Double], hertz: Double) -> LeakWatch {
      var watch = LeakWatch()
      watch.receive(
        levels.enumerated().map { place, level in
          PitchFrame(
            time: Double(place) / 50, frequency: level > -60 ? hertz : nil, clarity: 1,
            level: level)
        })
      return watch
    }
    let silence = [Double](repeating: -75, count: 60)
    let note = [Frequency(hertz: 330)]
    let leaking = watch(silence + [Double](repeating: -40, count: 50), hertz: 330)
    #expect(leaking.level(of: note, after: 1) == -40)
    #expect(leaking.level(of: [Frequency(hertz: 350)], after: 1) == nil)
    let early = watch(silence + [Double](repeating: -20, count: 20), hertz: 330)
    #expect(early.level(of: note, after: 1) == nil)
    #expect(early.level(of: note, after: 0.4) == -20)
    // It has died away before its end.
    let short = watch(silence + [Double](repeating: -40, count: 25) + silence, hertz: 330)
    #expect(short.level(of: note, after: 1.5) == nil)
  }

  @Test(
    "who plays as the accompaniment is looked for, in headphones, is told, pauses, and is judged then",
    arguments: [-90.0, -45])
  func early(noise: Double) throws {
    var note = PlayedSignal(hertz: 440, cents: 7)
    note.seconds = 5.5
    let second = note.samples(lead: 6.4, total: 9)
    var random = NoiseGenerator(seed: 3)
    let sound = zip(note.samples(lead: 0, total: 9), second).map {
      $0 + $1 + random.gaussian() * pow(10, noise / 20)
    }
    var rules = PlayedNoteRules(
      target: Frequency(hertz: 440), longestWait: 60, accompaniment: [Frequency(hertz: 440)])
    var judge = PlayedNoteJudge(rules, sampleRate: 48_000)
    rules.continues = true
    var outcomes: [PlayedNoteOutcome] = []
    for start in stride(from: 0, to: sound.count, by: 1000) {
      let outcome = judge.hear(Array(sound[start..<min(start + 1000, sound.count)]))
      guard let outcome else { continue }
      outcomes.append(outcome)
      if outcome.note != nil { break }
      judge = PlayedNoteJudge(rules, sampleRate: 48_000, after: judge)
    }
    let played = try #require(outcomes.last?.note)
    #expect(abs(played.error - 7) < 0.05)
    #expect(outcomes.count > 1 && outcomes.dropLast().allSatisfy { $0 == .inseparable })
  }

  @Test("a unison with its like is inseparable, also on commit, and never called too short")
  func likeTheDrone() {
    for index in 0..<24 {
      let recording = PlayedCases.example(.droneInTheWay, index, series: 7)
      #expect(JudgedRecording.outcome(of: recording) == .inseparable)
    }
    let recording = PlayedCases.example(.droneInTheWay, 1, series: 7)
    let rules = PlayedNoteRules(
      target: Frequency(hertz: recording.target),
      accompaniment: recording.accompaniment.map { Frequency(hertz: $0) })
    var judge = PlayedNoteJudge(rules, sampleRate: PlayedCases.sampleRate)
    #expect(judge.hear(Array(recording.sound.prefix(60_000))) == nil)
    #expect(judge.commit() == .inseparable)
  }

  @Test(
    "a note that is up to 12 dB too loud is judged within its uncertainty",
    arguments: PlayedClipping.timbres.indices)
  func clipping(timbre: Int) throws {
    var covered = 0
    for index in 0..<6 {
      let (recording, over) = PlayedClipping.recording(timbre, index, series: 7)
      let note = try #require(
        JudgedRecording.outcome(of: recording).note, "\(recording.target) Hz, \(over) dB")
      guard case .judged(let cents, _) = recording.expectation else { continue }
      if abs(note.error - cents) <= 2 * note.uncertainty { covered += 1 }
    }
    #expect(covered == 6)
  }
}
