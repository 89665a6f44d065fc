/// The pitch of a note as long as it is held.
///
/// The loop of a recording may have another pitch than what comes before it (6 cents higher on B♭4
/// of the English horn of FluidR3), or a movement of its own, and vibrato may begin late. So each
/// half second of the note is measured by itself: long enough for two periods of vibrato, short
/// enough that a slower movement, which is heard as a change of pitch, is not averaged away. If
/// they differ, the note has one pitch before a moment and another one after it. At that moment,
/// often the beginning of the loop, two constants explain its course best.
struct HeldPitch {
  /// The pitch at first.
  let first: Moment

  /// The later pitch, if it has another one.
  let change: ToneMeasurement.Change?

  /// The largest distance of any channel from these pitches in any half second, in cents.
  let wander: Double

  /// The widest range of the pitch in any half second, in cents, without its outermost twentieth.
  let wobble: Double

  /// The uncertainty of the pitches, in cents.
  let uncertainty: Double

  /// The widest vibrato of all half seconds; `nil` if there is none.
  let widestVibrato: VibratoFit?

  /// The least reduction of ``wander`` by a change, in cents.
  private static let leastGain = 0.25

  /// The least time before and after a change, in seconds.
  private static let least = (before: 0.1, after: 0.5)

  /// The time on either side of a change that is not measured, in seconds.
  private static let margin = 0.02

  /// - Parameters:
  ///   - opening: the first second.
  ///   - end: the end of the note, in seconds.
  init(_ channels: [Moment.Channel], opening: Moment, until end: Double) {
    let start = opening.span.lowerBound
    let whole = start...max(end, opening.span.upperBound)
    let single = Part(opening, in: whole, of: channels)
    let parts =
      Self.changed(channels, in: whole, insteadOf: single) ?? (before: single, after: nil)
    first = parts.before.pitch
    change = parts.after.map { after in
      ToneMeasurement.Change(seconds: after.start - Self.margin, deviation: after.middle)
    }
    wander = max(
      parts.before.wander(about: first.deviation),
      parts.after.map { $0.wander(about: $0.middle) } ?? 0)
    let moments = parts.before.moments + (parts.after?.moments ?? [])
    uncertainty = max(first.uncertainty, parts.after?.pitch.uncertainty ?? 0)
    wobble = moments.map(\.wobble).max() ?? first.wobble
    widestVibrato = moments.compactMap(\.vibrato).filter(\.isVibrato)
      .max { $0.extent < $1.extent }
  }

  /// The parts of a note whose pitch changes; `nil` if that explains its course no better than one
  /// pitch.
  private static func changed(
    _ channels: [Moment.Channel], in whole: ClosedRange<Double>, insteadOf single: Part
  ) -> (before: Part, after: Part?)? {
    let wander = single.wander(about: single.pitch.deviation)
    guard wander > ToneMeasurement.greatestChannelError,
      let loudest = channels.max(by: { $0.partials.power < $1.partials.power }),
      let time = loudest.meter.curve(of: loudest.partials, in: whole)?
        .change(start: least.before, end: least.after),
      let before = Part(in: whole.lowerBound...(time - margin), of: channels),
      let after = Part(in: (time + margin)...whole.upperBound, of: channels),
      max(before.wander(about: before.pitch.deviation), after.wander(about: after.middle))
        < wander - leastGain
    else { return nil }
    return (before, after)
  }

  /// A part of a note that has one pitch.
  private struct Part {
    /// The beginning, in seconds.
    let start: Double
    /// The pitch of its first second.
    let pitch: Moment
    /// The half seconds of the part.
    let moments: [Moment]

    init(_ pitch: Moment, in span: ClosedRange<Double>, of channels: [Moment.Channel]) {
      start = span.lowerBound
      self.pitch = pitch
      moments = Moment.halfSeconds(channels, in: span)
    }

    init?(in span: ClosedRange<Double>, of channels: [Moment.Channel]) {
      let second = span.lowerBound...min(span.lowerBound + SoundingSpan.longest, span.upperBound)
      guard let pitch = Moment(channels, in: second) else { return nil }
      self.init(pitch, in: span, of: channels)
    }

    /// The middle of the half seconds' range, which keeps the largest error small.
    var middle: Double {
      guard let low = moments.map(\.lowest).min(), let high = moments.map(\.highest).max() else {
        return pitch.deviation
      }
      return (low + high) / 2
    }

    func wander(about cents: Double) -> Double {
      moments.reduce(0) { max($0, abs($1.lowest - cents), abs($1.highest - cents)) }
    }
  }
}

/// The pitch of a note in all its channels, over a second or less.
struct Moment {
  struct Channel {
    let meter: ChannelMeter
    let partials: ChannelMeter.Partials
  }

  /// The share of another channel's power below which a channel is not heard (−20 dB).
  private static let leastShare = 0.01

  /// The length of the moments of a held note, in seconds.
  private static let half = SoundingSpan.longest / 2

  /// Seconds from the start of the note.
  let span: ClosedRange<Double>

  /// The readings of the channels that are heard; one at least.
  private let readings: [ChannelMeter.Reading]
  private let strongest: ChannelMeter.Reading

  init?(_ channels: [Channel], in span: ClosedRange<Double>) {
    let all = channels.compactMap { $0.meter.reading(of: $0.partials, in: span) }
    guard let strongest = all.max(by: { $0.power < $1.power }) else { return nil }
    self.span = span
    self.strongest = strongest
    // The louder channel decides the octave.
    readings = all.filter {
      $0.octaves == strongest.octaves && $0.power >= Self.leastShare * strongest.power
    }
  }

  /// The half seconds of a span, which overlap by half.
  static func halfSeconds(_ channels: [Channel], in span: ClosedRange<Double>) -> [Moment] {
    let last = max(span.upperBound - half, span.lowerBound)
    return (Array(stride(from: span.lowerBound, to: last, by: half / 2)) + [last]).compactMap {
      Moment(channels, in: $0...min($0 + half, span.upperBound))
    }
  }

  var octaves: Int { strongest.octaves }
  var vibrato: VibratoFit? { strongest.vibrato }
  var lowest: Double { readings.map(\.deviation).min() ?? strongest.deviation }
  var highest: Double { readings.map(\.deviation).max() ?? strongest.deviation }

  /// The middle between the channels.
  var deviation: Double { (lowest + highest) / 2 }

  /// The difference between the channels.
  var apart: Double { highest - lowest }
  var error: Double { readings.map(\.error).max() ?? strongest.error }
  var scatter: Double { readings.map(\.scatter).max() ?? strongest.scatter }
  var wobble: Double { mean(\.wobble) }
  var drift: Double { mean(\.drift) }
  var inharmonicity: Double { mean(\.inharmonicity) }

  var uncertainty: Double {
    (error * error + apart * apart / 4 + drift * drift / 16).squareRoot()
  }

  var isMoving: Bool {
    wobble > ChannelMeter.moving || apart > 2 * ToneMeasurement.greatestChannelError
  }

  private func mean(_ value: (ChannelMeter.Reading) -> Double) -> Double {
    let total = readings.reduce(0) { $0 + $1.power }
    return readings.reduce(0) { $0 + $1.power * value($1) } / total
  }
}
