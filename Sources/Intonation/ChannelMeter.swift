import Foundation

/// Measures the pitch of one channel.
struct ChannelMeter {
  /// The result for a channel.
  struct Reading {
    /// Cents from the key, without ``octaves``.
    let deviation: Double
    let octaves: Int
    /// The standard error, in cents.
    let error: Double
    /// The distance of the partials from the series that they should follow, in cents; part of the
    /// error.
    let scatter: Double
    let wobble: Double
    let drift: Double
    let vibrato: VibratoFit?
    let inharmonicity: Double
    /// The weight of the channel relative to another.
    let power: Double
  }

  /// The partials of the note, followed over time.
  struct Partials {
    let tracks: [PartialTrack]
    /// The line through the phase of each track.
    let lines: [PhaseLine]
    /// The octaves from the nominal frequency.
    let octaves: Int
    /// The share of the power that belongs to them, 0…1.
    let share: Double

    var power: Double { lines.reduce(0) { $0 + $1.power } }

    fileprivate func points(_ lines: [PhaseLine]) -> [StretchedSeries.Point] {
      zip(tracks, lines).map { track, line in
        StretchedSeries.Point(
          number: track.partial.number, hertz: line.hertz, power: line.power)
      }
    }
  }

  /// The movement in cents above which the pitch is the mean of its curve; below, the line through
  /// the phases is as correct and more precise.
  static let moving = 1.5

  /// The largest share of the curve's variance that vibrato may leave unexplained.
  private static let vibratoShare = 0.5

  /// The fewest periods that have a pitch.
  private static let fewestPeriods = 10.0

  /// The least share of the power that the partials of a tone have.
  private static let leastPower = 0.2

  let samples: [Double]
  let sampleRate: Double
  /// The nominal frequency, in hertz.
  let nominal: Double
  let span: SoundingSpan
  /// The distance from the nominal frequency within which the note is looked for, in cents.
  var reach = PartialSearch.reach
  /// Ranges of hertz whose partials belong to other sounds.
  var taken: [ClosedRange<Double>] = []
  /// True if the note comes from a microphone, with other sounds around it.
  var isPlayed = false
  /// True if the octave of the nominal frequency is that of the note.
  var keepsOctave = false

  var isLongEnough: Bool { span.seconds >= max(0.08, Self.fewestPeriods / nominal) }

  /// The partials of the note; `nil` if it has no pitch.
  func partials() -> Partials? {
    let range =
      Int(span.span.lowerBound * sampleRate)..<Int(span.span.upperBound * sampleRate)
    let piece = samples[range]
    let search = PartialSearch(
      spectrum: ToneSpectrum(piece, sampleRate: sampleRate), sampleRate: sampleRate, taken: taken)
    let comb = search.comb(around: nominal, reach: reach)
    let octaves =
      keepsOctave
      ? 0
      : isPlayed ? search.playedOctaves(of: comb) : OctaveSearch(search: search).octaves(of: comb)
    let coarse = comb * exp2(Double(octaves))
    let partials = search.partials(of: coarse)
    // A lone partial that is not the first belongs to another tone.
    guard partials.contains(where: { $0.number == 1 }) || partials.count >= 2 else { return nil }
    // An even number of samples, as FFTW needs it here.
    let record = Array(samples.prefix(samples.count & ~1))
    let bins = FourierTransform.forward(record)
    let tracks = partials.map {
      PartialTrack(
        $0, spacing: coarse, bins: bins, count: record.count, sampleRate: sampleRate)
    }
    let lines = tracks.map { $0.line(in: span.span) }
    let share = share(of: lines, count: record.count, of: piece)
    guard share >= Self.leastPower else { return nil }
    return Partials(tracks: tracks, lines: lines, octaves: octaves, share: share)
  }

  /// The share of the power that belongs to the partials.
  private func share(
    of lines: [PhaseLine], count: Int, of piece: ArraySlice<Double>
  ) -> Double {
    let tone = lines.reduce(0) { $0 + $1.power } * 2 / Double(count * count)
    let mean = piece.reduce(0, +) / Double(piece.count)
    let all = piece.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(piece.count)
    return all > 0 ? tone / all : tone > 0 ? .infinity : 0
  }

  /// The pitch between two times, in seconds from the start; `nil` if there is none.
  func reading(of partials: Partials, in span: ClosedRange<Double>) -> Reading? {
    let (tracks, octaves) = (partials.tracks, partials.octaves)
    let lines = tracks.map { $0.line(in: span) }
    let points = partials.points(lines)
    guard var series = StretchedSeries(points, mayBeStretched: true) else { return nil }
    var curve = PitchCurve(tracks, series: series, in: span)
    var fit = vibrato(in: curve)
    if let played = fit, played.isPlayed, series.inharmonicity > 0,
      let harmonic = StretchedSeries(points, mayBeStretched: false)
    {
      // A note played with vibrato is driven and therefore harmonic: the stretch comes from the
      // sidebands.
      series = harmonic
      curve = PitchCurve(tracks, series: series, in: span)
      fit = vibrato(in: curve)
    }
    let target = nominal * exp2(Double(octaves))
    let moves = curve.wobble > Self.moving
    // Beating strings are no vibrato: their partials do not move together.
    let played = fit.flatMap { fit in
      moves && fit.isPlayed
        ? VibratoConsensus(tracks, series: series, in: span, rate: fit.rate) : nil
    }
    let offset = moves ? played?.center ?? fit?.center ?? curve.mean : 0
    return Reading(
      deviation: 1200 * log2(series.fundamental / target) + offset, octaves: octaves,
      error: played?.error
        ?? error(
          of: lines, series: series, curve: curve, fit: moves ? fit : nil, moves: moves,
          seconds: span.upperBound - span.lowerBound),
      scatter: played == nil ? series.scatter : 0,
      wobble: curve.wobble, drift: curve.drift, vibrato: moves ? fit : nil,
      inharmonicity: series.inharmonicity, power: lines.reduce(0) { $0 + $1.power })
  }

