import Foundation
import Music

/// The fine analysis: measures a stretch of a played note to hundredths of a cent, as ``ToneMeter``
/// does a rendered one. Any thread.
public struct PlayedToneMeter: Sendable {
  /// The seconds that the filters need on either side of a stretch.
  static let margin = 0.1

  /// The distance from the coarse pitch within which the note is looked for, in cents.
  private static let reach = 60.0

  /// The least standard error, in cents: half of a hundredth.
  private static let leastUncertainty = 0.005

  /// The factor on the error of clipped sound, which has sums and differences of a stiff string's
  /// partials beside them. The error of strings that were clipped by 2 to 30 times full scale was
  /// up to 4.2 times the disagreement of the partials.
  private static let ofClipped = 4.0

  /// The share of its usual power (−12 dB) at which a note begins and ends.
  private static let edge = 0.063

  /// The octaves below the coarse pitch where the search begins if there is no target, if the
  /// coarse analysis could find a pitch there.
  private static let octavesBelow = 1.0

  /// The greatest uncertainty of a pitch, in cents.
  static let greatestUncertainty = 5.0

  /// Ranges of hertz whose partials belong to other sounds.
  var taken: [ClosedRange<Double>] = []

  /// True if the octave is that of the coarse pitch, whatever the partials say.
  var keepsOctave = false

  public init() {}

  /// - Parameters:
  ///   - samples: the stretch with its surroundings, best 0.1 s on either side, which the filters
  ///     need.
  ///   - stretch: the samples to measure.
  ///   - near: the pitch by the coarse analysis; whole octaves do not matter.
  ///   - target: the origin of the error; `nil` if any note may be played: then the error is
  ///     measured from `near`, and the octave is the note's own, whichever the coarse analysis has
  ///     found.
  /// - Returns: `nil` if it has no pitch within ±60 cents of `near` or of its octaves, or was cut.
  public func measure(
    _ samples: [Float], stretch: Range<Int>, sampleRate: Double, near: Frequency,
    target: Frequency?
  ) -> PlayedNote? {
    let reading = read(
      samples, stretch: stretch, sampleRate: sampleRate, near: near, target: target)
    guard let note = reading?.note else { return nil }
    let part = Array(
      samples[Self.sounding(samples, in: stretch.clamped(to: samples.indices), sampleRate)])
    let breaks = SoundBreak.places(
      in: part, sampleRate: sampleRate, vibrato: note.vibratoExtent, hertz: note.hertz(at:))
    return breaks.isEmpty ? note : nil
  }

  /// Measures a stretch without looking for cuts; returns also the share of the power that belongs
  /// to the note. Its settling time and its age are relative to the stretch, which may reach into
  /// the silence before and after the note.
  func read(
    _ samples: [Float], stretch: Range<Int>, sampleRate: Double, near: Frequency,
    target: Frequency?
  ) -> (note: PlayedNote, share: Double)? {
    let given = stretch
    let stretch = Self.sounding(samples, in: given.clamped(to: samples.indices), sampleRate)
    let margin = Int(Self.margin * sampleRate)
    let whole =
      max(stretch.lowerBound - margin, 0)..<min(stretch.upperBound + margin, samples.count)
    let start = stretch.lowerBound - whole.lowerBound
    let record = record(samples[whole], start: start, count: stretch.count)
    let nominal = Self.nominal(near: near.hertz, target: target?.hertz)
    let span = Double(start) / sampleRate...Double(start + stretch.count) / sampleRate
    var meter = ChannelMeter(
      samples: record, sampleRate: sampleRate, nominal: nominal, span: SoundingSpan(span))
    meter.reach = Self.reach
    meter.taken = taken
    meter.isPlayed = true
    meter.keepsOctave = keepsOctave
    guard meter.isLongEnough, let partials = meter.partials(),
      let pitch = PlayedPitch(partials, in: span)
    else { return nil }
    let total = 1200 * log2(pitch.frequency / (target ?? near).hertz)
    guard total.isFinite else { return nil }
    let playedOctaves = (total / 1200).rounded()
    let error = total - 1200 * playedOctaves
    let trend = TrendFit(
      times: pitch.times, cents: pitch.cents, rate: pitch.vibrato?.rate ?? 0)
    let piece = samples[stretch]
    let mean = piece.reduce(0.0) { $0 + Self.finite($1) } / Double(piece.count)
    let square =
      piece.reduce(0.0) { $0 + (Self.finite($1) - mean) * (Self.finite($1) - mean) }
      / Double(piece.count)
    var levels = InputLevels()
    levels.append(Array(piece))
    var note = PlayedNote(
      error: error,
      uncertainty: max(pitch.error, Self.leastUncertainty)
        * (levels.isClipping ? Self.ofClipped : 1),
      drift: (trend?.slope ?? 0) * Double(stretch.count) / sampleRate,
      vibratoRate: pitch.vibrato?.rate ?? 0, vibratoExtent: pitch.vibrato?.extent ?? 0,
      steadiness: trend?.residue ?? 0, length: Double(stretch.count) / sampleRate,
      settleTime: Double(stretch.lowerBound - given.lowerBound) / sampleRate,
      level: 10 * log10(max(square, 1e-20)),
      curve: pitch.cents.map { Float($0 + error) }, octaves: Int(playedOctaves),
      frequency: pitch.frequency)
    note.age = Double(given.upperBound - stretch.upperBound) / sampleRate
    return (note, partials.share)
  }

