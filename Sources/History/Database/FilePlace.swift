import Foundation

/// Where a file is, or would be, once every symbolic link on the way is followed.
struct FilePlace: Hashable {
  let path: String

  private static let mostLinks = 40

  init(_ path: String) {
    var path = URL(fileURLWithPath: path).path
    for _ in 0..<Self.mostLinks {
      if let real = Self.real(path) {
        self.path = real
        return
      }
      // A link may point to a file that is not there yet.
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        break
      }
      let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
      path = target.hasPrefix("/") ? target : "\(directory)/\(target)"
    }
    let url = URL(fileURLWithPath: path)
    let directory = url.deletingLastPathComponent().path
    self.path =
      URL(fileURLWithPath: Self.real(directory) ?? directory)
      .appendingPathComponent(url.lastPathComponent).path
  }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
