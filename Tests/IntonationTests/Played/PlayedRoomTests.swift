import Foundation
import Intonation
import Music
import Testing

@testable import PlayedTones

@Suite("What rings on, what sounds along, and what is cut")
struct PlayedRoomTests {
  private static let rate = 48_000.0

  /// All outcomes of so many seconds of a sound, listening on after each.
  private func outcomes(
    of sound: [Double], target: Double, ringing: [Double] = [], accompaniment: [Double] = []
  ) -> [(outcome: PlayedNoteOutcome, time: Double)] {
    var rules = PlayedNoteRules(
      target: Frequency(hertz: target), longestWait: 60,
      accompaniment: accompaniment.map { Frequency(hertz: $0) },
      ringing: ringing.map { Frequency(hertz: $0) })
    var judge = PlayedNoteJudge(rules, sampleRate: Self.rate)
    rules.continues = true
    var outcomes: [(PlayedNoteOutcome, Double)] = []
    let samples = sound.map(Float.init)
    for start in stride(from: 0, to: samples.count, by: 1000) {
      let part = Array(samples[start..<min(start + 1000, samples.count)])
      guard let outcome = part.withUnsafeBufferPointer({ judge.append($0) }) else { continue }
      outcomes.append((outcome, Double(start) / Self.rate))
      judge = PlayedNoteJudge(rules, sampleRate: Self.rate, after: judge)
    }
    return outcomes
  }

  private func ringing(_ hertz: Double, slope: Double, seconds: Double) -> [Double] {
    var signal = PlayedSignal(hertz: hertz)
    signal.timbre = .partials([1, 0.3, 0.1])
    signal.seconds = seconds
    signal.level = -20
    return signal.samples(lead: 0, total: seconds).enumerated().map { place, value in
      value * pow(10, -slope * Double(place) / Self.rate / 20)
    }
  }

