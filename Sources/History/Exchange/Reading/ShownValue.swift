/// A value from a file as a message can show it: short, and without what commands a terminal.
public enum ShownValue {
  private static let longest = 40

  private static let unseen: Set<Unicode.GeneralCategory> = [
    .control, .format, .lineSeparator, .paragraphSeparator,
  ]

  public static func text(_ value: String) -> String {
    // By scalars: any number of them may make one Character.
    let scalars = value.unicodeScalars
    let shown = scalars.prefix(longest).map {
      unseen.contains($0.properties.generalCategory) ? " " : $0
    }
    let text = String(String.UnicodeScalarView(shown))
    return scalars.count > longest ? text + "…" : text
  }
}
