import Foundation

/// What a process holds in memory, by proc(5).
enum ResidentSet {
  static func kibibytes(process: Int) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    for line in status.split(separator: "\n") where line.hasPrefix("VmRSS:") {
      return line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return 0
  }

  /// This process.
  static func kibibytes() throws -> Int {
    try kibibytes(process: Int(ProcessInfo.processInfo.processIdentifier))
  }
}