  @Test(
    "a reference that rings on is never the player's; who waits is told after some seconds",
    arguments: [2.0, 3, 6, 10, 14])
  func ringingAlone(slope: Double) throws {
    for interval in [1.0, 1.5, 2] {
      let sound = ringing(440, slope: slope, seconds: 10)
      let heard = outcomes(of: sound, target: 440 * interval, ringing: [440])
      #expect(heard.allSatisfy { $0.outcome == .inseparable })
      if slope <= 6 { #expect(try #require(heard.first).time < 5.5) }
    }
  }

  @Test(
    "a plucked note that begins at once is judged, unless something as loud sounded before",
    arguments: [20.0, 30])
  func pluckedAtOnce(slope: Double) throws {
    let sound = ringing(440, slope: slope, seconds: 2).map(Float.init)
    for (before, isJudged) in [(-90.0, true), (-30, true), (-18, false), (nil, false)] {
      var judge = PlayedNoteJudge(
        PlayedNoteRules(target: Frequency(hertz: 440), levelBefore: before), sampleRate: Self.rate)
      let outcome = judge.hear(sound)
      #expect((outcome?.note != nil) == isJudged, "\(before ?? .nan) dB")
    }
  }

  @Test("the age of a note, its length and its settling time are those of what was measured")
  func times() throws {
    var note = PlayedSignal(hertz: 440, cents: 9)
    (note.seconds, note.attack, note.release) = (0.75, 0.005, 0.005)
    // It ends before it has been held for the usual time, and is judged then.
    var judge = PlayedNoteJudge(
      PlayedNoteRules(target: Frequency(hertz: 440), steadyTime: 0.7), sampleRate: Self.rate)
    let outcome = judge.hear(note.samples(lead: 0.5, total: 3))
    let played = try #require(outcome?.note)
    #expect(played.settleTime + played.length < 0.77)
    #expect(played.age > 0)
  }

  @Test("a player who begins over the ringing is judged", arguments: [3.0, 8, 14])
  func noteOverRinging(slope: Double) throws {
    for seconds in [0.9, 2.5] {
      var sound = ringing(440, slope: slope, seconds: 6)
      var note = PlayedSignal(hertz: 440, cents: 9)
      note.level = -14
      note.seconds = 3
      for (place, value) in note.samples(lead: seconds, total: 6).enumerated() {
        sound[place] += value
      }
      let first = try #require(outcomes(of: sound, target: 440, ringing: [440]).first)
      let judged = try #require(first.outcome.note)
      #expect(abs(judged.error - 9) < 2 && first.time > seconds)
    }
  }

  @Test(
    "who slides into the note as the reference ends is not compared with himself",
    arguments: [0.0, 0.1, 0.2], [-150.0, 150])
  func slide(lead: Double, cents: Double) throws {
    var note = PlayedSignal(hertz: 440, cents: -7)
    note.seconds = 3
    note.slide = (cents, 0.3)
    var sound = note.samples(lead: lead, total: 3.5)
    for (place, value) in ringing(440, slope: 60, seconds: 1).enumerated() {
      sound[place] += value / 3
    }
    let first = try #require(outcomes(of: sound, target: 440, ringing: [440]).first)
    let judged = try #require(first.outcome.note)
    #expect(abs(judged.error + 7) < 0.5 && first.time < 3)
  }

  @Test(
    "who goes from a wrong note to the right one without a pause is judged", arguments: [0.7, 2])
  func legatoCorrection(seconds: Double) throws {
    var wrong = PlayedSignal(hertz: 493.88)
    (wrong.seconds, wrong.release) = (seconds, 0.05)
    var right = PlayedSignal(hertz: 440, cents: 5)
    (right.seconds, right.attack) = (2, 0.05)
    var sound = wrong.samples(lead: 0.05, total: 4.5)
    for (place, value) in right.samples(lead: seconds, total: 4.5).enumerated() {
      sound[place] += value
    }
    let heard = outcomes(of: sound, target: 440, ringing: [440]).map(\.outcome)
    #expect(!heard.contains(.inseparable))
    let judged = try #require(heard.compactMap(\.note).first)
    #expect(abs(judged.error - 5) < 0.5)
  }

  @Test(
    "a note that its player begins anew again and again has an outcome, and nothing counts as lost",
    arguments: [0.35, 0.5, 0.8], [0.15, 0.5])
  func tonguedAgain(pause: Double, depth: Double) throws {
    var note = PlayedSignal(hertz: 440, cents: 6)
    note.seconds = 8
    // Softly: the level sinks for 30 ms, and the phase begins anew.
    var sound = [Double](repeating: 0, count: Int(8.5 * Self.rate))
    let length = Int(pause * Self.rate)
    for (number, start) in stride(from: 0, to: sound.count - length, by: length).enumerated() {
      note.seed = UInt64(number + 1)
      note.seconds = 1
      let piece = note.samples(lead: 0, total: 1)
      for place in 0..<length {
        let edge = Double(min(place, length - place)) / (0.015 * Self.rate)
        sound[start + place] =
          piece[place + 4800] * (1 - depth * (1 + cos(.pi * min(edge, 1))) / 2)
      }
    }
    let rules = PlayedNoteRules(target: Frequency(hertz: 440), longestWait: 60)
    var judge = PlayedNoteJudge(rules, sampleRate: Self.rate)
    let heard = judge.hear(sound)
    let outcome = try #require(heard)
    let judged = try #require(outcome.note, "\(outcome)")
    #expect(abs(judged.error - 6) < 0.5)
    #expect(judge.cuts == 0)
  }

  @Test("what another partial of the reference hides is no answer, and another octave is one")
  func otherOctave() throws {
    var drone = PlayedSignal(hertz: 440)
    drone.seconds = 3
    drone.level = -26
    var note = PlayedSignal(hertz: 220, cents: 4)
    note.level = -20
    var sound = drone.samples(lead: 0, total: 3)
    for (place, value) in note.samples(lead: 0.8, total: 3).enumerated() { sound[place] += value }
    let first = try #require(outcomes(of: sound, target: 440, accompaniment: [440]).first?.outcome)
    let judged = try #require(first.note)
    #expect(judged.octaves == -1 && abs(judged.error - 4) < 0.5)
  }

  @Test("an accompaniment that fades or wavers is no player", arguments: [true, false])
  func changingAccompaniment(fades: Bool) {
    var drone = PlayedSignal(hertz: 440)
    drone.seconds = 6
    let sound = drone.samples(lead: 0, total: 6).enumerated().map { place, value in
      let time = Double(place) / Self.rate
      return value * pow(10, (fades ? -6 * time : 2 * sin(2 * .pi * 3 * time)) / 20)
    }
    // Who could not be heard at the target is told so once.
    for (target, isHidden) in [(440.0, true), (660, false), (880, true)] {
      let heard = outcomes(of: sound, target: target, accompaniment: [440])
      #expect(heard.map(\.outcome) == (isHidden ? [.inseparable] : []), "\(heard)")
    }
  }

  @Test(
    "nothing is judged over a place where the sound was cut",
    arguments: [PlayedCases.Difficulty.hole, .skip, .repetition])
  func cut(_ kind: PlayedCases.Difficulty) throws {
    for hertz in [98.0, 440, 1046.5] {
      for timbre in [PlayedSignal.Timbre.sine, .saw, .voice(.a)] {
        for length in [37, 128, 1024] {
          var note = PlayedSignal(hertz: hertz, cents: -6)
          note.timbre = timbre
          note.seconds = 2.5
          let whole = note.samples(lead: 0.3, total: 3)
          let sound = PlayedCases.cut(whole, at: 36_000, length: length, kind)
          let judged = try #require(outcomes(of: sound, target: hertz).first?.outcome.note)
          #expect(abs(judged.error + 6) < 0.1, "\(hertz) \(timbre) \(length)")
        }
      }
    }
  }

  @Test("a commit judges the longest part that is whole, or says that it is too short")
  func committedCut() throws {
    var note = PlayedSignal(hertz: 440, cents: 5)
    note.seconds = 3
    let whole = note.samples(lead: 0.3, total: 3)
    let rules = PlayedNoteRules(target: Frequency(hertz: 440), steadyTime: 1)
    let sound = PlayedCases.cut(whole, at: 40_000, length: 256, .skip)
    var judge = PlayedNoteJudge(rules, sampleRate: Self.rate)
    #expect(judge.hear(Array(sound.prefix(52_000))) == nil)
    let judged = try #require(judge.commit().note)
    #expect(abs(judged.error - 5) < 0.1 && judged.length < 0.6)
  }

  @Test(
    "a fast rate is lowered, and none of what is analysed grows with it",
    arguments: [8000.0, 44_100, 64_000, 88_200, 96_000, 176_400, 192_000, 384_000])
  func decimation(rate: Double) {
    var decimator = InputDecimator(sampleRate: rate)
    #expect(decimator.rate < 2 * InputDecimator.usualRate)
    #expect(decimator.rate >= min(rate, InputDecimator.usualRate))
    let sound = (0..<Int(rate / 5)).map { Float(sin(2 * .pi * 1000 * Double($0) / rate)) }
    let fewer = sound.withUnsafeBufferPointer { decimator.append($0) }
    var worst: Float = 0
    for (index, value) in fewer.enumerated().dropFirst(40) {
      worst = max(worst, abs(value - sound[index * decimator.factor]))
    }
    #expect(worst < 1e-4)
  }
}
