import Foundation
import Music

/// What can be read from the maps: thresholds on a usual day, under the condition of the latest
/// answer.
nonisolated extension ThresholdMaps {
  /// The threshold of a note, asked or not. A millisecond's fraction.
  func threshold(of note: Int) -> CentsEstimate { threshold(of: note, under: condition) }

  /// The same under another condition.
  func threshold(of note: Int, under condition: Int) -> CentsEstimate {
    NormalMixture(
      weights.ofRates, beliefs.map { $0.usually(note: note, condition: condition) }
    ).exponential
  }

  /// The threshold of a note as it is believed on this day; no interval. O(1).
  func thresholdToday(of note: Int) -> Double {
    exp(
      zip(weights.ofRates, beliefs).reduce(0) { sum, part in
        sum + part.0 * part.1.today(note: note, condition: condition).mean
      })
  }

  /// The threshold under another condition, on a usual day; no interval. O(1).
  func threshold(of note: Int, condition: Int) -> Double {
    exp(
      zip(weights.ofRates, beliefs).reduce(0) { sum, part in
        sum + part.0 * part.1.usually(note: note, condition: condition).mean
      })
  }

  /// The level: the threshold of the notes asked so far, taken together. Before the first answer,
  /// that of any note.
  var level: CentsEstimate { level(under: condition) }

  /// The level under another condition.
  func level(under condition: Int) -> CentsEstimate {
    NormalMixture(weights.ofRates, levels(under: condition)).exponential
  }

  /// The level on this day.
  var levelToday: CentsEstimate {
    NormalMixture(weights.ofRates, levels(under: condition, today: true)).exponential
  }

  /// The mean and the variance of the ln level in each belief.
  var levels: [(mean: Double, variance: Double)] { levels(under: condition) }

  private func levels(
    under condition: Int, today isToday: Bool = false
  ) -> [(mean: Double, variance: Double)] {
    let asked = askedNotes
    let notes = asked.isEmpty ? [ThresholdBelief.day / 2] : asked
    return beliefs.map { $0.level(of: notes, condition: condition, today: isToday) }
  }

  /// The probability that the answers are guesses: that the listener guesses, or that the level is
  /// beyond 400 cents, which sounds the same.
  var probabilityOfGuessing: Double { probabilityOfGuessing(under: condition) }

  /// The same by the level under another condition.
  func probabilityOfGuessing(under condition: Int) -> Double {
    zip(weights.all, levels(under: condition)).reduce(weights.guessing) { sum, part in
      let (mean, variance) = part.1
      return sum + part.0
        * StandardNormal.cumulative((mean - log(400)) / variance.squareRoot())
    }
  }

  /// The finest and the coarsest of the notes asked, if they surely differ: if the difference is more
  /// than three of its standard deviations in the likeliest map.
  var extremes: (finest: Int, coarsest: Int)? {
    let belief = beliefs[weights.heaviest]
    let asked = askedNotes
    guard let finest = asked.min(by: { belief.mean[$0] < belief.mean[$1] }),
      let coarsest = asked.max(by: { belief.mean[$0] < belief.mean[$1] }), finest != coarsest
    else { return nil }
    let (mean, variance) = belief.contrast(of: [coarsest], with: [finest])
    return mean > 3 * variance.squareRoot() ? (finest, coarsest) : nil
  }

  /// The lowest third of the notes asked against the highest, in the likeliest map; `nil` if the difference is less
  /// than 2.6 standard deviations or a quarter, or if there are fewer than six notes.
  var registers: NoteRegisters? {
    let (asked, belief) = (askedNotes, beliefs[weights.heaviest])
    guard asked.count >= 6 else { return nil }
    let (low, high) = (Array(asked.prefix(asked.count / 3)), Array(asked.suffix(asked.count / 3)))
    let (mean, variance) = belief.contrast(of: low, with: high)
    guard mean.magnitude > 2.6 * variance.squareRoot(), mean.magnitude > log(1.25) else {
      return nil
    }
    func register(_ notes: [Int]) -> NoteRegisters.Register {
      NoteRegisters.Register(
        lowest: MIDINote(notes[0]), highest: MIDINote(notes[notes.count - 1]),
        threshold: NormalMixture(
          weights.ofRates, beliefs.map { $0.level(of: notes, condition: condition) }
        ).exponential.value)
    }
    return NoteRegisters(low: register(low), high: register(high))
  }

  /// The notes that stand out from their neighbours, in the likeliest map: from the mean of the notes
  /// within three semitones by more than 2.5 standard deviations and by a factor of more than 1.5.
  var outstanding: [(note: Int, factor: Double)] {
    let belief = beliefs[weights.heaviest]
    return askedNotes.filter { counts[$0] >= 8 }.compactMap { note in
      let around = (max(note - 3, 0)...min(note + 3, ThresholdBelief.day - 1)).filter { $0 != note }
      let (mean, variance) = belief.contrast(of: [note], with: around)
      let isOutstanding =
        mean.magnitude > 2.5 * variance.squareRoot() && mean.magnitude > log(1.5)
      return isOutstanding ? (note, exp(mean)) : nil
    }
  }
}

/// The low and the high notes of a listener who hears them differently.
public nonisolated struct NoteRegisters: Hashable, Sendable {
  public struct Register: Hashable, Sendable {
    public let lowest: MIDINote
    public let highest: MIDINote

    /// Of all of its notes taken together.
    public let threshold: Cents
  }

  public let low: Register
  public let high: Register

  /// Fewer say nothing of registers.
  static let fewestAnswers = 300

  public var isLowCoarser: Bool { low.threshold > high.threshold }
}
