import Foundation
import Music

/// The relations of an instrument's notes to each other, from the last notes that were played on it
/// freely.
///
/// The deviation of a note from equal temperament is e = c + o + b + noise: the whole, the day, the
/// bias of the note and a spread, with normal distributions of known widths before anything is
/// heard.
public nonisolated struct InstrumentMap: Hashable, Sendable {
  public struct Note: Hashable, Sendable {
    public let note: MIDINote

    /// The deviation from equal temperament, in cents; positive is sharp.
    let deviation: Double

    /// The standard error of the measurement, in cents.
    let uncertainty: Double

    /// The number of the local day (``LocalDays``).
    public let day: Int

    public init(_ note: MIDINote, deviation: Cents, uncertainty: Double, day: Int) {
      self.note = note
      self.deviation = deviation.rawValue
      self.uncertainty = uncertainty
      self.day = day
    }

    /// The note relative to another A4, by which its name may differ; `nil` if MIDI has none there.
    public func seen(from pitch: Frequency, recordedAt other: Frequency) -> Note? {
      let shift = 1200 * log2(other.hertz / pitch.hertz)
      let semitones = (shift / 100).rounded()
      return MIDINote(exactly: note.rawValue + Int(semitones)).map {
        Note(
          $0, deviation: Cents(deviation + shift - 100 * semitones), uncertainty: uncertainty,
          day: day)
      }
    }
  }

  /// The distance of one note from the whole.
  public struct Bias: Hashable, Sendable {
    public let note: MIDINote

    /// The number of times that it was heard, without outliers.
    public let count: Int
    public let bias: CentsEstimate
    public var isKnown: Bool { count >= 8 }

    /// True if the bias is clearly more than listeners tolerate.
    public var standsOut: Bool { isKnown && (bias.low.rawValue > 3 || bias.high.rawValue < -3) }
  }

  /// The number of the last notes that count.
  public static let window = 2000

  public let referencePitch: Frequency

  /// The notes that were heard, without outliers, from the lowest one up.
  public let notes: [Bias]

  /// The number of notes on which the map rests, and of outliers, which do not count.
  public let count: Int
  public let outliers: Int
  public let days: ClosedRange<Int>
  public let dayCount: Int

  /// The standard deviation of a note about its bias on one day, without the error of the
  /// measurement, in cents.
  public let spread: Cents

  /// The distance of the whole from A4 on the last day, and on all days together.
  public let today: CentsEstimate
  public let usual: CentsEstimate

  /// The tuning that is played; `nil` if the notes belong to no key.
  public let tuning: PlayedTuning?

  /// - Parameter notes: in order of time.
  /// - Returns: `nil` if there are none.
  public init?(_ notes: some BidirectionalCollection<Note>, referencePitch: Frequency) {
    let heard = Array(notes.suffix(Self.window))
    guard !heard.isEmpty else { return nil }
    var kept = heard
    for _ in 0..<4 {
      let spread = Self.spread(of: kept)
      let fit = MapFit(kept, spread: spread)
      let mean = fit.mean(of: fit.sums(of: kept.map(\.deviation)))
      let next = heard.filter {
        let limit = 4 * (spread * spread + $0.uncertainty * $0.uncertainty).squareRoot()
        return ($0.deviation - fit.expected(of: $0, mean)).magnitude <= limit
      }
      guard next != kept, !next.isEmpty else { break }
      kept = next
    }
    self.init(kept, outliers: heard.count - kept.count, referencePitch)
  }

  /// - Precondition: there is a note.
  private init(_ kept: [Note], outliers: Int, _ referencePitch: Frequency) {
    let spread = Self.spread(of: kept)
    let fit = MapFit(kept, spread: spread)
    let mean = fit.mean(of: fit.sums(of: kept.map(\.deviation)))
    let degrees = max(kept.count - fit.notes.count - fit.days.count, 3)
    let reach = StudentDistribution(degrees: degrees).quantile(0.95)
    func estimate(_ factors: [Double]) -> CentsEstimate {
      CentsEstimate(
        zip(mean, factors).reduce(0) { $0 + $1.0 * $1.1 },
        plusMinus: reach * fit.square(of: factors).squareRoot())
    }
    // The mean of all notes, from which the bias of each is measured.
    let shares = fit.counts.map { Double($0) / Double(kept.count) }
    var whole = [1] + shares.prefix(fit.notes.count) + fit.days.map { _ in 0 }
    self.notes = fit.notes.indices.map { place in
      var factors = whole.map(-)
      factors[0] = 0
      factors[place + 1] += 1
      return Bias(note: fit.notes[place], count: fit.counts[place], bias: estimate(factors))
    }
    usual = estimate([1] + shares)
    whole[whole.count - 1] = 1
    today = estimate(whole)
    self.referencePitch = referencePitch
    self.outliers = outliers
    self.spread = Cents(spread)
    count = kept.count
    days = fit.days[0]...fit.days[fit.days.count - 1]
    dayCount = fit.days.count
    tuning = PlayedTuning(kept, spread: spread)
  }

  /// The A4 for which the whole would be in tune.
  public func pitch(_ offset: Cents) -> Frequency { referencePitch.shifted(by: offset) }

  /// The spread: the weighted median of the differences of all pairs of the same note. The weight
  /// of a pair does not grow with the number of times that its note was heard.
  ///
  /// The pairs, up to two million, are not listed: bisection over all doubles finds the exact
  /// median.
  private static func spread(of notes: [Note]) -> Double {
    let groups = Dictionary(grouping: notes, by: \.note).values
      .map { $0.map(\.deviation).sorted() }.filter { $0.count > 1 }.sorted { $0.count < $1.count }
    guard !groups.isEmpty else { return 6 }
    let half = groups.reduce(0) { $0 + Double($1.count - 1) } / 2
    var (low, high) = (UInt64.zero, Double(2400).bitPattern)
    while low < high {
      let middle = low + (high - low) / 2
      let limit = Double(bitPattern: middle)
      let weight = groups.reduce(0) { weight, values in
        weight + 2 * Double(pairs(of: values, within: limit)) / Double(values.count)
      }
      if weight >= half - 1e-9 { high = middle } else { low = middle + 1 }
    }
    let median = Double(bitPattern: low)
    return max(median / (StandardNormal.upperQuartile * 2.0.squareRoot()), 0.5)
  }

  /// The number of pairs of sorted values that are at most that far apart.
  private static func pairs(of values: [Double], within limit: Double) -> Int {
    var (first, count) = (0, 0)
    for last in values.indices {
      while values[last] - values[first] > limit { first += 1 }
      count += last - first
    }
    return count
  }
}

