/// The comment by which Peach knows its own reports and pictures again, so that it never writes over
/// anything else.
public enum ReportMark {
  private static let beginning = "<!-- made by peach report"

  /// How much of a file has to be read to find it.
  public static let reach = 256

  static func comment(version: String) -> String {
    // Two hyphens would end the comment.
    "\(beginning) \(version.filter { $0 != "-" && $0 != ">" }) -->"
  }

  /// Whether a file that begins like this is one of ours.
  public static func isIn(_ beginning: String) -> Bool { beginning.contains(Self.beginning) }
}
