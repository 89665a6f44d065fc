import Language
import Music

/// Tunings, and intervals sized by them, as the user reads them.
public enum TuningText {
  /// A tuning as a property of an interval: `just`. A user's own scale has its name.
  public static func text(_ tuning: TuningSystem) -> String {
    switch tuning {
    case .equalTemperament: localized(context: "tuning", "equal temperament")
    case .justIntonation: localized(context: "tuning", "just")
    case .pythagorean: localized(context: "tuning", "Pythagorean")
    case .quarterCommaMeantone: localized(context: "tuning", "meantone")
    case .scala(let scale): scale.name
    }
  }

  /// `perfect fifth up · just`; the unison is the same in every tuning.
  public static func interval(_ interval: DirectedInterval, in tuning: TuningSystem) -> String {
    let name = NoteName.text(interval)
    return interval == .prime ? name : localized("%@ · %@", name, text(tuning))
  }

  /// `perfect fifth up · just, 702.0 cents`
  public static func sizedInterval(
    _ interval: DirectedInterval, in tuning: TuningSystem
  ) -> String {
    let size = NumberText.fixed(tuning.cents(for: interval).magnitude, places: 1)
    return localized("%@, %@ cents", self.interval(interval, in: tuning), size)
  }
}
