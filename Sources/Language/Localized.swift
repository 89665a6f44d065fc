import Foundation

/// Text for the user, in the user's language.
///
/// The English text is the key of the catalogues in `po/`, so it is written out at the call: a
/// single literal without interpolation. `%@` stands for a value and `%d` for a number. A
/// translation may change their order (`%2$@`). A value is text that needs no further translation,
/// or a whole number. ``NumberText`` converts other numbers to text.
///
/// - Parameter context: distinguishes uses that have the same English text.
public func localized(
  context: String? = nil, _ text: String, _ values: any MessageValue...
) -> String {
  let manner = MessageCatalogue.manner
  let format = manner.isTranslated ? translation(of: text, in: context) : text
  return MessageFormat.fill(manner.text(format), values)
}

/// Text that depends on a number, which is the first of the values.
///
/// A language may have one form or more than two. The catalogue defines them.
public func localized(
  one: String, other: String, _ count: Int, _ values: any MessageValue...
) -> String {
  let manner = MessageCatalogue.manner
  let format =
    manner.isTranslated
    ? MessageCatalogue.lookUp(one: one, other: other, count) : count == 1 ? one : other
  return MessageFormat.fill(
    manner.text(format), [count as any MessageValue] + values)
}

private func translation(of text: String, in context: String?) -> String {
  // gettext translates the empty text to the catalogue's header.
  guard !text.isEmpty else { return text }
  guard let context else { return MessageCatalogue.lookUp(text) }
  let key = "\(context)\u{4}\(text)"
  let found = MessageCatalogue.lookUp(key)
  return found == key ? text : found
}

/// English text whose translation is looked up later. It is not shown by itself, but recognized in
/// the messages of a library.
public struct TranslatableText: Hashable, Sendable {
  private let text: String

  fileprivate init(_ text: String) { self.text = text }

  /// The text in the user's language, with the values inserted.
  public func inUsersLanguage(_ values: [String] = []) -> String {
    let manner = MessageCatalogue.manner
    let format = manner.isTranslated ? MessageCatalogue.lookUp(text) : text
    return MessageFormat.fill(manner.text(format), values)
  }

  /// The parts of `line` in place of `%@`, if the rest of the line equals the text; otherwise
  /// `nil`.
  public func values(in line: String) -> [String]? {
    var parts = text.components(separatedBy: "%@")[...]
    guard let first = parts.popFirst(), line.hasPrefix(first) else { return nil }
    var values: [String] = []
    var rest = line.dropFirst(first.count)
    while let part = parts.popFirst() {
      // The last part must end the line, as the first part begins it.
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

/// Marks English text for the catalogues, like ``localized(context:_:_:)``, but does not translate
/// it yet.
public func translatable(_ text: String) -> TranslatableText { TranslatableText(text) }
