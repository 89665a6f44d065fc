import Foundation
import FoundationXML

/// A page or a picture as XML: its elements, in their order.
final class PageReader {
  struct Malformed: Error {
    let reason: String
  }

  private let document: XMLDocument

  /// Throws ``Malformed``.
  init(_ text: String) throws {
    do {
      document = try XMLDocument(data: Data(text.utf8), options: [])
    } catch {
      throw Malformed(reason: "\(error)")
    }
  }

  var root: XMLElement? { document.rootElement() }

  /// All elements of that name, wherever they are.
  func all(_ name: String) -> [XMLElement] { root?.descendants(name) ?? [] }

  func figure(_ name: String) -> XMLElement? {
    all("figure").first { $0.attribute(forName: "id")?.stringValue == name }
  }
}

extension XMLElement {
  func descendants(_ name: String) -> [XMLElement] {
    (children ?? []).compactMap { $0 as? XMLElement }.flatMap { child in
      (child.localName == name ? [child] : []) + child.descendants(name)
    }
  }

  /// The cells of the rows of the first table within.
  var tableRows: [[String]] {
    (descendants("tbody").first?.descendants("tr") ?? []).map { row in
      (row.children ?? []).map { $0.stringValue ?? "" }
    }
  }

  func value(_ attribute: String) -> String? { self.attribute(forName: attribute)?.stringValue }
}
