import Foundation

/// The lines of /proc/PID/status (proc(5)) that a benchmark reads.
nonisolated struct ProcessStatus {
  private let fields: [String: String]

  init(_ text: String) {
    let pairs = text.split(separator: "\n").compactMap { line -> (String, String)? in
      let words = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
      return words.count > 1 ? (String(words[0].dropLast()), String(words[1])) : nil
    }
    fields = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// - Parameter process: `nil` is this one.
  init(process: Int32? = nil) throws {
    let name = process.map { String($0) } ?? "self"
    self.init(try String(contentsOfFile: "/proc/\(name)/status", encoding: .utf8))
  }

  /// The first word of a field.
  subscript(_ field: String) -> String? { fields[field] }

  /// A size such as `VmRSS`, the resident memory, or `VmHWM`, the largest one since ``restartPeak()``.
  func kibibytes(_ field: String) -> Double { fields[field].flatMap(Double.init) ?? 0 }

  /// Sets the peak of this process to the present value.
  static func restartPeak() {
    // The kernel's documentation of /proc/PID/clear_refs defines the number.
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
  }
}

/// What a thread has used since it began, by proc(5).
nonisolated struct ThreadUse {
  let name: String

  /// Processor time, of its own code and of the kernel on its behalf.
  var nanoseconds: Double

  /// How often it has waited for something: the process thread of a client does once a period.
  var waits: Double

  /// Page faults without and with reading from a disk.
  var minorFaults: Int
  var majorFaults: Int

  var microsecondsPerPeriod: Double { nanoseconds / max(waits, 1) / 1000 }

  /// - Parameter folder: the thread's; `nil` if it has ended.
  private init?(_ folder: String) {
    func text(_ name: String) -> String? {
      try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    }
    guard let status = text("status").map(ProcessStatus.init), let stat = text("stat"),
      let time = text("schedstat")?.split(separator: " ").first.flatMap({ Double($0) }),
      let waits = status["voluntary_ctxt_switches"].flatMap({ Double($0) }),
      // The second field is a name in parentheses, which may contain spaces and parentheses.
      let fields = stat.split(separator: ")").last?.split(separator: " "), fields.count > 9
    else { return nil }
    name = status["Name"] ?? ""
    (nanoseconds, self.waits) = (time, waits)
    // Fields 10 and 12.
    (minorFaults, majorFaults) = (Int(fields[7]) ?? 0, Int(fields[9]) ?? 0)
  }

  /// The threads of a process but its first one, by their ids.
  static func all(of process: Int32) -> [Int32: ThreadUse] {
    let folder = "/proc/\(process)/task"
    let ids = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var threads: [Int32: ThreadUse] = [:]
    for id in ids.compactMap({ Int32($0) }) where id != process {
      threads[id] = ThreadUse("\(folder)/\(id)")
    }
    return threads
  }
}

extension Program {
  /// What each thread of the program uses during `body`, by its id.
  func threads(during body: () async throws -> Void) async throws -> [Int32: ThreadUse] {
    let earlier = ThreadUse.all(of: processIdentifier)
    try await body()
    var uses: [Int32: ThreadUse] = [:]
    for (id, now) in ThreadUse.all(of: processIdentifier) {
      guard let before = earlier[id] else { continue }
      var use = now
      use.nanoseconds -= before.nanoseconds
      use.waits -= before.waits
      use.minorFaults -= before.minorFaults
      use.majorFaults -= before.majorFaults
      uses[id] = use
    }
    return uses
  }
}
