import Foundation

/// Where scale files are looked for.
struct ScaleLocation: Hashable, Sendable {
  /// Holds the scales that settings name as `scala:NAME`.
  let folder: String

  /// What a leading `~/` stands for.
  let home: String

  /// The names of the scales that there are, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(ScaleReference.fileExtension) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(ScaleReference.fileExtension.count)) }.sorted()
  }

  /// The file that is meant.
  ///
  /// - Parameter base: the folder from which relative paths count; `nil` leaves them relative.
  func path(of reference: ScaleReference, from base: String?) -> String {
    switch reference {
    case .name(let name): "\(folder)/\(name)\(ScaleReference.fileExtension)"
    case .path(let path) where path.hasPrefix("~/"): home + path.dropFirst()
    case .path(let path) where path.hasPrefix("/"): path
    case .path(let path): base.map { "\($0)/\(path)" } ?? path
    }
  }
}
