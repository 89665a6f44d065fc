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
