import Foundation

/// What the user reads, in the user's language.
///
/// The English text is the key of the catalogues in `po/`, so it stands here as it is written: a literal
/// of one piece, without interpolation. `%@` is where a value goes and `%d` where a number goes; a
/// translation may put them into another order (`%2$@`). A value is text that is not to be translated any
/// more, or a whole number; other numbers become text by ``NumberText``.
///
/// - Parameter context: tells apart what English says alike.
public func localized(
  context: String? = nil, _ text: String, _ values: any MessageValue...
) -> String {
  let manner = MessageCatalogue.manner
  let format = manner.isTranslated ? translation(of: text, in: context) : text
  return MessageFormat.fill(manner.isUnicode ? format : ASCIIText.text(format), values)
}

/// The same where the text depends on a number, which is the first of the values.
///
/// A language may have more than two forms, or one: the catalogue knows.
public func localized(
  one: String, other: String, _ count: Int, _ values: any MessageValue...
) -> String {
  let manner = MessageCatalogue.manner
  let format =
    manner.isTranslated
    ? MessageCatalogue.lookUp(one: one, other: other, count) : count == 1 ? one : other
  return MessageFormat.fill(
    manner.isUnicode ? format : ASCIIText.text(format), [count as any MessageValue] + values)
}

private func translation(of text: String, in context: String?) -> String {
  // gettext translates nothing into the catalogue's heading.
  guard !text.isEmpty else { return text }
  guard let context else { return MessageCatalogue.lookUp(text) }
  let key = "\(context)\u{4}\(text)"
  let found = MessageCatalogue.lookUp(key)
  return found == key ? text : found
}

/// English text whose translation is looked up later: where it is not shown by itself but recognized in what
/// a library says.
public struct TranslatableText: Hashable, Sendable {
  private let text: String

  fileprivate init(_ text: String) { self.text = text }

  /// The text in the user's language, with values in their places.
  public func inUsersLanguage(_ values: [String] = []) -> String {
    let manner = MessageCatalogue.manner
    let format = manner.isTranslated ? MessageCatalogue.lookUp(text) : text
    return MessageFormat.fill(manner.isUnicode ? format : ASCIIText.text(format), values)
  }

  /// What stands in `line` where the text has `%@`, if the line is the text otherwise; `nil` if it is not.
  public func values(in line: String) -> [String]? {
    var parts = text.components(separatedBy: "%@")[...]
    guard let first = parts.popFirst(), line.hasPrefix(first) else { return nil }
    var values: [String] = []
    var rest = line.dropFirst(first.count)
    while let part = parts.popFirst() {
      // The last part has to end the line, as the first one begins it.
      if parts.isEmpty {
        guard rest.hasSuffix(part) else { return nil }
        values.append(String(rest.dropLast(part.count)))
        rest = ""
      } else {
        guard let range = rest.range(of: part) else { return nil }
        values.append(String(rest[..<range.lowerBound]))
        rest = rest[range.upperBound...]
      }
    }
    return rest.isEmpty ? values : nil
  }
}

/// Marks English text for the catalogues, as ``localized(context:_:_:)`` does, without translating it yet.
public func translatable(_ text: String) -> TranslatableText { TranslatableText(text) }
