import Console

/// What was found out about a sound, as one JSON object.
enum SoundCheckJSON {
  static func text(_ facts: SoundCheckFacts) -> String {
    var line = JSONLine()
    line.add("soundSource", facts.sound)
    line.add("font", facts.font)
    line.add("isExact", facts.isExact)
    line.add("correctIntonation", facts.isCorrected)
    line.add("evenLoudness", facts.isEvened)
    line.add("widestVibrato", facts.widestVibrato.rawValue)
    line.add("greatestUncertainty", facts.greatestUncertainty.rawValue)
    line.add("notes", objects: facts.notes.map(note))
    return line.description
  }

  private static func note(_ note: SoundCheckFacts.Note) -> JSONLine {
    var line = JSONLine()
    line.add("note", note.note.rawValue)
    line.add("verdict", note.verdict.rawValue)
    line.add("deviation", note.deviation?.rawValue)
    line.add("uncertainty", note.uncertainty?.rawValue)
    line.add("octaves", note.octaves)
    line.add("vibratoExtent", note.vibratoExtent.rawValue)
    line.add("vibratoRate", note.vibratoRate)
    line.add("drift", note.drift.rawValue)
    line.add("level", note.level)
    line.add("gain", note.gain)
    line.add("isMendable", note.isMendable)
    return line
  }
}
