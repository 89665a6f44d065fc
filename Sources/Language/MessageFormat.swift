/// Puts values into a message.
enum MessageFormat {
  /// Replaces `%@` and `%d` by the values in their order, `%2$@` and `%2$d` by the second one, and `%%` by
  /// a percent sign.
  static func fill(_ format: String, _ values: [any MessageValue]) -> String {
    guard format.contains("%") else { return format }
    var text = ""
    var next = 0
    var rest = format[...]
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      rest = rest[percent...].dropFirst()
      if rest.first == "%" {
        text += "%"
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let isNumbered = !digits.isEmpty && rest.dropFirst(digits.count).first == "$"
      let index = isNumbered ? (Int(digits) ?? 0) - 1 : next
      let conversion = isNumbered ? rest.dropFirst(digits.count + 1) : rest
      guard let letter = conversion.first, letter == "@" || letter == "d",
        values.indices.contains(index)
      else {
        // No place for a value; it stays as it is.
        text += "%"
        continue
      }
      text += values[index].text
      if !isNumbered { next += 1 }
      rest = conversion.dropFirst()
    }
    return text + rest
  }
}
