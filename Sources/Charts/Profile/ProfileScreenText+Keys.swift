import Console
import Foundation
import Language
import Training

/// What the keys of the profile screen do.
extension ProfileScreenText {
  static func keyboardKeys(_ glyphs: Glyphs) -> [String] {
    shared(glyphs, other: localized("t by day")) + [
      zoom, localized("%@ %@ octave", glyphs.up, glyphs.down),
    ]
  }

  static func tuningKeys(_ glyphs: Glyphs) -> [String] {
    shared(glyphs, other: localized("t by day"))
  }

  static func timelineKeys(_ training: TrainingName, _ glyphs: Glyphs) -> [String] {
    let other =
      switch training {
      case .comparison: localized("t keyboard")
      case .matching: localized("t overall")
      }
    return shared(glyphs, other: other) + [
      zoom, localized("%@ %@ earlier, later", glyphs.up, glyphs.down),
    ]
  }

  private static var zoom: String { localized("+ - zoom") }

  private static func shared(_ glyphs: Glyphs, other: String) -> [String] {
    [
      ScreenText.backKey, ScreenText.helpKey, other,
      localized("%@ %@ training", glyphs.left, glyphs.right),
    ]
  }

  static func help(_ glyphs: Glyphs) -> [String] {
    [localized("The profile: what Peach knows of your ear"), ""]
      + ScreenText.table([
        ("\(glyphs.left) \(glyphs.right)", localized("the other trainings")),
        ("t", localized("from the picture of all the time to that of the days, and back")),
        ("+ -", localized("on the keyboard: larger and smaller")),
        ("", localized("by day: all, a year, three months, a month, a week, and back")),
        (
          "\(glyphs.up) \(glyphs.down)",
          localized("on the keyboard: an octave up and down")
        ),
        ("", localized("by day: to the time before and after")),
        ("q", localized("back to the start screen")),
      ]) + [
        "",
        localized(
          "Comparison: over each key stands the threshold of its note, the difference that you tell right three times in four, and the interval in which it lies with a probability of 90 %%; the scale is logarithmic."
        ),
        localized(
          "By day you see the differences asked and the mean of the seven days that end there. They say what was asked, not what you hear; the trend below is that of your thresholds."
        ),
        localized(
          "Pitch matching: the mean error (flat is -, sharp is +) and the spread about it, in which two of three pitches lie."
        ),
      ]
  }
}
