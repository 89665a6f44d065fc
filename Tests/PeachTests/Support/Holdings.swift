import Foundation

/// What a process holds of the system, as Linux tells it in /proc.
struct Holdings {
  let descriptors: Int
  let threads: Int

  /// How many sockets take datagrams of the internet's protocols.
  let udpSockets: Int

  /// Memory in use, in kilobytes.
  let memory: Int

  init(of pid: pid_t) {
    let place = "/proc/\(pid)"
    descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "\(place)/fd"))?.count ?? 0
    let fileManager = FileManager.default
    let links = ((try? fileManager.contentsOfDirectory(atPath: "\(place)/fd")) ?? [])
      .compactMap { try? fileManager.destinationOfSymbolicLink(atPath: "\(place)/fd/\($0)") }
    let inodes = ["udp", "udp6"].flatMap { table in
      ((try? String(contentsOfFile: "\(place)/net/\(table)", encoding: .utf8)) ?? "")
        .split(separator: "\n").dropFirst()
        .compactMap { $0.split(separator: " ").dropFirst(9).first }
    }
    udpSockets = inodes.count { links.contains("socket:[\($0)]") }
    let status = (try? String(contentsOfFile: "\(place)/status", encoding: .utf8)) ?? ""
    func number(_ name: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
    threads = number("Threads")
    memory = number("VmRSS")
  }
}
