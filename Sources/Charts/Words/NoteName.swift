import Console
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

  /// An interval in a sentence, with its direction only if that is down.
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

/// Short names of intervals, for lines with little room: `fifth ↑`.
public nonisolated enum IntervalName {
  /// The musicians' short name, which omits `perfect`.
  public static func short(_ interval: Interval) -> String {
    switch interval {
    case .perfectFourth: localized("fourth")
    case .perfectFifth: localized("fifth")
    default: NoteName.text(DirectedInterval(interval), hasDirection: false)
    }
  }

  /// The name and an arrow: `major third ↓`.
  public static func short(_ interval: DirectedInterval, _ glyphs: Glyphs) -> String {
    if glyphs.isSpoken { return NoteName.text(interval) }
    let name = short(interval.interval)
    guard interval != .prime else { return name }
    return "\(name) \(interval.direction == .up ? glyphs.up : glyphs.down)"
  }

  /// The intervals that fit into the columns, at least the first one, and the number of others:
  /// `fifth ↑, octave ↓ +3`.
  public static func list(
    _ intervals: [DirectedInterval], _ glyphs: Glyphs, columns: Int = .max
  ) -> String {
    let names = intervals.map { short($0, glyphs) }
    for count in stride(from: names.count, to: 1, by: -1) {
      let text = text(names, first: count)
      if text.columns <= columns { return text }
    }
    return text(names, first: 1)
  }

  private static func text(_ names: [String], first count: Int) -> String {
    let shown = names.prefix(count).joined(separator: ", ")
    return count < names.count ? "\(shown) +\(names.count - count)" : shown
  }
}

/// Tunings, and intervals sized by them, as the user reads them.
public enum TuningText {
  /// A tuning as a property of an interval, such as `just`; the name of a user's own scale.
  public static func text(_ tuning: TuningSystem) -> String {
    switch tuning {
    case .equalTemperament: localized(context: "tuning", "equal temperament")
    case .justIntonation: localized(context: "tuning", "just")
    case .pythagorean: localized(context: "tuning", "Pythagorean")
    case .quarterCommaMeantone: localized(context: "tuning", "meantone")
    case .scala(let scale): scale.name
    }
  }

  /// An interval such as `perfect fifth up · just`; the unison is the same in every tuning.
  public static func interval(_ interval: DirectedInterval, in tuning: TuningSystem) -> String {
    let name = NoteName.text(interval)
    return interval == .prime ? name : localized("%@ · %@", name, text(tuning))
  }

  /// An interval such as `perfect fifth up · just, 702.0 cents`.
  public static func sizedInterval(
    _ interval: DirectedInterval, in tuning: TuningSystem
  ) -> String {
    let size = NumberText.fixed(tuning.cents(for: interval).magnitude, places: 1)
    return localized("%@, %@ cents", self.interval(interval, in: tuning), size)
  }
}
