import Foundation
import Intonation
import Music

/// A minute in a room in which nobody plays: none of it may be judged.
nonisolated struct PlayedWait: Sendable {
  /// What sounds in a room again and again.
  private enum Sound: Sendable {
    /// Noise through a resonance, which swells and ends, or dies away by so many nepers a second.
    case noise(
      seconds: ClosedRange<Double>, hertz: ClosedRange<Double>, width: ClosedRange<Double>,
      decay: Double = 0)
    /// A tone, which may tremble and bend by so many octaves a second, and die away.
    case tone(
      [Double], hertz: ClosedRange<Double>, seconds: Double, decay: Double = 0,
      tremolo: Double = 0, bend: ClosedRange<Double> = 0...0)
    /// A vowel whose pitch does not rest, of one voice, up to so many octaves higher.
    case syllable(seconds: ClosedRange<Double>, height: Double)
    /// A second of a slide through the target, up and down.
    case slide
    case hum
  }

  let name: String
  private let pause: ClosedRange<Double>
  private let sounds: [Sound]
  /// In dB of full scale.
  private let noise: Double

  private static let seconds = 60.0
  private static let rate = PlayedCases.sampleRate

  private init(
    _ name: String, every pause: ClosedRange<Double> = 1...1, _ sounds: [Sound],
    noise: Double = -62
  ) {
    (self.name, self.pause, self.sounds, self.noise) = (name, pause, sounds, noise)
  }

  static let all = [
    PlayedWait("pink noise", [], noise: -25),
    PlayedWait("hum of the mains", every: 60...60, [.hum]),
    PlayedWait(
      "breaths", every: 0.9...2.6,
      [.noise(seconds: 0.6...2, hertz: 500...3000, width: 800...3000)]),
    PlayedWait(
      "bow scratches", every: 0.4...1.3,
      [.noise(seconds: 0.1...0.7, hertz: 500...3000, width: 100...900)]),
    PlayedWait(
      "footsteps and claps", every: 0.4...1.3,
      [.noise(seconds: 0.1...0.7, hertz: 60...600, width: 100...900, decay: 25)]),
    PlayedWait("glissandi", [.slide]),
    PlayedWait(
      "other strings ringing", every: 0.8...4.5,
      [.tone([0.1, 0.05, 0.03, 0.015], hertz: 110...900, seconds: 4, decay: 1.5)]),
    PlayedWait(
      "speech", every: 0.1...0.6, [.syllable(seconds: 0.08...0.35, height: 0.4)]),
    PlayedWait(
      "calls and laughter", every: 0.2...1.2, [.syllable(seconds: 0.15...0.8, height: 1)]),
    PlayedWait(
      "metronome", every: 0.6...0.6,
      [.tone([0.3, 0.12], hertz: 700...2500, seconds: 0.06, decay: 80)]),
    PlayedWait(
      "telephone", every: 5...5,
      [.tone([0.1, 0.02, 0.03], hertz: 400...1500, seconds: 2, tremolo: 20)]),
    PlayedWait(
      "fan and squeaks", every: 2...2,
      [
        .tone([0.02, 0.012, 0.008, 0.006], hertz: 80...300, seconds: 2.1, tremolo: 3),
        .tone([0.08, 0.024], hertz: 500...2500, seconds: 0.4, bend: -2...2),
      ]),
  ]

  /// What was made of a minute, listening on after each outcome as a training does: how often there was each outcome.
  func listen(_ place: Int, _ index: Int, series: UInt64) -> [String: Int] {
    var random = NoiseGenerator(
      seed: UInt64(5_000_000 + 1000 * place + index) &+ series &* 10_000_000)
    let target = 440 * exp2(Double(Int.random(in: 45...86, using: &random) - 69) / 12)
    let samples = recording(index, target, &random)
    var outcomes: [String: Int] = [:]
    var rules = PlayedNoteRules(target: Frequency(hertz: target), longestWait: Self.seconds)
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

  /// The same for every equal index of a series.
  private func recording(
    _ index: Int, _ target: Double, _ random: inout NoiseGenerator
  ) -> [Float] {
    var sound = [Double](repeating: 0, count: Int(Self.seconds * Self.rate))
    PlayedNoise.add(
      PlayedNoise.pink(count: sound.count, seed: random.next()), to: &sound,
      level: noise - (sounds.isEmpty ? Double(5 * (index % 6)) : 0))
    // That of the one who speaks, in hertz.
    let voice = Double.random(in: 90...230, using: &random)
    var time = 0.5
    while time < Self.seconds - 3 {
      for one in sounds {
        let part = samples(of: one, at: time, target, voice, &random)
        let start = Int(time * Self.rate)
        for (place, value) in part.enumerated() where start + place < sound.count {
          sound[start + place] += value
        }
      }
      time += .random(in: pause, using: &random)
    }
    return sound.map(Float.init)
  }

  private func samples(
    of sound: Sound, at time: Double, _ target: Double, _ voice: Double,
    _ random: inout NoiseGenerator
  ) -> [Double] {
    let level = Double.random(in: -35 ... -15, using: &random)
    func leveled(_ noise: [Double], _ level: Double) -> [Double] {
      var part = [Double](repeating: 0, count: noise.count)
      PlayedNoise.add(noise, to: &part, level: level)
      return part
    }
    switch sound {
    case .noise(let seconds, let hertz, let width, let decay):
      let length = Double.random(in: seconds, using: &random)
      let noise = PlayedNoise.band(
        count: Int(length * Self.rate), seed: random.next(),
        hertz: .random(in: hertz, using: &random), width: .random(in: width, using: &random))
      let shaped = noise.enumerated().map { place, value in
        let now = Double(place) / Self.rate
        return value * (decay > 0 ? exp(-now * decay) : sin(.pi * now / length))
      }
      return leveled(shaped, level)
    case .hum:
      let mains = 50.0 + .random(in: -0.1...0.1, using: &random)
      return leveled(
        PlayedNoise.hum(count: Int(Self.seconds * Self.rate), hertz: mains), level - 20)
    case .syllable(let seconds, let height):
      var syllable = PlayedSignal()
      syllable.hertz = voice * exp2(.random(in: -0.3...height, using: &random))
      syllable.timbre = .voice(PlayedSignal.Vowel.allCases.randomElement(using: &random) ?? .a)
      syllable.seconds = .random(in: seconds, using: &random)
      syllable.drift = .random(in: 360...2400, using: &random)
      if Bool.random(using: &random) { syllable.drift.negate() }
      (syllable.level, syllable.seed) = (level, random.next())
      return syllable.samples(lead: 0, total: syllable.seconds)
    case .tone(let partials, let hertz, let seconds, let decay, let tremolo, let bend):
      let octaves = Double.random(in: bend, using: &random)
      var pitch = target
      // More than two semitones from the target in any octave, so that it is no answer.
      while abs(remainder(12 * log2(pitch / target), 12)) < 2 {
        pitch = .random(in: hertz, using: &random)
      }
      return tone(partials, seconds: seconds) { now in
        let end = min(now / 0.005, (seconds - now) / 0.005, 1)
        return (
          pitch * exp2(octaves * now),
          end * exp(-now * decay) * (1 + (tremolo > 0 ? 0.9 * sin(2 * .pi * tremolo * now) : 0))
        )
      }
    case .slide:
      let cents = Double.random(in: 250...1500, using: &random)
      let isRising = Int(time).isMultiple(of: 2)
      return tone([0.1, 0.05, 0.033], seconds: 1) { now in
        (target * exp2(cents / 1200 * (isRising ? now - 0.5 : 0.5 - now)), 1)
      }
    }
  }

  /// - Parameter course: the frequency in hertz and the height at a time.
  private func tone(
    _ partials: [Double], seconds: Double, _ course: (Double) -> (hertz: Double, height: Double)
  ) -> [Double] {
    var phase = 0.0
    return (0..<Int(seconds * Self.rate)).map { place in
      let (hertz, height) = course(Double(place) / Self.rate)
      phase += hertz / Self.rate
      return partials.enumerated().reduce(0) {
        $0 + $1.element * sin(2 * .pi * phase * Double($1.offset + 1))
      } * height
    }
  }
}
