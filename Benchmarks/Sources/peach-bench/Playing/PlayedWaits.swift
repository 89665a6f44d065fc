import Foundation
import Intonation
import Music

/// A minute in a room in which nobody plays: none of it may be judged.
nonisolated enum PlayedWait: String, CaseIterable, Sendable {
  case pinkNoise = "pink noise"
  case hum = "hum of the mains"
  case breaths = "breaths"
  case scratches = "bow scratches"
  case glissandi = "glissandi"
  case strings = "other strings ringing"
  case speech = "speech"
  case laughter = "calls and laughter"
  case steps = "footsteps and claps"
  case metronome = "metronome"
  case telephone = "telephone"
  case fan = "fan and squeaks"

  static let seconds = 60.0
  private static let rate = PlayedCases.sampleRate

  /// How often something was judged that nobody had played, listening on after each outcome as a training does, and
  /// what the other outcomes were.
  func listen(_ index: Int, series: UInt64 = 0) -> (judged: Int, others: [String: Int]) {
    let (target, sound) = recording(index, series: series)
    let samples = sound.map(Float.init)
    var (judged, others) = (0, [String: Int]())
    var rules = PlayedNoteRules(target: Frequency(hertz: target), longestWait: Self.seconds)
    var judge = PlayedNoteJudge(rules, sampleRate: Self.rate)
    rules.continues = true
    samples.withUnsafeBufferPointer { all in
      for start in stride(from: 0, to: all.count, by: JudgedRecording.piece) {
        let part = all[start..<min(start + JudgedRecording.piece, all.count)]
        guard let outcome = judge.append(UnsafeBufferPointer(rebasing: part)) else { continue }
        if case .judged = outcome { judged += 1 } else { others[outcome.name, default: 0] += 1 }
        judge = PlayedNoteJudge(rules, sampleRate: Self.rate, after: judge)
      }
    }
    return (judged, others)
  }

  /// The same in every run of a series; the target in hertz.
  func recording(_ index: Int, series: UInt64 = 0) -> (target: Double, sound: [Double]) {
    let place = Self.allCases.firstIndex(of: self) ?? 0
    var random = NoiseGenerator(
      seed: UInt64(5_000_000 + 1000 * place + index) &+ series &* 10_000_000)
    let target = 440 * exp2(Double(Int.random(in: 45...86, using: &random) - 69) / 12)
    let count = Int(Self.seconds * Self.rate)
    var sound = [Double](repeating: 0, count: count)
    PlayedNoise.add(
      PlayedNoise.pink(count: count, seed: random.next()), to: &sound,
      level: self == .pinkNoise ? -25 - Double(5 * (index % 6)) : -62)
    fill(&sound, target, &random)
    return (target, sound)
  }

  private func fill(_ sound: inout [Double], _ target: Double, _ random: inout NoiseGenerator) {
    switch self {
    case .pinkNoise: break
    case .hum:
      let mains =
        (Bool.random(using: &random) ? 50.0 : 60) + .random(in: -0.1...0.1, using: &random)
      PlayedNoise.add(
        PlayedNoise.hum(count: sound.count, hertz: mains), to: &sound,
        level: .random(in: -55 ... -30, using: &random))
    case .breaths, .scratches, .steps:
      var time = 0.3
      while time < Self.seconds - 3 {
        let isBreath = self == .breaths
        let length = Double.random(in: isBreath ? 0.6...2 : 0.1...0.7, using: &random)
        let noise = PlayedNoise.band(
          count: Int(length * Self.rate), seed: random.next(),
          hertz: .random(in: self == .steps ? 60...600 : 500...3000, using: &random),
          width: .random(in: isBreath ? 800...3000 : 100...900, using: &random))
        add(noise, at: time, level: .random(in: -35 ... -15, using: &random), to: &sound) {
          self == .steps ? exp(-$0 * 25) : sin(.pi * $0 / length)
        }
        time += length + .random(in: 0.1...0.8, using: &random)
      }
    case .glissandi:
      var (phase, cents) = (0.0, 0.0)
      var speed = 500.0
      for index in sound.indices {
        if index % 48_000 == 0 {
          speed = .random(in: 250...1500, using: &random) * (cents > 0 ? -1 : 1)
        }
        cents += speed / Self.rate
        phase += target * exp2(cents / 1200) / Self.rate
        let turn = 2 * Double.pi * phase
        sound[index] += 0.1 * (sin(turn) + sin(2 * turn) / 2 + sin(3 * turn) / 3)
      }
    case .strings:
      var time = 0.5
      while time < Self.seconds - 5 {
        let hertz = Self.elsewhere(from: target, 110...900, &random)
        addTone([1, 0.5, 0.3, 0.15], hertz, at: time, seconds: 4, to: &sound) {
          0.1 * min($0 / 0.005, 1) * exp(-$0 * 1.5)
        }
        time += .random(in: 0.8...4.5, using: &random)
      }
    case .speech, .laughter:
      PlayedSpeech(isLively: self == .laughter).add(to: &sound, &random)
    case .metronome:
      let beat = Double.random(in: 0.3...1, using: &random)
      let hertz = Double.random(in: 700...2500, using: &random)
      for number in 0..<Int((Self.seconds - 1) / beat) {
        addTone(
          [1, 0.4], number % 4 == 0 ? 1.5 * hertz : hertz, at: Double(number) * beat,
          seconds: 0.06, to: &sound
        ) { 0.3 * exp(-$0 * 80) }
      }
    case .telephone:
      let hertz = Self.elsewhere(from: target, 400...1500, &random)
      for ring in 0..<12 {
        addTone([1, 0.2, 0.3], hertz, at: 1 + 5 * Double(ring), seconds: 2, to: &sound) {
          0.1 * (1 + 0.9 * sin(2 * .pi * 20 * $0))
        }
      }
    case .fan:
      let hertz = Self.elsewhere(from: target, 80...300, &random)
      addTone([1, 0.6, 0.4, 0.3], hertz, at: 0, seconds: 55, to: &sound) {
        0.02 * min($0, 1) * (1 + 0.3 * sin(2 * .pi * 3 * $0))
      }
      for squeak in 0..<25 {
        let hertz = Double.random(in: 500...2500, using: &random)
        let rise = Double.random(in: -2...2, using: &random)
        addTone([1, 0.3], hertz, at: 2 * Double(squeak) + 1, seconds: 0.4, bend: rise, to: &sound) {
          0.08 * sin(.pi * $0 / 0.4)
        }
      }
    }
  }

  /// A frequency more than two semitones from the target in any octave: it is no answer.
  private static func elsewhere(
    from target: Double, _ range: ClosedRange<Double>, _ random: inout NoiseGenerator
  ) -> Double {
    while true {
      let hertz = Double.random(in: range, using: &random)
      let cents = 1200 * log2(hertz / target)
      if abs(cents - 1200 * (cents / 1200).rounded()) > 200 { return hertz }
    }
  }

  private func add(
    _ noise: [Double], at time: Double, level: Double, to sound: inout [Double],
    envelope: (Double) -> Double
  ) {
    let shaped = noise.enumerated().map { $1 * envelope(Double($0) / Self.rate) }
    var part = [Double](repeating: 0, count: shaped.count)
    PlayedNoise.add(shaped, to: &part, level: level)
    let start = Int(time * Self.rate)
    for (place, value) in part.enumerated() where start + place < sound.count {
      sound[start + place] += value
    }
  }

  /// - Parameter bend: in octaves a second.
  private func addTone(
    _ partials: [Double], _ hertz: Double, at time: Double, seconds: Double, bend: Double = 0,
    to sound: inout [Double], envelope: (Double) -> Double
  ) {
    let start = Int(time * Self.rate)
    var phase = 0.0
    for place in 0..<Int(seconds * Self.rate) where start + place < sound.count {
      let now = Double(place) / Self.rate
      phase += hertz * exp2(bend * now) / Self.rate
      let height = envelope(now)
      for (number, partial) in partials.enumerated() {
        sound[start + place] += height * partial * sin(2 * .pi * phase * Double(number + 1))
      }
    }
  }
}

