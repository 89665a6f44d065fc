import Foundation

/// A line of Peach's JSON mode, as far as it matters here.
nonisolated struct PeachEvent: Decodable, Hashable {
  let event: String
  var client: String?
  var audioPorts: [String]?
  var index: Int?
  var state: String?
  var id: String?
  var ids: [String]?
  var code: String?
  var count: Int?
  var reason: String?
  var trials: Int?

  /// - Returns: `nil` for what is no event.
  static func reading(_ line: String) -> PeachEvent? {
    try? JSONDecoder().decode(PeachEvent.self, from: Data(line.utf8))
  }
}
