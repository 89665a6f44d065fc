import Language
import Music

/// Notes and intervals as the user reads them.
public nonisolated enum NoteName {
  /// The name with its octave, 4 from middle C up: `C4`, `F♯3`, `E♭4`. In German they are
  /// `Fis3` and `Es4`, and the note below C is `H`.
  public static func text(_ note: MIDINote) -> String {
    "\(pitchClass(note.rawValue % 12))\(note.octave)"
  }

  /// The name without an octave: 0 is C.
  static func pitchClass(_ number: Int) -> String {
    switch number {
    // Translators: the names of the twelve notes, as musicians of your language say them.
    case 0: localized(context: "note", "C")
    case 1: localized(context: "note", "C♯")
    case 2: localized(context: "note", "D")
    case 3: localized(context: "note", "E♭")
    case 4: localized(context: "note", "E")
    case 5: localized(context: "note", "F")
    case 6: localized(context: "note", "F♯")
    case 7: localized(context: "note", "G")
    case 8: localized(context: "note", "G♯")
    case 9: localized(context: "note", "A")
    case 10: localized(context: "note", "B♭")
    default: localized(context: "note", "B")
    }
  }

  /// An interval in words, such as `perfect fifth down`; without its direction `perfect fifth`.
  public static func text(_ interval: DirectedInterval, hasDirection: Bool = true) -> String {
    let name = text(interval.interval)
    guard interval.interval != .prime, hasDirection else { return name }
    return interval.direction == .up ? localized("%@ up", name) : localized("%@ down", name)
  }

  /// An interval in a sentence: its direction is named only if it leads down.
  static func inSentence(_ interval: DirectedInterval) -> String {
    interval.direction == .up ? text(interval.interval) : text(interval)
  }

  private static func text(_ interval: Interval) -> String {
    switch interval {
    case .prime: localized("unison")
    case .minorSecond: localized("minor second")
    case .majorSecond: localized("major second")
    case .minorThird: localized("minor third")
    case .majorThird: localized("major third")
    case .perfectFourth: localized("perfect fourth")
    case .tritone: localized("tritone")
    case .perfectFifth: localized("perfect fifth")
    case .minorSixth: localized("minor sixth")
    case .majorSixth: localized("major sixth")
    case .minorSeventh: localized("minor seventh")
    case .majorSeventh: localized("major seventh")
    case .octave: localized("octave")
    }
  }
}
