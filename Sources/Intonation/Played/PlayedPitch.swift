import Foundation

/// The pitch of a played note over a stretch, from its partials.
///
/// Unlike the notes of a SoundFont, which ``ChannelMeter`` measures, a played note is in a room
/// with noise, may be a plucked string with vibrato, and is measured once. So the line through the
/// phases counts unless there is vibrato: a mean over the moving pitch, which a loop in a SoundFont
/// needs, would include more of the noise. With vibrato, the law of the series is fitted to the
/// means of the partials over whole periods, so that the result is right for stiff strings, too.
struct PlayedPitch {
  /// The frequency of the first partial, in hertz.
  let frequency: Double
  /// The standard error, in cents.
  let error: Double
  /// The periods a second and the cents to either side; `nil` without vibrato.
  let vibrato: (rate: Double, extent: Double)?
  /// The pitch over time, in cents from ``frequency``.
  let times: [Double]
  let cents: [Double]

  /// The least extent of vibrato, in cents to either side.
  private static let leastVibrato = 4.0
  /// The least error with vibrato, in cents and as a share of its extent.
  private static let leastError = (cents: 0.01, share: 0.002)

  init?(_ partials: ChannelMeter.Partials, in span: ClosedRange<Double>) {
    let points = zip(partials.tracks, partials.lines).map { track, line in
      StretchedSeries.Point(number: track.partial.number, hertz: line.hertz, power: line.power)
    }
    guard let agreement = Agreement(points) else { return nil }
    let series = agreement.series
    let members = agreement.members.map { (partials.tracks[$0], partials.lines[$0]) }
    let tracks = members.map(\.0)
    let curve = PitchCurve(tracks, series: series, in: span)
    guard !curve.cents.isEmpty else { return nil }
    if let fit = Self.vibrato(in: curve),
      let swept = SweptPartials(tracks, lines: members.map(\.1), series: series, in: span, fit: fit)
    {
      frequency = swept.series.fundamental
      let floor = Self.leastError.cents + Self.leastError.share * fit.extent
      error = (swept.error * swept.error + floor * floor).squareRoot()
      vibrato = (fit.rate, fit.extent)
    } else {
      frequency = series.fundamental
      let mean = curve.mean
      let ofLines = members.map(\.1).error
      let ofPartials = series.scatter / series.effectiveCount.squareRoot()
      error = (ofLines * ofLines + ofPartials * ofPartials + mean * mean / 4).squareRoot()
      vibrato = nil
    }
    let shift = 1200 * log2(series.fundamental / frequency)
    times = curve.times
    cents = curve.cents.map { $0 + shift }
  }

  private static func vibrato(in curve: PitchCurve) -> VibratoFit? {
    guard curve.wobble > 2 * leastVibrato, let fit = VibratoFit(curve), fit.remainder < 0.5,
      fit.extent >= leastVibrato, (3...10).contains(fit.rate)
    else { return nil }
    return fit
  }
}

/// The partials that belong to one note if another one sounds as well: a string that rings along
/// may have a partial in the same place, or all of them a few cents away.
private struct Agreement {
  let series: StretchedSeries
  /// The indices of the points.
  let members: [Int]

  /// The largest distance of members from the law, in cents.
  private static let reach = 6.0
  /// The share of the amplitude of the best agreement below which partials are another note's.
  private static let share = 0.85

  init?(_ points: [StretchedSeries.Point]) {
    func near(_ fundamental: Double, _ stretch: (Int) -> Double) -> [Int] {
      points.indices.filter { index in
        let point = points[index]
        let place = Double(point.number) * fundamental * stretch(point.number)
        return abs(1200 * log2(point.hertz / place)) < Self.reach
      }
    }
    func amplitude(_ members: [Int]) -> Double {
      members.reduce(0) { $0 + points[$1].power.squareRoot() }
    }
    // High partials of a stiff string may have wrong numbers, so the laws of the lower ones are
    // tried, too.
    let laws = [points.count, 8, 5].compactMap { count in
      StretchedSeries(Array(points.prefix(count)), mayBeStretched: true).map {
        near($0.fundamental, $0.stretch)
      }
    }
    let clusters = points.map { point in near(point.hertz / Double(point.number), { _ in 1 }) }
    guard let best = (laws + clusters).max(by: { amplitude($0) < amplitude($1) }), !best.isEmpty
    else { return nil }
    let law = laws.first { amplitude($0) >= Self.share * amplitude(best) }
    members = law ?? best
    // A few partials of another note that happen to be near a harmonic place could form a law.
    guard
      let series = StretchedSeries(members.map { points[$0] }, mayBeStretched: law != nil)
    else { return nil }
    self.series = series
  }
}

/// The partials of a note with vibrato, each at its mean over whole periods.
private struct SweptPartials {
  let series: StretchedSeries
  /// The standard error, in cents.
  let error: Double

  /// The distance from the median in cents above which a partial has lost a turn of its phase; see
  /// ``VibratoConsensus``.
  private static let agreement = 2.0

  /// Returns `nil` if the partials do not move together, as those of strings that beat.
  init?(
    _ tracks: [PartialTrack], lines: [PhaseLine], series: StretchedSeries,
    in span: ClosedRange<Double>, fit: VibratoFit
  ) {
    let strongest = tracks.map(\.partial.amplitude).max() ?? 0
    var means: [(point: StretchedSeries.Point, center: Double)] = []
    for (track, line) in zip(tracks, lines)
    where track.partial.amplitude >= PitchCurve.weakest * strongest {
      let curve = PitchCurve([track], series: series, in: span)
      guard let center = VibratoFit.center(of: curve, rate: fit.rate) else { continue }
      let number = track.partial.number
      let hertz =
        Double(number) * series.fundamental * series.stretch(of: number) * exp2(center / 1200)
      means.append((.init(number: number, hertz: hertz, power: line.power), center))
    }
    guard !means.isEmpty else { return nil }
    if means.count >= 4 {
      // Without partials that slipped, by their distances from a law through all.
      guard let all = StretchedSeries(means.map(\.point), mayBeStretched: true) else { return nil }
      let rests = means.map { mean in
        1200
          * log2(
            mean.point.hertz / Double(mean.point.number) / all.fundamental
              / all.stretch(of: mean.point.number))
      }
      let middle = rests.sorted()[rests.count / 2]
      let kept = zip(means, rests).filter { abs($0.1 - middle) < Self.agreement }.map(\.0)
      if 2 * kept.count >= means.count { means = kept }
    }
    guard let series = StretchedSeries(means.map(\.point), mayBeStretched: true) else { return nil }
    self.series = series
    let ofPartials = series.scatter / series.effectiveCount.squareRoot()
    let moments = max(2 * fit.rate * (span.upperBound - span.lowerBound), 4)
    // The residue of the curve is mostly the vibrato's own shape, which repeats.
    let ofCurve = fit.residue / moments
    error = (ofPartials * ofPartials + ofCurve * ofCurve).squareRoot()
  }
}
