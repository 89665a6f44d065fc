import Foundation

enum PipeWire {
  /// Whether a PipeWire of this user's listens.
  static func isRunning(_ environment: [String: String]) -> Bool {
    let directory =
      environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"]
      ?? "/run/user/\(getuid())"
    return FileManager.default.fileExists(atPath: directory + "/pipewire-0")
  }
}
