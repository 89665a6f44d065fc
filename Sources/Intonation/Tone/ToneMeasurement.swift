import Music

/// What ``ToneMeter`` finds out about a note.
public struct ToneMeasurement: Codable, Hashable, Sendable {
  public var verdict: ToneVerdict

  /// How far the note sounds from its key in cents, positive is sharp; `nil` where it has no pitch. Of an
  /// octave error, the rest without the octaves.
  public var deviation: Double?

  /// How far off ``deviation`` may be, in cents: the standard error of the measurement itself, half the
  /// difference of the channels, and a quarter of that of the note's two halves, which is what a listener
  /// who begins to listen an eighth of a second earlier or later hears of a drift.
  public var uncertainty: Double?

  /// Octaves from the key; 0 but for ``ToneVerdict/octaveError``.
  public var octaves = 0

  /// How far vibrato goes to either side, in cents; 0 where there is none.
  public var vibratoExtent = 0.0

  /// Periods of vibrato a second; 0 where there is none.
  public var vibratoRate = 0.0

  /// The range of the pitch over the note, in cents, without the outermost twentieth.
  public var wobble = 0.0

  /// By how much the second half is higher than the first, in cents.
  public var drift = 0.0

  /// Fletcher's B, 0 for a harmonic tone.
  public var inharmonicity = 0.0

  /// The loudness of the first second in dB, K-weighted (ITU-R BS.1770) and relative to a sine of full
  /// scale at about 1 kHz; `nil` where nothing sounds.
  public var level: Double?

  init(_ verdict: ToneVerdict) { self.verdict = verdict }

  /// Vibrato that is wider than this to either side leaves no pitch to train on, in cents.
  public static let widestVibrato = 25.0

  /// A pitch that is known less well than this cannot be corrected, in cents.
  public static let greatestUncertainty = 2.0

  /// Whether what is taken away from the note makes it sound as asked.
  public var isMendable: Bool {
    switch verdict {
    case .steady, .vibrato, .wavering:
      vibratoExtent <= Self.widestVibrato
        && (uncertainty ?? .infinity) <= Self.greatestUncertainty
    case .octaveError, .unpitched, .tooShort, .silent: false
    }
  }
}
