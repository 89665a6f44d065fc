import Foundation
import Music

/// Judges a stretch of a note by the fine analysis: what it is, how far off, and whether it is whole.
struct StretchJudge {
  /// A note with this share of the power is the one that is played; others ring along.
  private static let mostPower = 0.6

  /// The breaks of a trill are this share of a stretch, or more.
  private static let trill = 0.4

  let rules: PlayedNoteRules
  /// Of the recording, in hertz.
  let sampleRate: Double
  let recording: InputRecording
  let accompaniment: Accompaniment
  /// The note that the stretch belongs to.
  let note: HeldNote

  /// What the fine analysis makes of a stretch.
  func read(_ stretch: HeldNote.Stretch) -> PlayedNote? {
    let margin = PlayedToneMeter.margin
    let (samples, start) = recording.samples(
      from: Int((stretch.span.lowerBound - margin) * sampleRate),
      to: Int((stretch.span.upperBound + margin) * sampleRate))
    let first = Int(stretch.span.lowerBound * sampleRate) - start
    let last = Int(stretch.span.upperBound * sampleRate) - start
    var meter = PlayedToneMeter()
    meter.taken = accompaniment.taken
    func read(near: Frequency) -> (note: PlayedNote, share: Double)? {
      meter.read(
        samples, stretch: first..<last, sampleRate: sampleRate, near: near, target: rules.target)
    }
    let heard = read(near: rules.target.shifted(by: Cents(stretch.cents)))?.note
    if abs(heard?.error ?? .infinity) > PlayedNote.widestError,
      // With a string that rings along, the coarse analysis may have found the period of both. A note that is higher, such
      // as the twelfth, has all its partials among the target's, and is not the target.
      let other = read(near: rules.target), other.note.octaves == 0, other.share >= Self.mostPower,
      rules.target.shifted(by: Cents(stretch.cents)).hertz < 0.9 * other.note.frequency
    {
      return other.note
    }
    return heard
  }

  /// The parts of a stretch in which the sound was cut.
  func breaks(of stretch: HeldNote.Stretch, heard: PlayedNote?) -> [ClosedRange<Double>] {
    let (all, start) = recording.samples(
      from: Int(stretch.span.lowerBound * sampleRate),
      to: Int(stretch.span.upperBound * sampleRate))
    let sounding = PlayedToneMeter.sounding(all, in: all.indices, sampleRate)
    let samples = Array(all[sounding])
    let from = Double(start + sounding.lowerBound) / sampleRate
    let target = rules.target.hertz
    // The notches still sound as a note begins.
    let whole = accompaniment.audible.isEmpty ? 0 : note.phraseStart + PartialsFilter.settling
    return SoundBreak.places(
      in: samples, sampleRate: sampleRate, vibrato: heard?.vibratoExtent ?? 0
    ) { [note] time in
      if let heard { return heard.hertz(at: time) }
      let cents = note.cents(at: from + time, around: stretch.cents) ?? stretch.cents
      return target * exp2(cents / 1200)
    }.map { $0.lowerBound + from...$0.upperBound + from }
      .filter { $0.lowerBound >= whole }
  }

  /// Whether a stretch with breaks is a trill and no note: it fails to repeat itself again and again.
  func isTrill(
    _ stretch: HeldNote.Stretch, heard: PlayedNote?, breaks: [ClosedRange<Double>]
  ) -> Bool {
    if let heard, heard.vibratoExtent > 0 { return true }
    let broken = breaks.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    return broken > Self.trill * (stretch.span.upperBound - stretch.span.lowerBound)
  }

  /// The longest part of a stretch without a break; empty if there is none.
  func longestPart(
    of stretch: HeldNote.Stretch, without breaks: [ClosedRange<Double>]
  ) -> ClosedRange<Double> {
    let edges =
      [stretch.span.lowerBound] + breaks.flatMap { [$0.lowerBound, $0.upperBound] }
      + [stretch.span.upperBound]
    return stride(from: 0, to: edges.count, by: 2)
      .map { edges[$0]...max(edges[$0], edges[$0 + 1]) }
      .max { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound } ?? stretch.span
  }

  func outcome(
    of heard: PlayedNote?, _ stretch: HeldNote.Stretch
  ) -> PlayedNoteOutcome {
    guard var played = heard else {
      return accompaniment.hides(noteAt: rules.target.hertz) ? .inseparable : .noPitch
    }
    // The remainder of a note of the accompaniment is not the player's.
    if accompaniment.hides(noteAt: played.frequency) { return .inseparable }
    let cents = 1200 * log2(played.frequency / rules.target.hertz)
    guard abs(played.error) <= PlayedNote.widestError,
      played.octaves != rules.refusedOctave
    else { return .wrongNote(frequency: played.frequency, cents: cents) }
    // Otherwise only those far out of tune would be judged.
    if accompaniment.hides(noteAt: rules.target.hertz * exp2(Double(played.octaves))) {
      return .inseparable
    }
    guard played.uncertainty <= PlayedToneMeter.greatestUncertainty, played.isHeld else {
      return .unsteady(wobble: note.wobble(seconds: rules.steadyTime))
    }
    // The note may have begun later and ended earlier than the coarse analysis says.
    played.age -= stretch.span.upperBound
    played.settleTime = max(stretch.span.lowerBound + played.settleTime - note.phraseStart, 0)
    return .judged(played)
  }
}
