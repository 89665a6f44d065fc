import Foundation
import Intonation
import Music
import Testing

@testable import PlayedTones

@Suite("Free playing")
struct FreePlayingTests {
  private static let rate = FreePerformance.rate

  private func notes(
    in sound: [Double], drone: [Double] = [], piece: Int = 1024
  ) -> [FreeNote] {
    var judge = FreePlayingJudge(
      sampleRate: Self.rate, drone: drone.map { Frequency(hertz: $0) })
    let samples = sound.map(Float.init)
    var notes: [FreeNote] = []
    for start in stride(from: 0, to: samples.count, by: piece) {
      notes += judge.append(Array(samples[start..<min(start + piece, samples.count)]))
    }
    return notes + judge.end()
  }

  private func tally(_ performance: FreePerformance, _ timbre: PlayedSignal.Timbre) -> FreeTally {
    let played = performance.notes
    let sound = performance.sound(of: played) { performance.synthesized($0, timbre) }
    return FreeTally(played, heard: notes(in: sound))
  }

  private static let timbres: [(timbre: PlayedSignal.Timbre, tonic: Int)] = [
    (.string(inharmonicity: 8e-5), 52), (.partials([1, 0.3, 0.1, 0.05]), 67),
    (.partials([1, 0.05, 0.6, 0.03, 0.3, 0.02, 0.1]), 60),
  ]

  @Test(
    "each note of 0.25 s is found, and measured to a tenth of a cent",
    arguments: FreePerformance.Figure.allCases, [false, true])
  func figures(figure: FreePerformance.Figure, isLegato: Bool) {
    for (timbre, tonic) in Self.timbres {
      let performance = FreePerformance(
        figure: figure, tonic: tonic, isLegato: isLegato, rounds: 1)
      let tally = tally(performance, timbre)
      #expect(tally.f >= 0.95, "\(timbre): \(tally.missed), \(tally.wrong)")
      let errors = tally.errors.values.flatMap { $0 }.map(abs).sorted()
      #expect(errors[errors.count * 9 / 10] < 0.1, "\(timbre): \(errors)")
    }
  }

  @Test(
    "so it is in noise and with vibrato, and not much worse in a room", arguments: [false, true])
  func conditions(isLegato: Bool) {
    var noisy = FreePerformance(tonic: 55, isLegato: isLegato, rounds: 1)
    noisy.noise = -20
    var vibrant = FreePerformance(tonic: 55, isLegato: isLegato, step: 0.6, rounds: 1)
    vibrant.vibrato = 30
    var reverberant = FreePerformance(tonic: 55, isLegato: isLegato, rounds: 1)
    reverberant.reverberation = 1
    for (performance, greatest) in [(noisy, 0.3), (vibrant, 2), (reverberant, 2)] {
      let tally = tally(performance, .saw)
      #expect(tally.f >= 0.9, "\(performance): \(tally.missed), \(tally.wrong)")
      let errors = tally.errors.values.flatMap { $0 }.map(abs).sorted()
      #expect(errors[errors.count * 9 / 10] < greatest, "\(performance): \(errors)")
    }
  }

  @Test(
    "what is no note is none",
    arguments: [
      PlayedCases.Difficulty.scratchAlone, .breathAlone, .roomAlone, .humAlone, .endlessSlide,
      .trill, .silence,
    ])
  func nothing(difficulty: PlayedCases.Difficulty) {
    for index in 0..<3 {
      let heard = notes(in: PlayedCases.example(difficulty, index).sound)
      #expect(heard.isEmpty, "\(index): \(heard.map { ($0.onset, $0.tone.frequency) })")
    }
  }

  @Test(
    "a note is itself, whatever comes with it",
    arguments: [
      PlayedCases.Difficulty.slideIn, .scratchBefore, .breathAlong, .roomNoise, .humAlong,
      .weakFundamental, .missingFundamental, .strongSecondPartial,
    ])
  func one(difficulty: PlayedCases.Difficulty) throws {
    for index in 0..<3 {
      let example = PlayedCases.example(difficulty, index)
      guard case .judged(let cents, _) = example.expectation else { continue }
      let heard = notes(in: example.sound)
      let note = try #require(heard.max { $0.tone.length < $1.tone.length }, "\(index)")
      let error = 1200 * log2(note.tone.frequency / example.target) - cents
      #expect(abs(error) < 2, "\(index): \(error)")
      #expect(heard.count == 1, "\(index): \(heard.map { ($0.onset, $0.tone.frequency) })")
      // What was measured is within the note.
      let rest = note.end - note.onset - note.tone.settleTime - note.tone.length
      #expect(rest > -0.03, "\(index): \(note.tone.settleTime)")
    }
  }

