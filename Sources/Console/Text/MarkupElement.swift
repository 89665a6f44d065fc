/// An element of a page or a picture: a name, attributes, and either elements or a text within.
///
///     MarkupElement("p", ["class": "note"], text: "C# < D").description
///     // <p class="note">C# &lt; D</p>
///
/// Whatever the text, what is written is well-formed as XML and, but for the rules of where which
/// element may stand, valid as HTML. Names are the program's own and not checked.
public struct MarkupElement {
  private enum Content {
    case elements([MarkupElement])
    case text(String)
    /// Written as it stands.
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

  /// A style sheet. HTML takes it as it stands, XML reads it: so it must do without `<` and `&`.
  public static func style(_ sheet: String) -> MarkupElement {
    precondition(!sheet.contains("<") && !sheet.contains("&"), "this would not be XML")
    return MarkupElement("style", [:], content: .verbatim(sheet))
  }

  /// The elements that HTML closes by themselves, and shapes, which need no end.
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

  /// Also without the characters that XML 1.0 does not have, whichever way they are written.
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
