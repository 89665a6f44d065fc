import Foundation
import Language

/// The symbols that look better than ASCII, if the locale can show them.
public struct Glyphs {
  public let up: String
  public let down: String
  public let left: String
  public let right: String
  public let note: String
  public let tick: String
  public let cross: String
  public let dash: String

  /// From low to high.
  public let bars: [Character]

  /// Marks the selected item.
  public let pointer: String

  // The characters for plots.
  public let axis: String
  public let axisTick: String
  public let point: Character
  public let whisker: Character
  public let span: Character
  public let level: Character
  public let center: Character
  public let corner: String
  public let tickBelow: Character
  public let blackKey: Character
  public let whiteKey: Character

  /// The character for strokes; `nil` for braille.
  var stroke: Character?

  public static let unicode = Glyphs(
    up: "↑", down: "↓", left: "←", right: "→", note: "♪", tick: "✓", cross: "✗", dash: "–",
    bars: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], pointer: "›", axis: "│", axisTick: "┤",
    point: "●", whisker: "·", span: "━", level: "─", center: "┼", corner: "└",
    tickBelow: "┬", blackKey: "█", whiteKey: "░")
  public static var ascii: Glyphs {
    Glyphs(
      up: localized(context: "key", "Up"), down: localized(context: "key", "Down"),
      left: localized(context: "key", "Left"), right: localized(context: "key", "Right"),
      note: "*", tick: "+", cross: "x", dash: "-", bars: ["_", ".", "-", "=", "o", "O", "#"],
      pointer: ">", axis: "|", axisTick: "+", point: "o", whisker: ":", span: "=",
      level: "-", center: "+", corner: "+", tickBelow: "+", blackKey: "#", whiteKey: "_",
      stroke: "*")
  }

  /// The glyphs for the usual locale variables: `LC_ALL`, then `LC_CTYPE`, then `LANG`. The fonts
  /// of the kernel's console have no braille.
  public static func forLocale(_ environment: [String: String]) -> Glyphs {
    guard LocaleVariables(environment).isUnicode else { return .ascii }
    var glyphs = Glyphs.unicode
    if environment["TERM"] == "linux" { glyphs.stroke = "*" }
    return glyphs
  }
}
