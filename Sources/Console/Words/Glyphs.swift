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
  public static let ascii = Glyphs(
    up: "Up", down: "Down", left: "Left", right: "Right", note: "*", tick: "+", cross: "x",
    dash: "-", bars: ["_", ".", "-", "=", "o", "O", "#"], pointer: ">", axis: "|", axisTick: "+",
    point: "o", whisker: ":", span: "=", level: "-", center: "+", blackKey: "#", whiteKey: "_")

  /// By the usual locale variables: `LC_ALL`, else `LC_CTYPE`, else `LANG`.
  public static func forLocale(_ environment: [String: String]) -> Glyphs {
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let charset = locale.uppercased().filter { $0 != "-" }
    return charset.contains("UTF8") ? .unicode : .ascii
  }
}
