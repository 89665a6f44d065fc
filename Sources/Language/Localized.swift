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

/// Text that depends on a number, which is the first of the values. A language may have one form or
/// more than two; the catalogue defines them.
public func localized(
  one: String, other: String, _ count: Int, _ values: any MessageValue...
) -> String {
  let manner = MessageCatalogue.manner
  let format =
    manner.isTranslated
    ? MessageCatalogue.lookUp(one: one, other: other, count) : count == 1 ? one : other
  return MessageFormat.fill(manner.text(format), [count] + values)
}

private func translation(of text: String, in context: String?) -> String {
  // gettext translates the empty text to the catalogue's header.
  guard !text.isEmpty else { return text }
  guard let context else { return MessageCatalogue.lookUp(text) }
  let key = "\(context)\u{4}\(text)"
  let found = MessageCatalogue.lookUp(key)
  return found == key ? text : found
}

/// English text whose translation is looked up later, when it is recognized in a message of a
/// library.
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

enum MessageFormat {
  /// Replaces `%@` and `%d` with the values in their order, `%2$@` and `%2$d` with the second
  /// value, and `%%` with a percent sign.
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
        // Not a placeholder: it stays unchanged.
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

/// A value that can be inserted into a message: text or a whole number.
public protocol MessageValue: Sendable {
  var text: String { get }
}

extension String: MessageValue {
  public var text: String { self }
}

extension Int: MessageValue {
  public var text: String { String(self) }
}
