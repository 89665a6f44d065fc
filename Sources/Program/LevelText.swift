import Console
import Language
import Music
import Settings

/// Formats levels as text, and the output level as a bar.
package nonisolated enum LevelText {
  /// `level -12 dB`
  package static func level(_ level: AmplitudeDB) -> String {
    localized("level %@ dB", NumberText.fixed(level.decibels, places: 0))
  }

  /// `−12 dB`
  package static func text(_ decibels: Double, _ glyphs: Glyphs) -> String {
    localized("%@ dB", number(decibels, glyphs))
  }

  /// Both ends of a range: `−60–0`
  package static func text(_ range: ClosedRange<Double>, _ glyphs: Glyphs) -> String {
    NumberText.range(number(range.lowerBound, glyphs), number(range.upperBound, glyphs))
  }

  private static func number(_ decibels: Double, _ glyphs: Glyphs) -> String {
    let number = NumberText.short(decibels)
    return glyphs.isASCII ? number : number.replacing("-", with: "−")
  }

  /// A bar for the row of notices: `Level ━━━━━━━━━━━━──── −12 dB`
  package static func bar(_ decibels: Double, _ glyphs: Glyphs) -> StyledText {
    let range = SettingValues.outputLevels
    let share = (decibels - range.lowerBound) / (range.upperBound - range.lowerBound)
    let full = min(max(Int((share * Double(width)).rounded()), 0), width)
    return StyledText(localized("Level")) + " "
      + StyledText(String(repeating: glyphs.span, count: full), .strong)
      + StyledText(String(repeating: glyphs.level, count: width - full), .quiet)
      + " " + StyledText(text(decibels, glyphs))
  }

  private static let width = 20
}

extension Glyphs {
  /// True if the terminal's font has few symbols beyond ASCII.
  fileprivate nonisolated var isASCII: Bool { dash == "-" }
}
