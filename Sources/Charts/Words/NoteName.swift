import Foundation
import Language
import Music
import Training

/// Notes and intervals as the user reads them.
public nonisolated enum NoteName {
  /// The name with its octave, 4 from middle C up: `C4`, `F#3`. In German it is `Fis3`, and the
  /// note below C is `H`.
  public static func text(_ note: MIDINote) -> String {
    "\(pitchClass(note.rawValue % 12))\(note.octave)"
  }

  private static func pitchClass(_ number: Int) -> String {
    switch number {
    // Translators: the names of the twelve notes, as musicians of your language say them.
    case 0: localized(context: "note", "C")
    case 1: localized(context: "note", "C#")
    case 2: localized(context: "note", "D")
    case 3: localized(context: "note", "D#")
    case 4: localized(context: "note", "E")
    case 5: localized(context: "note", "F")
    case 6: localized(context: "note", "F#")
    case 7: localized(context: "note", "G")
    case 8: localized(context: "note", "G#")
    case 9: localized(context: "note", "A")
    case 10: localized(context: "note", "A#")
    default: localized(context: "note", "B")
    }
  }

  /// An interval in words, such as `perfect fifth down`.
  public static func text(_ interval: DirectedInterval) -> String {
    let name = text(interval.interval)
    guard interval.interval != .prime else { return name }
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

/// Cents as the user reads them.
public nonisolated enum CentsText {
  /// With a sign; one decimal from ten cents on, two below: `+12.3`, `-0.42`.
  public static func signed(_ cents: Cents) -> String {
    (cents.rawValue < 0 ? "-" : "+") + plain(cents.magnitude)
  }

  /// The size of an interval, as in tables of tunings: `701.955`.
  public static func size(_ cents: Cents) -> String { NumberText.fixed(cents.rawValue, places: 3) }

  /// Without a sign.
  public static func plain(_ cents: Double) -> String {
    NumberText.fixed(cents, places: cents < 10 ? 2 : 1)
  }
}

/// An estimate in cents as the user reads it: the value and the ends of its interval, all to the same
/// place, which is the largest power of ten that is at most a sixth of the interval. So 5.7 lies in 3.4
/// to 9.2, but 13 in 9 to 18: more decimals would claim more than is known.
nonisolated struct EstimateText: Hashable {
  let value: String
  let low: String
  let high: String

  /// - Parameter isSigned: whether positive figures have their sign, too.
  init(_ estimate: CentsEstimate, isSigned: Bool = false) {
    let places = Self.places(estimate.high.rawValue - estimate.low.rawValue)
    func text(_ cents: Cents) -> String {
      let scale = pow(10, Double(places))
      let rounded = (cents.rawValue * scale).rounded() / scale
      // A zero has no sign.
      return rounded == 0
        ? NumberText.fixed(0, places: places)
        : NumberText.fixed(rounded, places: places, isSigned: isSigned)
    }
    (value, low, high) = (text(estimate.value), text(estimate.low), text(estimate.high))
  }

  /// The value with its unit.
  var cents: String { localized("%@ cents", value) }

  /// The value and the ends of its interval, as cells of a table.
  var cells: [String] { [value, low, high] }

  private static let mostPlaces = 2.0

  private static func places(_ width: Double) -> Int {
    guard width.isFinite, width > 0 else { return 0 }
    // The quotient may come out a hair below a power of ten.
    let exponent = (log10(width / 6) + 1e-9).rounded(.down)
    return Int(min(max(-exponent, 0), mostPlaces))
  }
}
