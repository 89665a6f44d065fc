import Foundation
import Music

/// What the input hears of the notes that sound from the loudspeakers, and the input without it.
///
/// The first 0.4 s, in which the player should not play yet, show which partials of the notes arrive
/// at the microphone: none in headphones. Each of them is taken out by a narrow notch at the
/// frequency where it was found, so a stiff string's partials are met, too. A partial of the player's
/// within ``reach`` of one is not used for a figure.
///
/// What ends while the accompaniment goes on was the player's, and is forgotten.
struct Accompaniment: Sendable {
  /// Seconds until it is known what the input hears.
  static let look = PlayedNoteRules.accompanimentTime

  /// The player's partials so close to one of the accompaniment, in hertz, do not count.
  static let reach = 12.0

  /// By how much a note raises the input's level above the loudest of the accompaniment alone, in
  /// dB, even if all its partials are taken out. Sound that fades, or wavers as loudspeakers do in
  /// a room, is not the player's.
  private static let rise = 3.0

  private let notes: [Double]
  private let sampleRate: Double
  private var waiting: [Float] = []
  private var filter: PartialsFilter

  /// Whether it is known what the input hears.
  private(set) var isKnown = false

  /// The audible partials in hertz; empty before ``look`` has passed.
  var audible: [Double] { filter.audible }

  /// A sound at the pitch of a note that is softer than the input by this, in dB, is what a notch
  /// leaves of that note when it fades or wavers.
  private static let residue = 6.0

  /// The last levels of the input, in dB: of half a second, as the notches sound on when a note ends.
  private var levels: [Double] = []
  private static let rememberedLevels = 25

  /// For how long the input has been louder than the accompaniment alone, in seconds.
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

  /// The samples without the accompaniment; nothing until it is known, then all of them.
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

  /// Whether a note at this frequency, in hertz, has too little of its own to be judged, however well
  /// it is in tune: fewer than two of its first eight partials, without the fundamental.
  func hides(noteAt target: Double) -> Bool {
    hides(target) && (2...8).filter { !hides(Double($0) * target) }.count < 2
  }

  /// Whether a partial at about this frequency, in hertz, may be lost.
  private func hides(_ hertz: Double) -> Bool {
    // 50 cents, as a player may be off.
    let near = Self.reach + hertz * 0.029
    // Nobody has looked for those that are higher.
    if !audible.isEmpty, hertz > PartialsFilter.highest { return true }
    return audible.contains { abs($0 - hertz) < near }
  }

  /// Whether a pitch of this level, in dB, is what the notches leave of the notes.
  func leaves(_ hertz: Double, level: Double) -> Bool {
    guard let loudest = levels.max() else { return false }
    return level < loudest - Self.residue && hides(hertz)
  }

  /// Forgets the disturbance so far.
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