  @Test("a string that is plucked again is two notes, each with its beginning and its end")
  func pluckedAgain() throws {
    var string = PlayedSignal(hertz: 220)
    string.timbre = .string(inharmonicity: 6e-5)
    string.attack = 0.003
    string.seconds = 0.5
    var sound = [Double](repeating: 0, count: Int(2 * Self.rate))
    for onset in [0.5, 1.0] {
      for (place, value) in string.samples(lead: 0, total: 0.5).enumerated() {
        sound[Int(onset * Self.rate) + place] += value * pow(10, -Double(place) / Self.rate)
      }
    }
    let heard = notes(in: sound)
    try #require(heard.count == 2)
    for (note, onset) in zip(heard, [0.5, 1.0]) {
      #expect(abs(note.onset - onset) < 0.05 && abs(note.end - onset - 0.5) < 0.06)
      #expect(abs(1200 * log2(note.tone.frequency / 220)) < 0.1)
    }
  }

  @Test("what rings on in a room is not the next note")
  func ringing() {
    var performance = FreePerformance(tonic: 60, step: 0.6, rounds: 1)
    performance.reverberation = 1
    // Each third note, with rests between them.
    let played = performance.notes.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    let sound = performance.sound(of: played) { performance.synthesized($0, .saw) }
    let tally = FreeTally(played, heard: notes(in: sound))
    #expect(tally.found == played.count && tally.reported == played.count)
  }

  @Test("a drone from the loudspeakers is no note, and does not keep notes from being measured")
  func drone() {
    var performance = FreePerformance(tonic: 62, step: 0.5, rounds: 1)
    performance.noise = -50
    let played = performance.notes
    var sound = performance.sound(of: played) { performance.synthesized($0, .saw) }
    var drone = PlayedSignal(hertz: 146.83)
    drone.timbre = .partials([1, 0.5, 0.3])
    drone.level = -30
    drone.seconds = Double(sound.count) / Self.rate
    for (place, value) in drone.samples(lead: 0, total: drone.seconds).enumerated() {
      sound[place] += value
    }
    let heard = notes(in: sound, drone: [146.83])
    let tally = FreeTally(played, heard: heard)
    // A note whose partials are all among the drone's cannot be told from it.
    #expect(tally.found >= played.count - 4, "\(tally.missed)")
    #expect(tally.reported <= tally.found + 1, "\(tally.wrong.map { heard[$0] })")
    let errors = tally.errors.values.flatMap { $0 }.map(abs).sorted()
    #expect(errors[errors.count * 9 / 10] < 0.5, "\(errors)")
  }

  @Test("a long note is measured by its first seconds, and lasts until its end")
  func long() throws {
    var signal = PlayedSignal(hertz: 330)
    signal.seconds = 8
    let heard = notes(in: signal.samples(lead: 0.5, total: 9))
    let note = try #require(heard.first)
    #expect(heard.count == 1 && (2.5...3.2).contains(note.tone.length))
    #expect(abs(note.onset - 0.5) < 0.05 && abs(note.end - 8.5) < 0.06)
  }

  @Test("the pieces in which the samples come do not matter")
  func pieces() {
    let performance = FreePerformance(rounds: 1)
    let sound = performance.sound(of: performance.notes) { performance.synthesized($0, .saw) }
    #expect(notes(in: sound, piece: 64) == notes(in: sound, piece: 48_000))
  }

  @Test("a note that was cut is not measured over the gap")
  func cut() {
    var signal = PlayedSignal(hertz: 330)
    signal.seconds = 1
    let samples = signal.samples(lead: 0.2, total: 1.5).map(Float.init)
    let place = Int(0.5 * Self.rate)
    var judge = FreePlayingJudge(sampleRate: Self.rate)
    var heard = judge.append(Array(samples[..<place]))
    judge.cut()
    heard += judge.append(Array(samples[place...])) + judge.end()
    #expect(heard.count == 1)
    #expect(heard.allSatisfy { $0.onset >= 0.49 && abs($0.end - 1.2) < 0.06 })
  }
}
