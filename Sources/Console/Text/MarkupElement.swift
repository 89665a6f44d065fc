/// An element of a page or a picture: a name, attributes, and either child elements or text.
///
///     MarkupElement("p", ["class": "note"], text: "C# < D").description
///     // <p class="note">C# &lt; D</p>
///
/// The output is well-formed XML for any text. It is also valid HTML, apart from the rules about
/// which element may contain which. Names come from the program and are not checked.
public struct MarkupElement {
  private enum Content {
    case elements([MarkupElement])
    case text(String)
    /// Written without escaping.
    case verbatim(String)
  }

  let name: String
  private let attributes: [(name: String, value: String)]
  private let content: Content

  public init(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
    _ elements: [MarkupElement] = []
  ) {
    self.init(name, attributes, content: .elements(elements))
  }

  public init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) {
    self.init(name, attributes, content: .text(text))
  }

  private init(_ name: String, _ attributes: KeyValuePairs<String, String>, content: Content) {
    self.name = name
    self.attributes = attributes.map { (name: $0.key, value: $0.value) }
    self.content = content
  }

  /// A style sheet. HTML reads it literally but XML parses it, so it must not contain `<` or `&`.
  public static func style(_ sheet: String) -> MarkupElement {
    precondition(!sheet.contains("<") && !sheet.contains("&"), "this would not be XML")
    return MarkupElement("style", [:], content: .verbatim(sheet))
  }

  /// The HTML elements that need no end tag, and shapes, which have no content.
  private static let selfClosing: Set<String> = [
    "meta", "br", "line", "rect", "circle", "path",
  ]

  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  public func write(to text: inout String) {
    text += "<" + name
    for (name, value) in attributes { text += " \(name)=\"\(Self.escaped(value))\"" }
    if case .elements(let elements) = content, elements.isEmpty, Self.selfClosing.contains(name) {
      text += "/>"
      return
    }
    text += ">"
    switch content {
    case .elements(let elements):
      for element in elements { element.write(to: &text) }
    case .text(let content): text += Self.escaped(content)
    case .verbatim(let content): text += content
    }
    text += "</\(name)>"
  }

  /// Escapes a text, and replaces characters that XML 1.0 does not allow, even as references.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += " "
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
