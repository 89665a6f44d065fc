/// A value from a file as a message can show it: short, and without control characters.
enum ShownValue {
  private static let longest = 40

  static func text(_ value: String) -> String {
    let shown = String(
      value.prefix(longest).map { character in
        character.unicodeScalars.contains { $0.properties.generalCategory == .control }
          ? " " : character
      })
    return value.count > longest ? shown + "…" : shown
  }
}
