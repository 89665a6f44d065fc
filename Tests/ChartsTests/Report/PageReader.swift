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

/// An element of a page that was read.
nonisolated struct PageElement {
  let name: String
  let attributes: [String: String]
  var children: [PageElement] = []

  /// The text in this element itself.
  var ownText = ""

  init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  subscript(attribute: String) -> String? { attributes[attribute] }

  /// Elements have either text or elements in them.
  var text: String { ownText + children.map(\.text).joined() }

  func descendants(_ name: String) -> [PageElement] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.descendants(name) }
  }

  /// The cells of the rows of the first table within.
  var tableRows: [[String]] {
    (descendants("tbody").first?.descendants("tr") ?? []).map { $0.children.map(\.text) }
  }
}
