import Foundation

/// The resident memory of a process by proc(5), in kibibytes.
struct ResidentSet {
  /// `VmRSS`.
  let total: Int

  /// `RssShmem`: the shared memory in it, which belongs to the server in a JACK client.
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

/// The largest resident memory of this process since ``restart()`` by proc(5), in kibibytes.
enum PeakMemory {
  /// Sets the peak to the present value.
  static func restart() {
    // The kernel's documentation of /proc/PID/clear_refs defines the number.
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
