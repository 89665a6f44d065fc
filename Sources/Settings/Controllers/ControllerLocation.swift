import Foundation
import Installation

/// Where the maps of controllers are.
struct ControllerLocation: Hashable, Sendable {
  private static let fileExtension = ".toml"

  /// The folders in which maps are looked for; the user's own, which comes first, wins over those that come
  /// with Peach.
  let folders: [String]

  /// - Parameter own: the folder of the user's own maps.
  init(own: String) { folders = [own] + ShippedFiles.controllers.map(\.path) }

  /// Where a map may be, in the order in which it is looked for.
  func paths(of name: ControllerName) -> [String] {
    folders.map { "\($0)/\(name.text)\(Self.fileExtension)" }
  }

  /// The names of all maps there are, sorted.
  var names: [String] {
    let files = folders.flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
    let names = files.filter { $0.hasSuffix(Self.fileExtension) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.fileExtension.count)) }
    return Set(names).sorted()
  }
}
