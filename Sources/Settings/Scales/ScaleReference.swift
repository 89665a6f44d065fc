import Foundation

/// How a setting names a Scala file.
public enum ScaleReference: Hashable, Sendable {
  /// A path. Relative ones count from the settings file's folder, on the command line from the working
  /// directory; a leading `~/` is the home directory.
  case path(String)

  /// The file `NAME.scl` in the folder `scales` beside the usual settings file.
  case name(String)

  static let fileExtension = ".scl"
  private static let prefix = "scala:"

  /// Reads a path that ends in `.scl`, or `scala:` before a name or a path.
  public init?(_ text: String) {
    guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
      return nil
    }
    let isPrefixed = text.hasPrefix(Self.prefix)
    let place = isPrefixed ? String(text.dropFirst(Self.prefix.count)) : text
    if Self.hasExtension(place) || (isPrefixed && place.contains("/")) {
      self = .path(place)
    } else if isPrefixed, !place.isEmpty {
      self = .name(place)
    } else {
      return nil
    }
  }

  /// The form that ``init(_:)`` reads.
  public var text: String {
    switch self {
    case .path(let path): Self.hasExtension(path) ? path : Self.prefix + path
    case .name(let name): Self.prefix + name
    }
  }

  /// The same, no longer dependent on the folder from which its path has counted.
  func anchored(in folder: String) -> ScaleReference {
    guard case .path(let path) = self, !path.hasPrefix("/"), !path.hasPrefix("~/") else {
      return self
    }
    return .path(URL(fileURLWithPath: "\(folder)/\(path)").standardized.path)
  }

  static func hasExtension(_ path: String) -> Bool {
    path.lowercased().hasSuffix(fileExtension)
  }
}
