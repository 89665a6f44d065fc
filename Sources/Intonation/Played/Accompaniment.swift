import Foundation
import Music

/// Removes notes that sound from the loudspeakers from the input.
///
/// The first 0.4 s, in which the player should not play yet, show which partials of the notes
/// arrive at the microphone: none with headphones. Each of them is removed by a narrow notch at the
/// frequency where it was found, so this works for the partials of a stiff string, too. A partial
/// of the player's within ``reach`` of one is not used for a figure.
///
/// Partials that end while the accompaniment continues were the player's, and are forgotten.
struct Accompaniment: Sendable {
  /// The seconds in which the partials are learned.
  static let look = PlayedNoteRules.accompanimentTime

  /// The distance from a partial of the accompaniment within which the player's do not count, in
  /// hertz.
  private static let reach = 12.0

  /// The least rise of the input's level above the loudest of the accompaniment alone by a note, in
  /// dB, even if all its partials are removed. Sound that fades, or wavers as loudspeakers do in a
  /// room, is not the player's.
  private static let rise = 3.0

  private let notes: [Double]
  private let sampleRate: Double
  private var waiting: [Float] = []
  private var filter: PartialsFilter

  /// True once the partials are learned.
  private(set) var isKnown = false

  /// The audible partials in hertz; empty before ``look`` has passed.
  var audible: [Double] { filter.audible }

  /// The distance below the input's level, in dB, of a sound that a notch leaves of a note when it
  /// fades or wavers.
  private static let residue = 6.0

  /// The last levels of the input, in dB: of half a second, as the notches still sound when a note
  /// has ended.
  private var levels: [Double] = []
  private static let rememberedLevels = 25

  /// The seconds for which the input has been louder than the accompaniment alone.
  private(set) var disturbed = 0.0
  /// The loudest of the accompaniment alone, in dB.
  private var loudest = 0.0
  private var hop = (sum: 0.0, count: 0)

  /// - Parameter notes: in hertz.
  init(_ notes: [Double], sampleRate: Double) {
    self.notes = notes
    self.sampleRate = sampleRate
    isKnown = notes.isEmpty
    filter = PartialsFilter(sampleRate: sampleRate)
  }

  /// Returns the samples without the accompaniment; nothing until it is known, then all of them.
  mutating func append(_ samples: UnsafeBufferPointer<Float>) -> [Float] {
    guard isKnown else {
      waiting.append(contentsOf: samples)
      guard Double(waiting.count) >= Self.look * sampleRate else { return [] }
      learn()
      defer { waiting = [] }
      return filter.clean(waiting)
    }
    if !filter.isEmpty {
      watch(samples)
      filter.watch(samples)
      if filter.isEmpty { disturbed = 0 }
    }
    return filter.clean(Array(samples))
  }

  /// The ranges of hertz in which partials are not the player's alone.
  var taken: [ClosedRange<Double>] {
    audible.map { max($0 - Self.reach, 0)...($0 + Self.reach) }
  }

  /// True if a note at this frequency, in hertz, has too little of its own to be judged, however
  /// well it is in tune: fewer than two of its first eight partials, without the fundamental.
  func hides(noteAt target: Double) -> Bool {
    hides(target) && (2...8).filter { !hides(Double($0) * target) }.count < 2
  }

  /// True if a partial at about this frequency, in hertz, may be lost.
  private func hides(_ hertz: Double) -> Bool {
    // 50 cents, as a player may be off.
    let near = Self.reach + hertz * 0.029
    // Higher partials are not looked for.
    if !audible.isEmpty, hertz > PartialsFilter.highest { return true }
    return audible.contains { abs($0 - hertz) < near }
  }

  /// True if a pitch of this level, in dB, may be the rest of a note after the notches.
  func leaves(_ hertz: Double, level: Double) -> Bool {
    guard let loudest = levels.max() else { return false }
    return level < loudest - Self.residue && hides(hertz)
  }

  mutating func forgetDisturbance() { disturbed = 0 }

  private mutating func learn() {
    isKnown = true
    filter.learn(notes, from: waiting)
    // Without its attack.
    let tail = waiting.suffix(waiting.count / 2).map(Double.init)
    let length = max(Int(sampleRate / PitchTracker.frameRate), 1)
    let levels = stride(from: 0, through: tail.count - length, by: length).map { start in
      Self.decibels(
        tail[start..<(start + length)].reduce(0) { $0 + $1 * $1 }, count: length)
    }
    loudest = levels.max() ?? 0
  }

  private mutating func watch(_ samples: UnsafeBufferPointer<Float>) {
    for sample in samples {
      let value = Double(sample)
      hop.sum += value * value
      hop.count += 1
      guard Double(hop.count) >= sampleRate / PitchTracker.frameRate else { continue }
      let level = Self.decibels(hop.sum, count: hop.count)
      levels = levels.suffix(Self.rememberedLevels - 1) + [level]
      let isLouder = level > loudest + Self.rise
      let seconds = 1 / PitchTracker.frameRate
      disturbed = isLouder ? disturbed + seconds : max(disturbed - seconds / 2, 0)
      hop = (0, 0)
    }
  }

  private static func decibels(_ sum: Double, count: Int) -> Double {
    10 * log10(max(sum / Double(max(count, 1)), 1e-20))
  }
}
