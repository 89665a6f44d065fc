import Intonation
import Music

extension SoundCheckFacts.Note {
  /// `nil` where the key is none.
  init?(_ entry: KeyIntonation, gain: Double) {
    guard let note = MIDINote(exactly: entry.key) else { return nil }
    let tone = entry.tone
    self.init(
      note: note, verdict: SoundCheckFacts.Verdict(tone.verdict),
      deviation: tone.deviation.map { Cents($0) }, uncertainty: tone.uncertainty.map { Cents($0) },
      octaves: tone.octaves, vibratoExtent: Cents(tone.vibratoExtent),
      vibratoRate: tone.vibratoRate, drift: Cents(tone.drift), level: tone.level, gain: gain,
      isMendable: tone.isMendable)
  }
}

extension SoundCheckFacts.Verdict {
  init(_ verdict: ToneVerdict) {
    switch verdict {
    case .steady: self = .steady
    case .vibrato: self = .vibrato
    case .wavering: self = .wavering
    case .octaveError: self = .octaveError
    case .unpitched: self = .unpitched
    case .tooShort: self = .tooShort
    case .silent: self = .silent
    }
  }
}
