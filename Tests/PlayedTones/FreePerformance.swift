import Foundation
import Intonation
import Music

/// Free playing of which each note is known: a scale, arpeggios or a melody, again and again, on an instrument whose
/// notes have a bias each.
nonisolated struct FreePerformance: Sendable {
  enum Figure: String, CaseIterable, Sendable { case scale, arpeggios, melody }

  struct Note: Sendable, Hashable {
    var key: Int
    /// In seconds.
    var onset: Double
    var seconds: Double
    /// From equal temperament at 440 Hz.
    var cents: Double

    var hertz: Double { 440 * exp2(Double(key - 69) / 12 + cents / 1200) }
  }

  static let rate = 48_000.0

  /// Before the first note, in seconds.
  static let lead = 0.6

  var figure = Figure.scale
  /// The key of the first degree.
  var tonic = 60
  var isLegato = false
  /// From onset to onset of the shortest notes, in seconds.
  var step = 0.25
  /// How often the figure is played.
  var rounds = 4
  /// The standard deviations of the keys' biases, and of the notes of a key, in cents.
  var bias = 10.0
  var spread = 0.0
  /// To either side, in cents.
  var vibrato = 0.0
  /// Pink noise in dB from the playing; `nil` for none.
  var noise: Double?
  /// The reverberation time of the room in seconds; `nil` for none.
  var reverberation: Double?
  var seed: UInt64 = 1

  /// The degrees of the figure in semitones, with their lengths in steps.
  private var degrees: [(semitones: Int, steps: Int)] {
    switch figure {
    case .scale:
      let up = [0, 2, 4, 5, 7, 9, 11, 12]
      return (up + up.dropLast().reversed()).map { ($0, 1) }
    case .arpeggios:
      return [0, 4, 7, 12, 7, 4, 0, 5, 9, 12, 9, 5, 2, 7, 11, 7, 2, 7].map { ($0, 1) }
    case .melody:
      // With dotted notes, leaps and, where a bow or a tongue separates them, the same note twice.
      let melody = [
        (4, 2), (4, 1), (5, 1), (7, 2), (7, 1), (5, 1), (4, 1), (2, 2), (0, 1), (0, 1), (2, 1),
        (4, 2), (2, 1), (12, 2), (11, 1), (9, 1), (7, 2), (-5, 1), (0, 3),
      ]
      return isLegato
        ? melody.enumerated().filter { $0.offset == 0 || melody[$0.offset - 1].0 != $0.element.0 }
          .map(\.element) : melody
    }
  }

  /// What is played.
  var notes: [Note] {
    var random = NoiseGenerator(seed: seed)
    var biases: [Int: Double] = [:]
    var time = Self.lead
    var notes: [Note] = []
    for _ in 0..<rounds {
      for degree in degrees {
        let key = tonic + degree.semitones
        let bias = biases[key] ?? bias * random.gaussian()
        biases[key] = bias
        let length = Double(degree.steps) * step
        notes.append(
          Note(
            key: key, onset: time, seconds: isLegato ? length : max(0.8 * length, length - 0.1),
            cents: bias + spread * random.gaussian()))
        time += length
      }
      // A breath.
      time += 0.4
    }
    return notes
  }

  /// The sound of notes, each of which is made alone: the samples from its onset on.
  func sound(of notes: [Note], made: (Note) -> [Double]) -> [Double] {
    let end = (notes.map { $0.onset + $0.seconds }.max() ?? 0) + 0.8
    var sound = [Double](repeating: 0, count: Int(end * Self.rate))
    for note in notes {
      let start = Int(note.onset * Self.rate)
      for (place, value) in made(note).enumerated() where start + place < sound.count {
        sound[start + place] += value
      }
    }
    if let reverberation { sound = PlayedRoom(seconds: reverberation).heard(sound) }
    if let noise {
      let square = sound.reduce(0) { $0 + $1 * $1 } / Double(sound.count)
      PlayedNoise.add(
        PlayedNoise.pink(count: sound.count, seed: seed &+ 77), to: &sound,
        level: 10 * log10(square + 1e-20) + noise)
    }
    return sound
  }

  /// The samples of a note that is synthesized.
  func synthesized(_ note: Note, _ timbre: PlayedSignal.Timbre) -> [Double] {
    var signal = PlayedSignal(hertz: note.hertz)
    signal.timbre = timbre
    signal.attack = isLegato ? 0.03 : 0.015
    signal.release = 0.03
    // One note fades out while the next one fades in.
    signal.seconds = note.seconds + (isLegato ? 0.03 : 0)
    signal.vibratoCents = vibrato
    signal.seed = seed &+ UInt64(note.onset * 1000)
    signal.vibratoPhase = Double(signal.seed % 97) / 97
    return signal.samples(lead: 0, total: signal.seconds + 0.01)
  }
}

