import Language
import Music
import Training

/// What is said of a note that was played or sung.
extension TrialWords {
  /// Why a note could not be judged, and what to do.
  ///
  /// - Parameters:
  ///   - note: the note that it was, if it was another one.
  ///   - isRinging: whether the reference has ended, so that only what rings on can be in the way.
  ///   - lowerOctaveHelps: whether the note may be played an octave lower, where nothing is in the way.
  public static func missed(
    _ missed: PlayedNoteOutcome, note: MIDINote?, isRinging: Bool, lowerOctaveHelps: Bool = true
  ) -> String {
    switch missed {
    case .judged: ""
    case .tooShort: localized("too short: hold the note longer")
    case .unsteady(let wobble):
      localized(
        "not steady: the pitch moved by %@ cents", NumberText.fixed(abs(wobble), places: 0))
    case .noPitch: localized("no note was heard")
    case .wrongNote:
      note.map { localized("that was %@, not the note asked for", NoteName.text($0)) }
        ?? localized("that was not the note asked for")
    case .inseparable where isRinging:
      localized(
        """
        your note cannot be told from the reference that still rings: wait for silence, play \
        louder, or use headphones
        """)
    case .inseparable where lowerOctaveHelps:
      localized(
        """
        a note here cannot be told from what Peach plays: pause and play it again, use headphones, or play an \
        octave lower
        """)
    case .inseparable:
      localized(
        "a note here cannot be told from what Peach plays: pause and play it again, or use headphones"
      )
    case .lost: localized("part of the sound was lost: play it again")
    }
  }

  /// What else there is to say of a note: its octave, its drift, its vibrato, and how long it took to settle.
  static func details(of played: PlayedNote) -> [String] {
    var details: [String] = []
    if played.octaves != 0 { details.append(octaves(played.octaves)) }
    if abs(played.drift) >= 0.5 {
      let cents = self.cents(Cents(played.drift))
      details.append(
        played.drift > 0
          ? localized("rising by %@ cents", cents) : localized("falling by %@ cents", cents))
    }
    if played.vibratoRate > 0 {
      details.append(
        localized(
          "vibrato %@ Hz, ±%@ cents", NumberText.fixed(played.vibratoRate, places: 1),
          NumberText.fixed(abs(played.vibratoExtent), places: 0)))
    } else if abs(played.steadiness) > 0 {
      details.append(localized("steady to %@ cents", cents(Cents(played.steadiness))))
    }
    details.append(localized("settled in %@ s", NumberText.fixed(played.settleTime, places: 2)))
    return details
  }

  private static func octaves(_ count: Int) -> String {
    count > 0
      ? localized(one: "%d octave higher", other: "%d octaves higher", count)
      : localized(one: "%d octave lower", other: "%d octaves lower", -count)
  }
}
