import Music

/// One note as it was rendered: all that ``ToneMeter`` looks at.
public struct RenderedTone: Sendable {
  /// One array of samples for each channel, all of the same length.
  public let channels: [[Float]]
  /// Samples a second.
  public let sampleRate: Double
  /// What the note should sound.
  public let nominal: Frequency

  /// - Precondition: there is a channel, all have the same length, and the rate is positive.
  public init(channels: [[Float]], sampleRate: Double, nominal: Frequency) {
    precondition(
      !channels.isEmpty && channels.allSatisfy { $0.count == channels[0].count },
      "channels of one length")
    precondition(sampleRate > 0, "the rate is positive")
    self.channels = channels
    self.sampleRate = sampleRate
    self.nominal = nominal
  }
}

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

/// What sort of tone a note turned out to be.
public enum ToneVerdict: String, Codable, Hashable, Sendable, CaseIterable {
  /// Its pitch stands still, as listeners hear it.
  case steady
  /// Its pitch moves regularly about a mean.
  case vibrato
  /// Its pitch moves otherwise, or differs from ear to ear: it drifts, or strings beat.
  case wavering
  /// It sounds whole octaves away from its key.
  case octaveError
  /// Nothing within a semitone and a half of the key, or an octave of that, explains what sounds.
  case unpitched
  /// Over before a pitch can be taken.
  case tooShort
  /// Nothing sounds.
  case silent
}
