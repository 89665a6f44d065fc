import Foundation
import Language

/// The symbols of the terminal: the best ones for Unicode, replacements in ASCII, and lines and
/// blocks for the Linux console, whose fonts have few other symbols.
public nonisolated struct Glyphs: Sendable {
  // The keys with arrows.
  public private(set) var up: String
  public private(set) var down: String
  public private(set) var left: String
  public private(set) var right: String

  public let note: String
  public let tick: String
  public let cross: String
  public let dash: String

  // The signs before a verdict. Without symbols they are words.
  public let rightSign: String
  public let wrongSign: String

  // A trial: a note that has sounded, one that has not yet, its place, and the step between two.
  public let sounded: String
  public let silent: String
  public let faint: String
  public let dashes: String

  // The scale of a matched note: the true pitch above the axis and the tuned one below.
  public let truth: String
  public let yours: String

  /// The bars from low to high.
  public let bars: [Character]

  /// The mark of the selected item.
  public let pointer: String

  // The characters for plots.
  public let axis: String
  public let axisTick: String
  public let axisStart: String
  public let point: Character
  public let whisker: Character
  public let span: Character
  public let level: Character
  public let center: Character
  public let corner: String
  public let tickBelow: Character
  public let blackKey: Character
  public let whiteKey: Character

  /// The end of a text that was cut.
  public let ellipsis: String

  /// The sign before the number of times that something happened.
  public let times: String

  /// The character for strokes; `nil` for braille.
  var stroke: Character?

  /// The text is read out, so keys are named in words.
  public private(set) var isSpoken = false

  public static let unicode = Glyphs(
    up: "↑", down: "↓", left: "←", right: "→", note: "♪", tick: "✓", cross: "✗", dash: "–",
    rightSign: "✓", wrongSign: "✗", sounded: "●", silent: "○", faint: "·", dashes: "┄",
    truth: "┃", yours: "▲",
    bars: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], pointer: "›", axis: "│", axisTick: "┤",
    axisStart: "├", point: "●", whisker: "·", span: "━", level: "─", center: "┼", corner: "└",
    tickBelow: "┬", blackKey: "█", whiteKey: "░", ellipsis: "…", times: "×")

  public static var ascii: Glyphs {
    Glyphs(
      up: "^", down: "v", left: "<", right: ">", note: "*", tick: "+", cross: "x", dash: "-",
      rightSign: localized(context: "verdict", "right:"),
      wrongSign: localized(context: "verdict", "no:"),
      sounded: "o", silent: ".", faint: "-", dashes: "-", truth: "|", yours: "^",
      bars: ["_", ".", "-", "=", "o", "O", "#"],
      pointer: ">", axis: "|", axisTick: "+", axisStart: "+", point: "o", whisker: "-", span: "=",
      level: "-", center: "+", corner: "+", tickBelow: "+", blackKey: "#", whiteKey: "_",
      ellipsis: "...", times: "x", stroke: "*")
  }

  /// Lines and blocks of code page 437, which every font of the Linux console has; the rest is
  /// ASCII.
  public static var linuxConsole: Glyphs {
    let ascii = ascii
    return Glyphs(
      up: ascii.up, down: ascii.down, left: ascii.left, right: ascii.right, note: ascii.note,
      tick: ascii.tick, cross: ascii.cross, dash: ascii.dash, rightSign: ascii.rightSign,
      wrongSign: ascii.wrongSign, sounded: ascii.sounded, silent: ascii.silent,
      faint: ascii.faint, dashes: "─", truth: ascii.truth, yours: ascii.yours,
      bars: ["_", "▄", "█"], pointer: ascii.pointer, axis: "│", axisTick: "┤", axisStart: "├",
      point: ascii.point, whisker: ascii.whisker, span: "═", level: "─", center: "┼",
      corner: "└", tickBelow: "┬", blackKey: "█", whiteKey: "░", ellipsis: ascii.ellipsis,
      times: "x",
      stroke: ascii.stroke)
  }

  /// The glyphs for text that is read out, in which the arrows are words.
  public var spoken: Glyphs {
    var glyphs = self
    glyphs.up = localized(context: "key on the keyboard", "Up")
    glyphs.down = localized(context: "key on the keyboard", "Down")
    glyphs.left = localized(context: "key on the keyboard", "Left")
    glyphs.right = localized(context: "key on the keyboard", "Right")
    glyphs.isSpoken = true
    return glyphs
  }

  /// The glyphs for the usual locale variables (`LC_ALL`, then `LC_CTYPE`, then `LANG`) and `TERM`.
  public static func forLocale(_ environment: [String: String]) -> Glyphs {
    guard LocaleVariables(environment).isUnicode else { return .ascii }
    return environment["TERM"] == "linux" ? .linuxConsole : .unicode
  }
}
