import Foundation

/// The most that this process has held in memory since the count began, by proc(5), in kibibytes.
enum PeakMemory {
  /// Begins to count anew.
  static func restart() {
    // The number is that of the kernel's documentation of /proc/PID/clear_refs.
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
  }

  static var now: Int {
    get throws {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
  }
}