/// Voices that speak or call: pulses through moving formants, whose pitch does not rest.
nonisolated struct PlayedSpeech {
  let isLively: Bool

  func add(to sound: inout [Double], _ random: inout NoiseGenerator) {
    let rate = PlayedCases.sampleRate
    let voice = Double.random(in: 90...230, using: &random)
    let vowels = [(700.0, 1100.0), (300, 2300), (310, 870), (530, 1850), (500, 900)]
    var time = 0.3
    while time < PlayedWait.seconds - 2 {
      let length = Double.random(in: isLively ? 0.15...0.8 : 0.08...0.35, using: &random)
      let start = voice * exp2(.random(in: -0.3...(isLively ? 1 : 0.4), using: &random))
      // In octaves a second: a sentence falls, a call rises and falls.
      let slope =
        Double.random(in: 0.3...2, using: &random) * (Bool.random(using: &random) ? 1 : -1)
      let (one, other) = (
        vowels.randomElement(using: &random) ?? (700, 1100),
        vowels.randomElement(using: &random) ?? (300, 2300)
      )
      var (phase, y) = (0.0, [0.0, 0, 0, 0])
      let first = Int(time * rate)
      let count = Int(length * rate)
      for index in 0..<count where first + index < sound.count {
        let now = Double(index) / rate
        let share = Double(index) / Double(count)
        phase += start * exp2(slope * now) / rate
        var pulse = 0.0
        if phase >= 1 {
          phase -= 1
          pulse = 1
        }
        var value = pulse
        let formants = (
          one.0 + (other.0 - one.0) * share, one.1 + (other.1 - one.1) * share
        )
        for (number, hertz) in [formants.0, formants.1].enumerated() {
          let radius = exp(-.pi * 90 / rate)
          let next =
            value * (1 - radius) + 2 * radius * cos(2 * .pi * hertz / rate) * y[2 * number]
            - radius * radius * y[2 * number + 1]
          y[2 * number + 1] = y[2 * number]
          y[2 * number] = next
          value = next
        }
        sound[first + index] += 4 * value * sin(.pi * share)
      }
      time += length + .random(in: 0.02...(Bool.random(using: &random) ? 0.1 : 0.6), using: &random)
    }
  }
}
