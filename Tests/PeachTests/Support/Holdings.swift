import Foundation

/// What a process holds of the system, as Linux tells it in /proc.
struct Holdings {
  let descriptors: Int
  let threads: Int

  /// The addresses of its sockets for datagrams of the internet's protocols, as the system lists them;
  /// without those that it has got from this process, as Foundation's `Process` leaks its own.
  let udpSockets: [String]

  /// Memory in use, in kilobytes.
  let memory: Int

  init(of pid: pid_t) {
    let place = "/proc/\(pid)"
    let links = Self.links(of: place)
    descriptors = links.count
    let inherited = Set(Self.links(of: "/proc/self"))
    // The second column is the address, the tenth the socket's number.
    udpSockets = ["udp", "udp6"].flatMap { table in
      ((try? String(contentsOfFile: "\(place)/net/\(table)", encoding: .utf8)) ?? "")
        .split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
        .filter { row in
          guard row.count > 9 else { return false }
          let socket = "socket:[\(row[9])]"
          return links.contains(socket) && !inherited.contains(socket)
        }
        .map { String($0[1]) }
    }
    let status = (try? String(contentsOfFile: "\(place)/status", encoding: .utf8)) ?? ""
    func number(_ name: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
    threads = number("Threads")
    memory = number("VmRSS")
  }

  /// What the descriptors of a process lead to.
  private static func links(of place: String) -> [String] {
    let fileManager = FileManager.default
    return ((try? fileManager.contentsOfDirectory(atPath: "\(place)/fd")) ?? [])
      .compactMap { try? fileManager.destinationOfSymbolicLink(atPath: "\(place)/fd/\($0)") }
  }
}
