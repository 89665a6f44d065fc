import Foundation
import Intonation
import Music

/// A minute in a room in which nobody plays: none of it may be judged.
nonisolated enum PlayedWait: String, CaseIterable, Sendable {
  case pinkNoise = "pink noise"
  case hum = "hum of the mains"
  case breaths = "breaths"
  case scratches = "bow scratches"
  case steps = "footsteps and claps"
  case glissandi = "glissandi"
  case strings = "other strings ringing"
  case speech = "speech"
  case laughter = "calls and laughter"
  case metronome = "metronome"
  case telephone = "telephone"
  case fan = "fan and squeaks"

  private static let seconds = 60.0
  private static let rate = PlayedCases.sampleRate

  /// What was made of a minute, listening on after each outcome as a training does: how often there was each outcome.
  func listen(_ index: Int, series: UInt64) -> [String: Int] {
    let room = recording(index, series: series)
    let samples = room.sound.map(Float.init)
    var outcomes: [String: Int] = [:]
    var rules = PlayedNoteRules(
      target: Frequency(hertz: room.target), longestWait: Self.seconds)
    var judge = PlayedNoteJudge(rules, sampleRate: Self.rate)
    rules.continues = true
    for start in stride(from: 0, to: samples.count, by: JudgedRecording.piece) {
      let part = samples[start..<min(start + JudgedRecording.piece, samples.count)]
      guard let outcome = part.withUnsafeBufferPointer({ judge.append($0) }) else { continue }
      outcomes[outcome.name, default: 0] += 1
      judge = PlayedNoteJudge(rules, sampleRate: Self.rate, after: judge)
    }
    return outcomes
  }

  /// The sound of a room, and the note that a training asks for meanwhile, in hertz.
  private struct Room {
    var random: NoiseGenerator
    let target: Double
    var sound = [Double](repeating: 0, count: Int(PlayedWait.seconds * PlayedWait.rate))

    init(seed: UInt64) {
      random = NoiseGenerator(seed: seed)
      target = 440 * exp2(Double(Int.random(in: 45...86, using: &random) - 69) / 12)
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
      .random(in: range, using: &random)
    }

    /// A frequency more than two semitones from the target in any octave: it is no answer.
    mutating func elsewhere(_ range: ClosedRange<Double>) -> Double {
      while true {
        let hertz = number(range)
        let cents = 1200 * log2(hertz / target)
        if abs(cents - 1200 * (cents / 1200).rounded()) > 200 { return hertz }
      }
    }

    /// Does something again and again, with so many seconds between the beginnings.
    mutating func repeatedly(
      every pause: ClosedRange<Double>, _ event: (inout Room, _ time: Double) -> Void
    ) {
      var time = 0.5
      while time < PlayedWait.seconds - 3 {
        event(&self, time)
        time += number(pause)
      }
    }

    mutating func add(_ part: [Double], at time: Double) {
      let start = Int(time * PlayedWait.rate)
      for (place, value) in part.enumerated() where start + place < sound.count {
        sound[start + place] += value
      }
    }

    /// - Parameters:
    ///   - level: in dB of full scale.
    ///   - envelope: of the time in seconds.
    mutating func add(
      _ noise: [Double], at time: Double, level: Double, _ envelope: (Double) -> Double
    ) {
      var part = [Double](repeating: 0, count: noise.count)
      let shaped = noise.enumerated().map { $1 * envelope(Double($0) / PlayedWait.rate) }
      PlayedNoise.add(shaped, to: &part, level: level)
      add(part, at: time)
    }

    /// - Parameter bend: in octaves a second.
    mutating func addTone(
      _ partials: [Double], _ hertz: Double, at time: Double, seconds: Double, bend: Double = 0,
      _ envelope: (Double) -> Double
    ) {
      var phase = 0.0
      let tone = (0..<Int(seconds * PlayedWait.rate)).map { place in
        let now = Double(place) / PlayedWait.rate
        phase += hertz * exp2(bend * now) / PlayedWait.rate
        return partials.enumerated().reduce(0) {
          $0 + $1.element * sin(2 * .pi * phase * Double($1.offset + 1))
        } * envelope(now)
      }
      add(tone, at: time)
    }

    /// A vowel that falls, or rises and falls: its pitch does not rest.
    mutating func addSyllable(of voice: Double, at time: Double, isLively: Bool) {
      var syllable = PlayedSignal()
      syllable.hertz = voice * exp2(number(-0.3...(isLively ? 1 : 0.4)))
      syllable.timbre = .voice(PlayedSignal.Vowel.allCases.randomElement(using: &random) ?? .a)
      syllable.seconds = number(isLively ? 0.15...0.8 : 0.08...0.35)
      syllable.drift = number(360...2400) * (Bool.random(using: &random) ? 1 : -1)
      syllable.level = number(-35 ... -15)
      syllable.seed = random.next()
      add(syllable.samples(lead: 0, total: syllable.seconds), at: time)
    }
  }

  /// The same in every run of a series.
  private func recording(_ index: Int, series: UInt64) -> Room {
    let place = Self.allCases.firstIndex(of: self) ?? 0
    var room = Room(
      seed: UInt64(5_000_000 + 1000 * place + index) &+ series &* 10_000_000)
    PlayedNoise.add(
      PlayedNoise.pink(count: room.sound.count, seed: room.random.next()), to: &room.sound,
      level: self == .pinkNoise ? -25 - Double(5 * (index % 6)) : -62)
    switch self {
    case .pinkNoise: break
    case .hum:
      let mains = (index.isMultiple(of: 2) ? 50.0 : 60) + room.number(-0.1...0.1)
      PlayedNoise.add(
        PlayedNoise.hum(count: room.sound.count, hertz: mains), to: &room.sound,
        level: room.number(-55 ... -30))
    case .breaths:
      addNoises(to: &room, every: 0.9...2.6, seconds: 0.6...2, hertz: 500...3000, width: 800...3000)
    case .scratches:
      addNoises(
        to: &room, every: 0.4...1.3, seconds: 0.1...0.7, hertz: 500...3000, width: 100...900)
    case .steps:
      addNoises(
        to: &room, every: 0.4...1.3, seconds: 0.1...0.7, hertz: 60...600, width: 100...900,
        decay: 25)
    case .glissandi:
      var (phase, cents, speed) = (0.0, 0.0, 0.0)
      for index in room.sound.indices {
        if index % 48_000 == 0 { speed = room.number(250...1500) * (cents > 0 ? -1 : 1) }
        cents += speed / Self.rate
        phase += room.target * exp2(cents / 1200) / Self.rate
        let turn = 2 * Double.pi * phase
        room.sound[index] += 0.1 * (sin(turn) + sin(2 * turn) / 2 + sin(3 * turn) / 3)
      }
    case .strings:
      room.repeatedly(every: 0.8...4.5) { room, time in
        room.addTone([1, 0.5, 0.3, 0.15], room.elsewhere(110...900), at: time, seconds: 4) {
          0.1 * min($0 / 0.005, 1) * exp(-$0 * 1.5)
        }
      }
    case .speech, .laughter:
      let voice = room.number(90...230)
      room.repeatedly(every: self == .speech ? 0.1...0.6 : 0.2...1.2) { room, time in
        room.addSyllable(of: voice, at: time, isLively: self == .laughter)
      }
    case .metronome:
      let (beat, hertz) = (room.number(0.3...1), room.number(700...2500))
      var number = 0
      room.repeatedly(every: beat...beat) { room, time in
        room.addTone(
          [1, 0.4], number % 4 == 0 ? 1.5 * hertz : hertz, at: time, seconds: 0.06
        ) { 0.3 * exp(-$0 * 80) }
        number += 1
      }
    case .telephone:
      let hertz = room.elsewhere(400...1500)
      room.repeatedly(every: 5...5) { room, time in
        room.addTone([1, 0.2, 0.3], hertz, at: time, seconds: 2) {
          0.1 * (1 + 0.9 * sin(2 * .pi * 20 * $0))
        }
      }
    case .fan:
      room.addTone([1, 0.6, 0.4, 0.3], room.elsewhere(80...300), at: 0, seconds: 55) {
        0.02 * min($0, 1) * (1 + 0.3 * sin(2 * .pi * 3 * $0))
      }
      room.repeatedly(every: 2...2) { room, time in
        room.addTone(
          [1, 0.3], room.number(500...2500), at: time, seconds: 0.4, bend: room.number(-2...2)
        ) { 0.08 * sin(.pi * $0 / 0.4) }
      }
    }
    return room
  }

  /// Bursts of noise through a resonance, which swell and end, or die away.
  private func addNoises(
    to room: inout Room, every pause: ClosedRange<Double>, seconds: ClosedRange<Double>,
    hertz: ClosedRange<Double>, width: ClosedRange<Double>, decay: Double? = nil
  ) {
    room.repeatedly(every: pause) { room, time in
      let length = room.number(seconds)
      let noise = PlayedNoise.band(
        count: Int(length * Self.rate), seed: room.random.next(), hertz: room.number(hertz),
        width: room.number(width))
      room.add(noise, at: time, level: room.number(-35 ... -15)) { now in
        decay.map { exp(-now * $0) } ?? sin(.pi * now / length)
      }
    }
  }
}
