import Music
import Training

extension SettingKey {
  /// What the key is for, in one line of English.
  public var meaning: String {
    switch self {
    case .noteRangeMin: "The lowest reference note, a MIDI note number (60 is middle C)."
    case .noteRangeMax: "The highest reference note, a MIDI note number (60 is middle C)."
    case .noteDuration: "How long a comparison's notes and a reference note sound, in seconds."
    case .referencePitch: "The frequency of A4 in hertz."
    case .soundSource: "The preset that sounds: 8:80 is a sine, 8:81 a triangle, 8:82 a reed."
    case .varyLoudness: "How much the second note's loudness varies, by up to ±5 dB at 1."
    case .intervals: "The intervals in rotation; P5 is a fifth up, P5- a fifth down."
    case .tuningSystem: "The tuning in which intervals are sized."
    case .strategy: "How the next comparison is chosen."
    case .wrongAnswerSignal: "What tells a wrong answer in comparison training besides the words."
    }
  }

  /// Which values are allowed, in one line of English.
  public var allowed: String {
    switch self {
    case .noteRangeMin:
      "\(Self.span(NoteRange.limits)), at least \(NoteRange.minimumSpan) below noteRangeMax"
    case .noteRangeMax:
      "\(Self.span(NoteRange.limits)), at least \(NoteRange.minimumSpan) above noteRangeMin"
    case .noteDuration: Self.span(NoteDuration.range)
    case .referencePitch: Self.span(Self.referencePitches)
    case .soundSource: "sf2:BANK:PROGRAM or FONT:BANK:PROGRAM (bank 0…16383, program 0…127)"
    case .varyLoudness: Self.span(UnitInterval.range)
    case .intervals:
      "one or more of \(DirectedInterval.all.map(\.description).joined(separator: " "))"
    case .tuningSystem:
      """
      \(TuningSystem.builtIn.map(\.identifier).joined(separator: ", ")), a Scala file (FILE.scl), or \
      scala:NAME for NAME.scl in the folder scales beside config.toml
      """
    case .strategy: StrategyName.allCases.map(\.rawValue).joined(separator: ", ")
    case .wrongAnswerSignal: WrongAnswerSignal.allCases.map(\.rawValue).joined(separator: ", ")
    }
  }

  private static func span<Bound>(_ range: ClosedRange<Bound>) -> String {
    "\(range.lowerBound)…\(range.upperBound)"
  }
}