/// The least-squares fit of the model with its priors, by normal equations.
///
/// A vector contains the whole, the notes, and the days, in this order. Days are linked to notes
/// only by the number of times that each note was heard on each: they are eliminated, so that there
/// are as many equations as notes, however many days there are.
private nonisolated struct MapFit {
  /// The notes and days that occur, in order, and the number of times: first of the notes, then of
  /// the days.
  let notes: [MIDINote]
  let days: [Int]
  private(set) var counts: [Int]

  /// The weight of each played note, and the places of its note and its day in a vector.
  private let points: [(weight: Double, note: Int, day: Int)]
  private let places: (notes: [MIDINote: Int], days: [Int: Int])

  /// The weight of each day, and the parts of it on the whole and on its notes.
  private var dayWeights: [Double]
  private let columns: [[(row: Int, weight: Double)]]

  /// The lower triangle of Cholesky's decomposition.
  private var rows: [[Double]]

  /// - Parameter deviationOfNotes: the prior distance of notes from the whole, in cents.
  init(_ played: [InstrumentMap.Note], spread: Double, deviationOfNotes: Double = 12) {
    notes = Set(played.map(\.note)).sorted()
    days = Set(played.map(\.day)).sorted()
    let size = notes.count + 1
    let places = (
      notes: Dictionary(uniqueKeysWithValues: zip(notes, 1...)),
      days: Dictionary(uniqueKeysWithValues: zip(days, size...))
    )
    points = played.map {
      let weight = 1 / (spread * spread + $0.uncertainty * $0.uncertainty)
      return (weight, places.notes[$0.note] ?? 0, places.days[$0.day] ?? 0)
    }
    self.places = places
    counts = [Int](repeating: 0, count: notes.count + days.count)
    rows = (0..<size).map { [Double](repeating: 0, count: $0 + 1) }
    rows[0][0] = 1 / (60.0 * 60)
    for note in 1..<size { rows[note][note] = 1 / (deviationOfNotes * deviationOfNotes) }
    var shares = [[Int: Double]](repeating: [:], count: days.count)
    for (weight, note, day) in points {
      counts[note - 1] += 1
      counts[day - 1] += 1
      rows[0][0] += weight
      rows[note][0] += weight
      rows[note][note] += weight
      shares[day - size][0, default: 0] += weight
      shares[day - size][note, default: 0] += weight
    }
    dayWeights = shares.map { 1 / (30.0 * 30) + ($0[0] ?? 0) }
    columns = shares.map { $0.map { (row: $0, weight: $1) }.sorted { $0.row < $1.row } }
    for (column, dayWeight) in zip(columns, dayWeights) {
      for (row, first) in column {
        for (other, second) in column.prefix(while: { $0.row <= row }) {
          rows[row][other] -= first * second / dayWeight
        }
      }
    }
    // The priors keep the matrix positive definite.
    for row in rows.indices {
      for column in 0...row {
        var rest = rows[row][column]
        for place in 0..<column { rest -= rows[row][place] * rows[column][place] }
        rows[row][column] = row == column ? rest.squareRoot() : rest / rows[column][column]
      }
    }
  }

  /// The right side of the normal equations.
  func sums(of deviations: [Double]) -> [Double] {
    var sums = [Double](repeating: 0, count: rows.count + days.count)
    for (point, deviation) in zip(points, deviations) {
      for place in [0, point.note, point.day] { sums[place] += point.weight * deviation }
    }
    return sums
  }

  /// The whole and the notes of a right side without the days, in the coordinates of the
  /// decomposition.
  private func reduced(_ side: [Double]) -> [Double] {
    var rest = Array(side.prefix(rows.count))
    for day in days.indices where side[rows.count + day] != 0 {
      let part = side[rows.count + day] / dayWeights[day]
      for (row, weight) in columns[day] { rest[row] -= weight * part }
    }
    for row in rest.indices {
      for place in 0..<row { rest[row] -= rows[row][place] * rest[place] }
      rest[row] /= rows[row][row]
    }
    return rest
  }

  /// The solution for a right side.
  func mean(of sums: [Double]) -> [Double] {
    var mean = reduced(sums)
    for row in mean.indices.reversed() {
      mean[row] /= rows[row][row]
      for place in 0..<row { mean[place] -= rows[row][place] * mean[row] }
    }
    for day in days.indices {
      let known = columns[day].reduce(0) { $0 + $1.weight * mean[$1.row] }
      mean.append((sums[rows.count + day] - known) / dayWeights[day])
    }
    return mean
  }

  /// The square of a vector under the covariance: of factors, the variance of the sum that they
  /// make.
  func square(of vector: [Double]) -> Double {
    zip(vector.suffix(days.count), dayWeights).reduce(0) { $0 + $1.0 * $1.0 / $1.1 }
      + reduced(vector).reduce(0) { $0 + $1 * $1 }
  }

  /// The expected deviation of a note, which may be one on which the fit does not rest.
  func expected(of played: InstrumentMap.Note, _ mean: [Double]) -> Double {
    mean[0] + (places.notes[played.note].map { mean[$0] } ?? 0)
      + (places.days[played.day].map { mean[$0] } ?? 0)
  }

  /// −2 ln of the likelihood of deviations, except for a constant.
  func misfit(of deviations: [Double]) -> Double {
    zip(points, deviations).reduce(0) { $0 + $1.0.weight * $1.1 * $1.1 }
      - square(of: sums(of: deviations))
  }
}

