/// The pitch of a note as long as it is held.
///
/// The loop of a recording may have another pitch than what comes before it, and vibrato may begin
/// late. So each second of the note is measured by itself. If they differ, the note has one pitch
/// before a time and another one from then on, which is where two constants explain its course best:
/// the beginning of the loop if that is out of tune.
struct HeldPitch {
  /// The pitch at first.
  let first: Moment

  /// The other pitch, if it has one.
  let change: ToneMeasurement.Change?

  /// How far any channel is from these pitches in any second, in cents.
  let wander: Double

  /// The widest range of the pitch in any second, in cents, without its outermost twentieth.
  let wobble: Double

  /// How far off the pitches may be, in cents.
  let uncertainty: Double

  /// The widest vibrato of all seconds; `nil` if there is none.
  let widestVibrato: VibratoFit?

  /// Regular movement narrower than this to either side, in cents, is that of beating strings.
  private static let leastVibrato = 4.0

  /// By how much a change brings each second nearer to its pitch at least, in cents.
  private static let leastGain = 0.25

  /// What is before and after a change at least, in seconds.
  private static let least = (before: 0.1, after: 0.5)

  /// This much on either side of a change is not measured, in seconds.
  private static let margin = 0.02

  /// - Parameters:
  ///   - opening: the first second.
  ///   - end: until when the note is heard, in seconds.
  init(_ channels: [Moment.Channel], opening: Moment, until end: Double) {
    let start = opening.span.lowerBound
    let whole = start...max(end, opening.span.upperBound)
    let single = Parts(
      [opening] + Moment.seconds(channels, in: whole).dropFirst(), [], at: nil)
    let parts = Self.changed(channels, in: whole, insteadOf: single) ?? single
    let moments = parts.before + parts.after
    first = moments.first ?? opening
    change = parts.change
    wander = parts.wander
    uncertainty = max(first.uncertainty, parts.after.first?.uncertainty ?? 0)
    wobble = moments.map(\.wobble).max() ?? first.wobble
    widestVibrato = moments.compactMap(\.vibrato).filter { $0.extent >= Self.leastVibrato }
      .max { $0.extent < $1.extent }
  }

  /// The parts of a note whose pitch changes; `nil` if that explains its course no better than one pitch.
  private static func changed(
    _ channels: [Moment.Channel], in whole: ClosedRange<Double>, insteadOf single: Parts
  ) -> Parts? {
    guard single.wander > ToneMeasurement.greatestChannelError,
      let loudest = channels.max(by: { $0.partials.power < $1.partials.power }),
      let time = loudest.meter.curve(of: loudest.partials, in: whole)?
        .change(start: least.before, end: least.after)
    else { return nil }
    let parts = Parts(
      Moment.seconds(channels, in: whole.lowerBound...(time - margin)),
      Moment.seconds(channels, in: (time + margin)...whole.upperBound), at: time)
    return parts.wander < single.wander - leastGain ? parts : nil
  }

  /// The seconds of a note before and after a change.
  private struct Parts {
    let before: [Moment]
    let after: [Moment]
    var change: ToneMeasurement.Change?
    let wander: Double

    init(_ before: [Moment], _ after: [Moment], at time: Double?) {
      (self.before, self.after) = (before, after)
      let sooner = before.first.map { Self.wander(of: before, about: $0.deviation) } ?? 0
      guard let time, let low = after.map(\.lowest).min(), let high = after.map(\.highest).max()
      else {
        wander = sooner
        return
      }
      // The middle, so that no second is further off than it must be.
      let later = (low + high) / 2
      change = ToneMeasurement.Change(seconds: time, deviation: later)
      wander = max(sooner, Self.wander(of: after, about: later))
    }

    private static func wander(of moments: [Moment], about cents: Double) -> Double {
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

  /// A channel with less than this share of another's power is not heard beside it (−20 dB).
  private static let leastShare = 0.01

  /// Seconds from one to the next.
  private static let step = SoundingSpan.longest / 2

  /// In seconds from the start of the note.
  let span: ClosedRange<Double>

  /// Those of the channels that are heard; one at least.
  private let readings: [ChannelMeter.Reading]
  private let strongest: ChannelMeter.Reading

  /// `nil` if there is no pitch.
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

  /// The seconds of a span, which overlap by half.
  static func seconds(_ channels: [Channel], in span: ClosedRange<Double>) -> [Moment] {
    let last = max(span.upperBound - SoundingSpan.longest, span.lowerBound)
    return (Array(stride(from: span.lowerBound, to: last, by: step)) + [last]).compactMap { start in
      Moment(channels, in: start...min(start + SoundingSpan.longest, span.upperBound))
    }
  }

  var octaves: Int { strongest.octaves }
  var vibrato: VibratoFit? { strongest.vibrato }
  var lowest: Double { readings.map(\.deviation).min() ?? strongest.deviation }
  var highest: Double { readings.map(\.deviation).max() ?? strongest.deviation }

  /// The middle between the channels.
  var deviation: Double { (lowest + highest) / 2 }

  /// By how much the channels differ.
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
