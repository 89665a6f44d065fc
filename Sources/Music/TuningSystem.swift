/// Converts notes and intervals to frequencies; nothing else in Peach does.
///
/// Reference notes are on the equal-tempered grid of the reference pitch. An interval is measured
/// from the note that sounds, so it is pure on every reference note.
public enum TuningSystem: Hashable, Sendable {
  case equalTemperament
  case justIntonation
  case pythagorean
  case quarterCommaMeantone

  /// A user's own scale.
  case scala(ScalaTuning)

  /// The standard reference pitch (A4), ISO 16.
  public static let standardReferencePitch = Frequency(hertz: 440)

  /// Every tuning system that does not need a file.
  public static let builtIn: [TuningSystem] = [
    .equalTemperament, .justIntonation, .pythagorean, .quarterCommaMeantone,
  ]

  /// The spelling in records and JSON. Settings use it for the built-in tunings, too.
  public var identifier: String {
    switch self {
    case .equalTemperament: "equal"
    case .justIntonation: "just"
    case .pythagorean: "pythagorean"
    case .quarterCommaMeantone: "meantone"
    case .scala(let tuning): Self.scalaPrefix + tuning.name
    }
  }

  private static let scalaPrefix = "scala:"

  /// The identifier of the user's own scale of that name.
  public static func scalaIdentifier(_ name: String) -> String { scalaPrefix + name }

  /// True if a text is the identifier of a built-in tuning system or of some user's own scale.
  public static func isIdentifier(_ text: String) -> Bool {
    TuningSystem(identifier: text) != nil
      || text.utf8.starts(with: scalaPrefix.utf8) && text.utf8.count > scalaPrefix.utf8.count
  }

  /// The built-in tuning system with this spelling. `nil` for a user's own scale, which its name
  /// alone does not define.
  public init?(identifier: String) {
    guard let system = Self.builtIn.first(where: { $0.identifier == identifier }) else {
      return nil
    }
    self = system
  }

  /// The frequency of a note on the equal-tempered grid: A4·2^((n − 69)/12).
  public func frequency(for note: MIDINote, referencePitch: Frequency) -> Frequency {
    frequency(for: DetunedMIDINote(note), referencePitch: referencePitch)
  }

  /// The frequency of a note on the equal-tempered grid, moved by its offset.
  public func frequency(for note: DetunedMIDINote, referencePitch: Frequency) -> Frequency {
    referencePitch.shifted(by: Cents(Double(note.note.rawValue - 69) * 100) + note.offset)
  }

  /// The size of an interval in this tuning; negative if it is directed down.
  public func cents(for interval: DirectedInterval) -> Cents {
    let size = size(of: interval.interval)
    return interval.direction == .up ? size : -size
  }

  /// The frequency to play for an interval from a reference note (above it, or below it if the
  /// interval is directed down), `offset` away from the true interval.
  public func frequency(
    of interval: DirectedInterval, offset: Cents, above note: MIDINote, referencePitch: Frequency
  ) -> Frequency {
    frequency(
      for: DetunedMIDINote(note, offset: cents(for: interval) + offset),
      referencePitch: referencePitch)
  }

  /// The place of the note that many semitones above the one on which the tuning is built, in
  /// cents; `nil` if a user's own scale has no note there.
  public func place(ofSemitones semitones: Int) -> Cents? {
    if case .scala(let tuning) = self { return tuning.scale.place(ofSemitones: semitones) }
    let octaves = Int((Double(semitones) / 12).rounded(.down))
    guard let interval = Interval(rawValue: semitones - 12 * octaves) else { return nil }
    return Cents(Double(octaves) * 1200) + size(of: interval)
  }

  private func size(of interval: Interval) -> Cents {
    switch self {
    case .equalTemperament: Cents(Double(interval.semitones) * 100)
    case .justIntonation: Self.just[interval.rawValue]
    case .pythagorean: Self.pythagoreanSizes[interval.rawValue]
    case .quarterCommaMeantone: Self.meantone[interval.rawValue]
    case .scala(let tuning): tuning.step(for: interval).size
    }
  }

  /// Five-limit ratios (Barbour, Tuning and Temperament, 1951; 45/32 for the tritone).
  private static let just = sizes([
    (1, 1), (16, 15), (9, 8), (6, 5), (5, 4), (4, 3), (45, 32), (3, 2), (8, 5), (5, 3), (9, 5),
    (15, 8), (2, 1),
  ])

  /// Three-limit ratios (Barbour, 1951; the tritone is the augmented fourth 729/512).
  private static let pythagoreanSizes = sizes([
    (1, 1), (256, 243), (9, 8), (32, 27), (81, 64), (4, 3), (729, 512), (3, 2), (128, 81), (27, 16),
    (16, 9), (243, 128), (2, 1),
  ])

  /// Fifths of ⁴√5, a quarter of the syntonic comma narrow (Aron, 1523), reduced to one octave. The
  /// chain of fifths: m2 −5, M2 2, m3 −3, M3 4, P4 −1, TT 6, P5 1, m6 −4, M6 3, m7 −2, M7 5.
  private static let meantone: [Cents] = {
    let fifth = Cents(ratio: 5).rawValue / 4
    let chain = [0, -5, 2, -3, 4, -1, 6, 1, -4, 3, -2, 5]
    let sizes = chain.map { steps in
      let size = (Double(steps) * fifth).truncatingRemainder(dividingBy: 1200)
      return Cents(size < 0 ? size + 1200 : size)
    }
    return sizes + [1200]
  }()

  private static func sizes(_ ratios: [(Int, Int)]) -> [Cents] {
    ratios.map { Cents(ratio: Double($0.0) / Double($0.1)) }
  }
}