public nonisolated struct PlayedTuning: Hashable, Sendable {
  public struct Candidate: Hashable, Sendable {
    public let system: TuningSystem
    public let probability: Double

    /// The likeliest tonic, 0 for C to 11 for B, and its probability if this is the tuning. Equal
    /// temperament has no tonic.
    public let tonic: Int?
    public let tonicProbability: Double
  }

  /// The candidates in the order of ``TuningSystem/builtIn``.
  public let candidates: [Candidate]

  /// The tuning, if it is sure.
  public var system: TuningSystem? { sure?.system }

  /// The tonic, 0 for C to 11 for B, if it is sure too.
  public var tonic: Int? { sure.flatMap { $0.tonicProbability >= 0.95 ? $0.tonic : nil } }

  private var sure: Candidate? { candidates.first { $0.probability >= 0.95 } }

  /// - Returns: `nil` if the notes belong to no key.
  fileprivate init?(_ notes: [InstrumentMap.Note], spread: Double) {
    let tonics = Self.tonics(of: notes)
    guard !tonics.isEmpty else { return nil }
    let fit = MapFit(notes, spread: spread, deviationOfNotes: 4)
    let weights = TuningSystem.builtIn.map { system in
      let isEqual = system == .equalTemperament
      return (isEqual ? [0] : tonics).map { tonic in
        let deviations = notes.map {
          $0.deviation - Self.pattern(of: system, ($0.note.rawValue - tonic + 12) % 12)
        }
        let prior = isEqual ? 0.4 : 0.2 / Double(tonics.count)
        return log(prior) - fit.misfit(of: deviations) / 2
      }
    }
    let largest = weights.joined().max() ?? 0
    let likelihoods = weights.map { $0.map { exp($0 - largest) } }
    let sum = likelihoods.joined().reduce(0, +)
    candidates = zip(TuningSystem.builtIn, likelihoods).map { system, likelihoods in
      let own = likelihoods.reduce(0, +)
      let best = likelihoods.indices.max { likelihoods[$0] < likelihoods[$1] }
      let hasTonic = system != .equalTemperament
      return Candidate(
        system: system, probability: own / sum, tonic: hasTonic ? best.map { tonics[$0] } : nil,
        tonicProbability: hasTonic && own > 0 ? (likelihoods.max() ?? 0) / own : 0)
    }
  }

  /// The distance of a note of the tuning from equal temperament, in cents.
  private static func pattern(of system: TuningSystem, _ semitones: Int) -> Double {
    (system.place(ofSemitones: semitones)?.rawValue ?? 0) - 100 * Double(semitones)
  }

  /// The tonics with a major or minor scale to which nearly all notes belong.
  private static func tonics(of notes: [InstrumentMap.Note]) -> [Int] {
    (0..<12).filter { tonic in
      [[0, 2, 4, 5, 7, 9, 11], [0, 2, 3, 5, 7, 8, 10, 11]].contains { scale in
        let inside = notes.count { scale.contains(($0.note.rawValue - tonic + 12) % 12) }
        return Double(inside) >= 0.85 * Double(notes.count)
      }
    }
  }
}
