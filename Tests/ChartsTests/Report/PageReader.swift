import Foundation
import FoundationXML

/// A page or a picture read as XML, which it has to be.
struct PageReader {
  struct Malformed: Error {
    let line: Int
    let reason: String
  }

  let root: PageElement

  /// Throws ``Malformed``.
  init(_ text: String) throws {
    let parser = XMLParser(data: Data(text.utf8))
    let builder = TreeBuilder()
    parser.delegate = builder
    guard parser.parse(), let root = builder.root else {
      throw Malformed(
        line: parser.lineNumber, reason: parser.parserError.map { "\($0)" } ?? "no element")
    }
    self.root = root
  }

  /// All elements of that name, wherever they are.
  func all(_ name: String) -> [PageElement] { root.descendants(name) }

  func figure(_ name: String) -> PageElement? { all("figure").first { $0["id"] == name } }
}

private final class TreeBuilder: NSObject, XMLParserDelegate {
  private(set) nonisolated(unsafe) var root: PageElement?
  private nonisolated(unsafe) var open: [PageElement] = []

  nonisolated func parser(
    _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
    attributes: [String: String]
  ) {
    open.append(PageElement(name: name, attributes: attributes))
  }

  nonisolated func parser(_: XMLParser, foundCharacters text: String) {
    guard let last = open.indices.last else { return }
    open[last].ownText += text
  }

  nonisolated func parser(
    _: XMLParser, didEndElement _: String, namespaceURI _: String?, qualifiedName _: String?
  ) {
    let element = open.removeLast()
    if let parent = open.indices.last {
      open[parent].children.append(element)
    } else {
      root = element
    }
  }
}
