import Foundation

/// What a process holds in memory, by proc(5), in kibibytes.
struct ResidentSet {
  /// `VmRSS`.
  let total: Int

  /// `RssShmem`: the part that is shared memory, which for a JACK client is the server's.
  let shared: Int

  /// - Parameter process: `nil` is this one.
  init(process: Int32? = nil) throws {
    let name = process.map { String($0) } ?? "self"
    let status = try String(contentsOfFile: "/proc/\(name)/status", encoding: .utf8)
    func value(_ field: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
    total = value("VmRSS")
    shared = value("RssShmem")
  }
}