  /// The frequency where the search for the octave begins, in hertz: that of the coarse pitch, or
  /// the target's octave if that is near. An octave up from a pitch too low is sure; an octave down
  /// from a pitch too high, among other sounds, is not.
  private static func nominal(near: Double, target: Double?) -> Double {
    guard let target else {
      let below = near * exp2(-octavesBelow)
      return below < PitchTracker.range.lowerBound ? near : below
    }
    let heard = log2(near / target).rounded()
    return abs(heard) <= 2 ? near * exp2(-heard) : near
  }

  /// The samples without DC, faded in and out outside the stretch, in a number with which FFTW is
  /// fast.
  private func record(_ samples: ArraySlice<Float>, start: Int, count: Int) -> [Double] {
    let mean = samples.reduce(0.0) { $0 + Self.finite($1) } / Double(max(samples.count, 1))
    var record = samples.map { Self.finite($0) - mean }
    let tail = record.count - start - count
    for (length, place) in [(start / 2, { $0 }), (tail / 2, { record.count - 1 - $0 })] {
      for index in 0..<length {
        record[place(index)] *= (1 - cos(.pi * (Double(index) + 0.5) / Double(length))) / 2
      }
    }
    let good = FourierTransform.goodCount(from: record.count)
    record += [Double](repeating: 0, count: good - record.count)
    return record
  }

  /// The stretch without the silence on either side, which the long windows of the coarse analysis
  /// include.
  static func sounding(
    _ samples: [Float], in stretch: Range<Int>, _ sampleRate: Double
  ) -> Range<Int> {
    let length = max(Int(0.01 * sampleRate), 1)
    let powers = stride(from: stretch.lowerBound, to: stretch.upperBound, by: length).map { start in
      let part = samples[start..<min(start + length, stretch.upperBound)]
      return part.reduce(0.0) { $0 + finite($1) * finite($1) } / Double(part.count)
    }
    let least = powers.sorted().dropFirst(powers.count / 2).first.map { $0 * edge } ?? 0
    guard let first = powers.firstIndex(where: { $0 >= least }),
      let last = powers.lastIndex(where: { $0 >= least })
    else { return stretch }
    let start = stretch.lowerBound + first * length
    return start..<min(stretch.lowerBound + (last + 1) * length, stretch.upperBound)
  }

  private static func finite(_ sample: Float) -> Double { sample.isFinite ? Double(sample) : 0 }
}

extension PlayedNote {
  /// The pitch this many seconds after its beginning, in hertz.
  func hertz(at time: Double) -> Double {
    guard curve.count > 1, length > 2 * PitchCurve.reach else { return frequency }
    // The points are the middles of means.
    let share = (time - PitchCurve.reach) / (length - 2 * PitchCurve.reach)
    let place = min(max(share, 0), 1) * Double(curve.count - 1)
    let index = min(Int(place), curve.count - 2)
    // The curve continues beyond its ends in the direction that it has there.
    let beyond = (share - min(max(share, 0), 1)) * Double(curve.count - 1)
    let slope = Double(curve[index + 1] - curve[index])
    let cents = Double(curve[index]) + (place - Double(index) + beyond) * slope
    return frequency * exp2((cents - error) / 1200)
  }

  /// True if the pitch stays, or moves about its mean as vibrato does. A trill jumps between two
  /// notes, which leaves a tenth of its width and more beside a sine; wide vibrato leaves less.
  var isHeld: Bool {
    guard vibratoExtent > 0 else { return steadiness <= 15 }
    return vibratoExtent <= 85 && (vibratoExtent <= 45 || steadiness <= 0.07 * vibratoExtent)
  }
}
