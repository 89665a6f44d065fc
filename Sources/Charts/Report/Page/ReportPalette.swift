/// The colours of a report, on paper and on a dark screen.
///
/// All but ``line`` are read or mean something, and stand out from the background by 4.5 : 1 at least.
struct ReportPalette {
  let background: String
  let ink: String
  let muted: String
  let accent: String
  let other: String
  let line: String

  static let light = ReportPalette(
    background: "#ffffff", ink: "#1b1b20", muted: "#55555f", accent: "#0b5c9e", other: "#9a4300",
    line: "#d9d9e0")
  static let dark = ReportPalette(
    background: "#17171b", ink: "#ececf1", muted: "#b3b3be", accent: "#7cb7f2", other: "#f0ae74",
    line: "#3a3a44")

  /// As custom properties of a style sheet.
  var properties: String {
    """
    --background:\(background);--ink:\(ink);--muted:\(muted);--accent:\(accent);--other:\(other);\
    --line:\(line)
    """
  }
}
