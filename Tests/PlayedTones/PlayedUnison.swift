import Foundation
import Intonation
import Music

/// A unison after a reference of a second, within 20 cents of it: what the input hears from the beginning of the
/// reference on.
nonisolated enum PlayedUnison: Sendable, Hashable {
  /// Nothing of the reference in the microphone; the player begins so many seconds after its end.
  case headphones(start: Double)
  /// It rings in the room, and the player begins over it, so many dB louder than what rings at that moment.
  case overRinging(louder: Double)
  /// It rings in the room, of two strings that beat or of one, and nobody plays.
  case ringingAlone(beats: Bool)

  static let headphoneStarts = [-0.4, -0.1, 0, 0.1, 1]

  static let all =
    headphoneStarts.map { PlayedUnison.headphones(start: $0) }
    + [0, 6, 12].map { .overRinging(louder: $0) }
    + [.ringingAlone(beats: false), .ringingAlone(beats: true)]

  /// How long the reference sounds, after a moment of silence, in seconds.
  static let referenceSeconds = 1.0
  private static let silence = 0.8
  private static let rate = PlayedCases.sampleRate
  /// What the microphone makes of silence, in dB of full scale.
  private static let floor = -72.0
  /// Decays of halls and rooms, in dB a second.
  private static let slopes = 4.0...30

  var name: String {
    switch self {
    case .headphones(let start) where start < 0: "no leak, \(text(-start)) s before the end"
    case .headphones(let start): "no leak, \(text(start)) s after the end"
    case .overRinging(let louder): "over the ringing, \(Int(louder)) dB louder"
    case .ringingAlone(let beats): beats ? "ringing alone, beating" : "ringing alone"
    }
  }

  private func text(_ seconds: Double) -> String {
    seconds.formatted(.number.locale(Locale(identifier: "en")))
  }

  /// Whether somebody plays.
  var isPlayed: Bool { if case .ringingAlone = self { false } else { true } }

  /// Whether the input hears the reference.
  var isLeaking: Bool { if case .headphones = self { false } else { true } }

  /// The same in every run of a series.
  func recording(_ index: Int, series: UInt64 = 0) -> PlayedCase {
    let place = Self.all.firstIndex(of: self) ?? 0
    var random = NoiseGenerator(
      seed: UInt64(8_000_000 + 1000 * place + index) &+ series &* 10_000_000)
    let hertz = 440 * exp2(Double(Int.random(in: 43...84, using: &random) - 69) / 12)
    let total = Self.silence + Self.referenceSeconds + 7
    var sound = [Double](repeating: 0, count: Int(total * Self.rate))
    PlayedNoise.add(
      PlayedNoise.pink(count: sound.count, seed: random.next()), to: &sound, level: Self.floor)
    var note = note(hertz, index, &random)
    switch self {
    case .headphones(let start):
      note.level = .random(in: -40 ... -6, using: &random)
      add(note, at: start, fading: [0, 3, 6][index / 4 % 3], to: &sound)
    case .overRinging, .ringingAlone:
      var reference = PlayedSignal(hertz: hertz)
      reference.timbre =
        index.isMultiple(of: 2)
        ? .sine : .partials([[1, 0.3, 0.1], [1, 0.5, 0.33, 0.25, 0.2, 0.17]][index / 2 % 2])
      reference.level = -26
      reference.seed = random.next()
      let slope = Double.random(in: Self.slopes, using: &random)
      ring(reference, slope: slope, &random, to: &sound)
      guard case .overRinging(let louder) = self else { break }
      let start = [0.3, 0.5, 0.8, 1.5][index / 3 % 4]
      note.cents = [0, 3, -8, 20][index % 4]
      note.seconds = 4
      note.level = reference.level - slope * start + louder
      add(note, at: start, fading: 0, to: &sound)
    }
    let split = Int((Self.silence + Self.referenceSeconds) * Self.rate)
    return PlayedCase(
      target: hertz, sound: Array(sound[split...]),
      expectation: isPlayed ? .judged(cents: note.cents) : .notJudged,
      ringing: [hertz], before: Array(sound[..<split]))
  }

  private func note(
    _ hertz: Double, _ index: Int, _ random: inout NoiseGenerator
  ) -> PlayedSignal {
    var note = PlayedSignal(hertz: hertz)
    note.timbre =
      [
        .sine, .saw, .voice(.a), .partials([1, 0.4, 0.25, 0.1, 0.05]), .voice(.u),
        .string(inharmonicity: 6e-5), .voice(.i), .partials([1, 0.05, 0.6, 0.03, 0.3, 0.02, 0.1]),
      ][index % 8]
    note.cents = .random(in: -19...19, using: &random)
    note.seed = random.next()
    note.seconds = .random(in: 1.3...2.5, using: &random)
    // In turn spoken with the tongue, and swelling.
    note.attack = (index / 2).isMultiple(of: 2) ? 0.01 : .random(in: 0.1...0.3, using: &random)
    note.release = 0.08
    return note
  }

  /// - Parameters:
  ///   - start: in seconds from the end of the reference.
  ///   - slope: of its level, in dB a second.
  private func add(
    _ note: PlayedSignal, at start: Double, fading slope: Double, to sound: inout [Double]
  ) {
    let first = Int((Self.silence + Self.referenceSeconds + start) * Self.rate)
    for (place, value) in note.samples(lead: 0, total: note.seconds).enumerated()
    where first + place < sound.count {
      sound[first + place] += value * pow(10, -slope * Double(place) / Self.rate / 20)
    }
  }

  /// The reference, which dies away after its end.
  private func ring(
    _ reference: PlayedSignal, slope: Double, _ random: inout NoiseGenerator,
    to sound: inout [Double]
  ) {
    var strings = [reference]
    if self == .ringingAlone(beats: true) {
      var other = reference
      other.cents = .random(in: 1...6, using: &random)
      other.level -= 6
      other.seed = random.next()
      strings.append(other)
    }
    for var string in strings {
      let total = Double(sound.count) / Self.rate
      string.seconds = total - Self.silence
      for (place, value) in string.samples(lead: Self.silence, total: total).enumerated() {
        let time = max(Double(place) / Self.rate - Self.silence - Self.referenceSeconds, 0)
        sound[place] += value * pow(10, -slope * time / 20)
      }
    }
  }
}

/// The outcomes of unisons.
nonisolated struct UnisonTally {
  /// A judgement may be so far off, in cents.
  static let tolerance = 0.5

  private(set) var counts: [String: Int] = [:]
  private(set) var right = 0
  private(set) var falselyJudged = 0
  /// Of what was judged, in cents.
  private(set) var errors: [Double] = []

  mutating func add(_ outcome: PlayedNoteOutcome, to expectation: PlayedCase.Expectation) {
    counts[outcome.name, default: 0] += 1
    guard case .judged(let note) = outcome else { return }
    guard case .judged(let cents, _) = expectation, note.octaves == 0 else {
      falselyJudged += 1
      return
    }
    errors.append(abs(note.error - cents))
    if abs(note.error - cents) <= Self.tolerance { right += 1 } else { falselyJudged += 1 }
  }
}
