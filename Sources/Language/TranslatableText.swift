import Foundation

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
