import Foundation

/// The first line of a file of JSON lines.
struct JSONHeader: Decodable {
  static let name = "peach-jack-export"

  let format: String
  let version: Int

  /// `nil` where the line is something else.
  init?(_ line: String) {
    guard let header = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)),
      header.format == Self.name
    else { return nil }
    self = header
  }
}