/// A room: the direct sound, and 6 dB below it a diffuse echo that dies away: impulses of either sign at random times (M. Karjalainen and H. Järveläinen, AES 30th Conference, 2007).
nonisolated struct PlayedRoom {
  /// Until the echo has fallen by 60 dB.
  let seconds: Double

  /// The echo's power relative to the direct sound, and its impulses a second.
  private static let power = 0.25
  private static let density = 1500.0

  func heard(_ sound: [Double]) -> [Double] {
    var random = NoiseGenerator(seed: 5)
    let echoes = (0..<Int(Self.density * seconds)).map { index -> (delay: Int, gain: Double) in
      let time = 0.004 + (Double(index) + .random(in: 0..<1, using: &random)) / Self.density
      let sign: Double = Bool.random(using: &random) ? 1 : -1
      return (Int(time * FreePerformance.rate), sign * pow(10, -3 * time / seconds))
    }
    let total = echoes.reduce(0) { $0 + $1.gain * $1.gain }
    let height = (Self.power / total).squareRoot()
    var heard = sound
    sound.withUnsafeBufferPointer { sound in
      heard.withUnsafeMutableBufferPointer { heard in
        for echo in echoes {
          let gain = height * echo.gain
          for index in 0..<max(sound.count - echo.delay, 0) {
            heard[index + echo.delay] += gain * sound[index]
          }
        }
      }
    }
    return heard
  }
}

/// What a judge made of a performance.
nonisolated struct FreeTally {
  /// A note is found if one of less than this many cents from it shares so much of the shorter one's time: a slow attack
  /// has no clear beginning.
  static let tolerance = (cents: 50.0, share: 0.5)

  private(set) var played = 0
  private(set) var reported = 0
  private(set) var found = 0
  /// By key: what was heard less what was played, in cents.
  private(set) var errors: [Int: [Double]] = [:]
  private(set) var missed: [FreePerformance.Note] = []
  private(set) var wrong: [Int] = []

  /// - Parameter pitch: of a note where it was measured, in hertz, if that is not the same everywhere; `nil` if it is not
  ///   known.
  init(
    _ notes: [FreePerformance.Note], heard: [FreeNote],
    pitch: (FreePerformance.Note, FreeNote) -> Double? = { note, _ in note.hertz }
  ) {
    played = notes.count
    reported = heard.count
    var free = Set(heard.indices)
    for note in notes {
      func distance(_ index: Int) -> Double {
        1200 * log2(heard[index].tone.frequency / note.hertz)
      }
      func share(_ index: Int) -> Double {
        let (onset, end) = (heard[index].onset, heard[index].end)
        return (min(end, note.onset + note.seconds) - max(onset, note.onset))
          / max(min(end - onset, note.seconds), 0.01)
      }
      let near = free.filter {
        abs(distance($0)) < Self.tolerance.cents && share($0) >= Self.tolerance.share
      }
      guard let best = near.max(by: { share($0) < share($1) }) else {
        missed.append(note)
        continue
      }
      free.remove(best)
      found += 1
      guard let pitch = pitch(note, heard[best]) else { continue }
      errors[note.key, default: []].append(1200 * log2(heard[best].tone.frequency / pitch))
    }
    wrong = free.sorted()
  }

  /// The harmonic mean of precision and recall.
  var f: Double { 2 * Double(found) / Double(max(played + reported, 1)) }

  /// Of the keys that were heard at least so often, the errors of their medians, in cents.
  func biasErrors(from least: Int = 8) -> [Double] {
    errors.values.filter { $0.count >= least }.map { $0.sorted()[$0.count / 2] }
  }
}
