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
