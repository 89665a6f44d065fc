import Music

/// A rendered note, the input of ``ToneMeter``.
public struct RenderedTone: Sendable {
  /// The samples of each channel, all of the same length.
  public let channels: [[Float]]
  /// Samples a second.
  public let sampleRate: Double
  /// The frequency that the note should have.
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

/// The measurement of a note by ``ToneMeter``.
public struct ToneMeasurement: Codable, Hashable, Sendable {
  public var verdict: ToneVerdict

  /// The deviation of the note from its key in cents, positive if it is sharp; `nil` if it has no
  /// pitch. For an octave error, the rest without the octaves. If the channels differ, the middle
  /// between them.
  public var deviation: Double?

  /// The later pitch of a held note, as when the loop is tuned differently from the attack; `nil`
  /// if it keeps its pitch.
  public var change: Change?

  /// The largest distance of a half second of the held note from ``deviation``, or from ``change``
  /// after that, in cents.
  public var wander = 0.0

  /// The difference between the pitches of the channels, in cents: many pianos are recorded with
  /// two microphones that hear the strings of a note at different levels.
  public var channelDifference = 0.0

  /// The uncertainty of ``deviation`` and ``change`` in cents: the standard error of the
  /// measurement itself, the ``scatter``, half the difference between the channels, and a quarter
  /// of the difference between the note's halves, by which a drift changes the pitch for a listener
  /// who begins an eighth of a second earlier or later.
  public var uncertainty: Double?

  /// The distance of the partials from the series that they should follow, in cents: two ranks of
  /// an accordion that are tuned apart contradict each other.
  public var scatter = 0.0

  /// Octaves from the key; 0 except for ``ToneVerdict/octaveError``.
  public var octaves = 0

  /// The extent of vibrato to either side, in cents; 0 if there is none.
  public var vibratoExtent = 0.0

  /// Periods of vibrato a second; 0 if there is none.
  public var vibratoRate = 0.0

  /// The widest range of the pitch in any half second of the note, in cents, without its outermost
  /// twentieth.
  public var wobble = 0.0

  /// The rise from the first half to the second, in cents.
  public var drift = 0.0

  /// Fletcher's B, 0 for a harmonic tone.
  public var inharmonicity = 0.0

  /// The loudness of the first second in dB, relative to a full-scale sine at about 1 kHz in one
  /// channel; `nil` if nothing sounds.
  ///
  /// The mean of the K-weighted power of all channels (ITU-R BS.1770-4) over a second from the
  /// start of the note, the length of a note in training: for a sound that decays, the whole note
  /// counts, and not its first moment. The built-in sounds are made equally loud by the same
  /// measure. BS.1770's gate is left out: it is made for programmes with pauses, and changes a
  /// single note by a few tenths of a decibel.
  public var level: Double?

  /// The highest sample of any channel in dB of full scale; `nil` if nothing sounds.
  public var peak: Double?

  /// A pitch that begins after some time.
  public struct Change: Codable, Hashable, Sendable {
    /// The time from the start of the note as it was rendered, in its own key.
    public let seconds: Double
    /// The deviation in cents, as ``ToneMeasurement/deviation``.
    public let deviation: Double

    public init(seconds: Double, deviation: Double) {
      self.seconds = seconds
      self.deviation = deviation
    }
  }

  init(_ verdict: ToneVerdict) { self.verdict = verdict }

  /// The widest vibrato to either side with which a note can be trained, in cents.
  public static let widestVibrato = 25.0

  /// The greatest uncertainty of a pitch that can be corrected, in cents.
  public static let greatestUncertainty = 2.0

  /// The greatest deviation of a channel after the correction, in cents.
  public static let greatestChannelError = 0.5

  /// The greatest deviation of a channel with vibrato, whose mean can be neither measured nor heard
  /// as exactly.
  public static let greatestChannelErrorOfVibrato = 2.0

  /// True if no single correction brings all channels into tune.
  public var isSplit: Bool {
    let limit =
      verdict == .vibrato ? Self.greatestChannelErrorOfVibrato : Self.greatestChannelError
    return channelDifference / 2 > limit
  }

  /// The greatest deviation of a half second of a held note after the correction, in cents.
  public static let greatestWander = 1.0

  /// The greatest deviation of a half second with vibrato, in cents.
  public static let greatestWanderOfVibrato = 2.0

  /// True if no correction keeps a held note in tune.
  public var strays: Bool {
    wander > (verdict == .vibrato ? Self.greatestWanderOfVibrato : Self.greatestWander)
      || wobble > 2 * Self.widestVibrato
  }

  /// The largest deviation of the held note in cents; `nil` if it has no pitch.
  public var largestDeviation: Double? {
    deviation.map { max(abs($0), abs(change?.deviation ?? 0)) }
  }

  /// True if a correction by the deviation brings the note into tune, in each channel.
  public var isMendable: Bool {
    switch verdict {
    case .steady, .vibrato, .wavering:
      vibratoExtent <= Self.widestVibrato && !isSplit && !strays
        && (uncertainty ?? .infinity) <= Self.greatestUncertainty
    case .octaveError, .unpitched, .tooShort, .silent: false
    }
  }
}

/// The kind of tone that a note turned out to be.
public enum ToneVerdict: String, Codable, Hashable, Sendable, CaseIterable {
  /// The pitch does not audibly move.
  case steady
  /// The pitch moves regularly about a mean, by 4 cents or more to either side.
  case vibrato
  /// The pitch moves in another way or differs between the channels: it drifts, or strings beat.
  case wavering
  /// The note sounds whole octaves away from its key.
  case octaveError
  /// The note has no pitch within a semitone and a half of the key or of its octaves.
  case unpitched
  /// The note ends before a pitch can be measured.
  case tooShort
  case silent
}
