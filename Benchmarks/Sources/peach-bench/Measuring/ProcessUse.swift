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

  /// The resident memory in kibibytes, without what is shared with the server in a JACK client.
  var ownKibibytes: Double { kibibytes("VmRSS") - kibibytes("RssShmem") }

  /// The largest resident memory since ``restartPeak()``, in kibibytes.
  var peakKibibytes: Double { kibibytes("VmHWM") }

  var residentKibibytes: Double { kibibytes("VmRSS") }

  private func kibibytes(_ field: String) -> Double { self[field].flatMap(Double.init) ?? 0 }

  /// Sets the peak of this process to the present value.
  static func restartPeak() {
    // The kernel's documentation of /proc/PID/clear_refs defines the number.
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
  }
}

/// What a thread has used since it began, by proc(5).
nonisolated struct ThreadUse {
  var name = ""

  /// Processor time, of its own code and of the kernel on its behalf.
  var nanoseconds = 0.0

  /// How often it has waited for something: the process thread of a client does once a period.
  var waits = 0.0

  /// Page faults without and with reading from a disk.
  var minorFaults = 0
  var majorFaults = 0

  var microsecondsPerPeriod: Double { nanoseconds / max(waits, 1) / 1000 }

  /// - Parameters:
  ///   - scheduler: the text of `schedstat`: processor time, time of waiting, time slices.
  ///   - status: the text of `status`.
  ///   - stat: the text of `stat`. The second field is a name in parentheses, which may contain
  ///     spaces and parentheses; fields 10 and 12 count page faults.
  init?(scheduler: String, status: String, stat: String) {
    let lines = ProcessStatus(status)
    guard let time = scheduler.split(separator: " ").first.flatMap({ Double($0) }),
      let waits = lines["voluntary_ctxt_switches"].flatMap({ Double($0) }),
      let end = stat.lastIndex(of: ")")
    else { return nil }
    // The first of these is field 3.
    let fields = stat[stat.index(after: end)...].split(whereSeparator: \.isWhitespace)
    guard fields.count > 9, let minor = Int(fields[7]), let major = Int(fields[9]) else {
      return nil
    }
    name = lines["Name"] ?? ""
    (nanoseconds, self.waits, minorFaults, majorFaults) = (time, waits, minor, major)
  }

  /// The threads of a process but its first one, by their ids.
  static func all(of process: Int32) -> [Int32: ThreadUse] {
    let folder = "/proc/\(process)/task"
    let ids = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var threads: [Int32: ThreadUse] = [:]
    for id in ids.compactMap({ Int32($0) }) where id != process {
      // A thread may end in between.
      guard
        let texts = try? ["schedstat", "status", "stat"].map({
          try String(contentsOfFile: "\(folder)/\(id)/\($0)", encoding: .utf8)
        })
      else { continue }
      threads[id] = ThreadUse(scheduler: texts[0], status: texts[1], stat: texts[2])
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
