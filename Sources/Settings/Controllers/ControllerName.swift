/// The name of a controller's map: that of its file without `.toml`; empty for none.
public struct ControllerName: Hashable, Sendable {
  public let text: String

  /// No map.
  static let none = ControllerName(text: "")

  private init(text: String) { self.text = text }

  /// - Returns: `nil` for what could lead out of the folder of maps.
  public init?(_ text: String) {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_. +".unicodeScalars.contains(scalar)
    }
    guard isPlain, !text.hasPrefix("."), text.utf8.count <= 100 else { return nil }
    self.text = text
  }
}
