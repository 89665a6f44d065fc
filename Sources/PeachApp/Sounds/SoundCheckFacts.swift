import Music

/// What was found out about the notes of a sound.
struct SoundCheckFacts {
  /// What sort of tone a note is.
  enum Verdict: String, CaseIterable {
    case steady, vibrato, wavering, octaveError, unpitched, tooShort, silent
  }

  struct Note {
    let note: MIDINote
    let verdict: Verdict
    /// From the key; `nil` where there is no pitch.
    let deviation: Cents?
    let uncertainty: Cents?
    /// Octaves from the key.
    let octaves: Int
    /// To either side, and periods a second; 0 where there is none.
    let vibratoExtent: Cents
    let vibratoRate: Double
    /// By how much the pitch rises from the first half to the second.
    let drift: Cents
    /// In dB; `nil` where nothing sounds.
    let level: Double?
    /// What brings the level to the median, in dB, as far as that is allowed.
    let gain: Double
    let isMendable: Bool

    init(
      note: MIDINote, verdict: Verdict, deviation: Cents?, uncertainty: Cents?, octaves: Int,
      vibratoExtent: Cents, vibratoRate: Double, drift: Cents, level: Double?, gain: Double,
      isMendable: Bool
    ) {
      self.note = note
      self.verdict = verdict
      self.deviation = deviation
      self.uncertainty = uncertainty
      self.octaves = octaves
      self.vibratoExtent = vibratoExtent
      self.vibratoRate = vibratoRate
      self.drift = drift
      self.level = level
      self.gain = gain
      self.isMendable = isMendable
    }
  }

  let sound: String
  /// The font's file.
  let font: String
  /// Whether the sound was made in tune, so that there is nothing to measure.
  let isExact: Bool
  /// In the order of their keys.
  let notes: [Note]

  // What the settings say.
  let isCorrected: Bool
  let isEvened: Bool

  // Beyond these a note cannot be mended.
  let widestVibrato: Cents
  let greatestUncertainty: Cents

  init(
    sound: String, font: String, isExact: Bool, notes: [Note], isCorrected: Bool, isEvened: Bool,
    widestVibrato: Cents, greatestUncertainty: Cents
  ) {
    self.sound = sound
    self.font = font
    self.isExact = isExact
    self.notes = notes
    self.isCorrected = isCorrected
    self.isEvened = isEvened
    self.widestVibrato = widestVibrato
    self.greatestUncertainty = greatestUncertainty
  }

  /// The notes that can be asked for as reference notes and that sound at all.
  var shown: [Note] { notes.filter { (21...108).contains($0.note.rawValue) && $0.level != nil } }
}
