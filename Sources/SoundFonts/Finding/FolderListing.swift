import Foundation

/// The names in a folder.
struct FolderListing {
  /// Sorted; without those that begin with a dot, which hide.
  let names: [String]

  /// Whether there were names that are no UTF-8.
  let hasUnspeakable: Bool

  /// Reads up to `limit` names; `nil` where the folder cannot be read, with the reason in `errno`.
  init?(path: String, limit: Int) {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    var hasUnspeakable = false
    while names.count < limit, let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let name else {
        hasUnspeakable = true
        continue
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    self.names = names.sorted()
    self.hasUnspeakable = hasUnspeakable
  }
}
