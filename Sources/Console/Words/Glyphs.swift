import Foundation

/// The few signs that are nicer than ASCII, where the locale can show them.
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

  /// Marks what is chosen.
  public let pointer: String

  // What plots are drawn with.
  let axis: String
  let axisTick: String
  let point: Character
  let whisker: Character
  let span: Character
  let level: Character
  let center: Character
  let blackKey: Character
  let whiteKey: Character

  public static let unicode = Glyphs(
    up: "↑", down: "↓", left: "←", right: "→", note: "♪", tick: "✓", cross: "✗", dash: "–",
    bars: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], pointer: "›", axis: "│", axisTick: "┤",
    point: "●", whisker: "·", span: "━", level: "─", center: "┼", blackKey: "█", whiteKey: "░")
  public static var ascii: Glyphs {
    Glyphs(
      up: localized(context: "key", "Up"), down: localized(context: "key", "Down"),
      left: localized(context: "key", "Left"), right: localized(context: "key", "Right"),
      note: "*", tick: "+", cross: "x", dash: "-", bars: ["_", ".", "-", "=", "o", "O", "#"],
      pointer: ">", axis: "|", axisTick: "+", point: "o", whisker: ":", span: "=", level: "-",
      center: "+", blackKey: "#", whiteKey: "_")
  }

  /// By the usual locale variables: `LC_ALL`, else `LC_CTYPE`, else `LANG`.
  public static func forLocale(_ environment: [String: String]) -> Glyphs {
    LocaleVariables(environment).isUnicode ? .unicode : .ascii
  }
}