  /// The pitch over a span of seconds, in cents from that of the first part.
  func curve(of partials: Partials, in span: ClosedRange<Double>) -> PitchCurve? {
    StretchedSeries(partials.points(partials.lines), mayBeStretched: true).map {
      PitchCurve(partials.tracks, series: $0, in: span)
    }
  }

  private func vibrato(in curve: PitchCurve) -> VibratoFit? {
    guard curve.wobble > Self.moving, let fit = VibratoFit(curve),
      fit.remainder < Self.vibratoShare
    else { return nil }
    return fit
  }

  /// The standard error of the mean, from the lines through the phases, the scatter of the partials
  /// about their law, and the movement of the curve.
  private func error(
    of lines: [PhaseLine], series: StretchedSeries, curve: PitchCurve, fit: VibratoFit?,
    moves: Bool, seconds: Double
  ) -> Double {
    let ofLines = lines.error
    // Not divided by their number: partials that contradict one another are no repeated
    // measurements of one pitch, and a listener may follow any of them.
    let ofPartials = series.scatter
    guard moves else { return (ofLines * ofLines + ofPartials * ofPartials).squareRoot() }
    // The movement that vibrato does not explain has as many independent values as half periods, or
    // a few without vibrato.
    let spread = fit?.residue ?? curve.wobble / 4
    let moments = max(2 * (fit?.rate ?? 0) * seconds, 4)
    let ofCurve = spread / moments.squareRoot()
    return (ofCurve * ofCurve + ofPartials * ofPartials).squareRoot()
  }
}

/// The part of a note to measure.
struct SoundingSpan {
  /// The envelope's frames, in seconds.
  private static let frame = 0.01
  /// The length of a note in training, in seconds.
  static let longest = 1.0
  /// The seconds after which players have found their pitch, and strings have settled.
  private static let afterAttack = 0.3
  /// The part of a rendered note in which its attack is looked for, in seconds: a second to
  /// measure, also after a slow attack, and the length of the filters.
  static let beginning = 1.706_667
  /// The seconds that the filters need beyond the end.
  private static let margin = 0.06
  /// The seconds that the filters need beyond the end of a held note.
  private static let heldMargin = 0.15
  /// The share of its greatest amplitude (−20 dB) at which a note no longer counts, as it is struck
  /// again.
  private static let leastHeld = 0.1

  /// The span to measure, in seconds from the first sample.
  let span: ClosedRange<Double>

  /// The highest sample; 1 is full scale.
  let peak: Double

  /// The end of the note if it is held, in seconds from the first sample.
  let heldUntil: Double

  /// Finds the span from the end of the attack, though not before ``afterAttack``, to a second
  /// later or until the note has died away.
  init(_ note: [Double], sampleRate: Double) {
    let samples = note.prefix(Int(Self.beginning * sampleRate))
    let all = Self.levels(note[...], sampleRate: sampleRate)
    peak = note.reduce(0) { max($0, abs($1)) }
    let held = all.lastIndex { $0 >= Self.leastHeld * (all.max() ?? 0) } ?? 0
    heldUntil = min(
      Double(held + 1) * Self.frame, Double(note.count) / sampleRate - Self.heldMargin)
    let levels = Self.levels(samples, sampleRate: sampleRate)
    let loudest = levels.max() ?? 0
    // A slow attack ends at half the usual level; a later swell belongs to the tone.
    let usual = levels.filter { $0 >= 0.1 * loudest }.median ?? 0
    let risen = levels.firstIndex { $0 >= 0.5 * usual } ?? 0
    let faded = levels.lastIndex { $0 >= 0.01 * loudest } ?? 0
    let seconds = Double(samples.count) / sampleRate
    let end = min(Double(faded + 1) * Self.frame, seconds - Self.margin)
    let attack = min(Double(risen) * Self.frame, 0.4 * end)
    let start = max(min(Self.afterAttack, 0.25 * max(end, 0)), attack)
    span = start...max(min(start + Self.longest, end), start)
  }

  /// Uses a span that is known.
  init(_ span: ClosedRange<Double>) {
    self.span = span
    peak = 1
    heldUntil = span.upperBound
  }

  private static func levels(_ samples: ArraySlice<Double>, sampleRate: Double) -> [Double] {
    let length = max(Int(frame * sampleRate), 1)
    return stride(from: 0, to: samples.count, by: length).map { start in
      let piece = samples.dropFirst(start).prefix(length)
      return (piece.reduce(0) { $0 + $1 * $1 } / Double(piece.count)).squareRoot()
    }
  }

  var seconds: Double { span.upperBound - span.lowerBound }
}
