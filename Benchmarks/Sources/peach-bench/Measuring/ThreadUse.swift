import Foundation

/// What a thread of another process has used since it began, by proc(5).
nonisolated struct ThreadUse: Hashable {
  /// Processor time in nanoseconds, of its own code and of the kernel on its behalf.
  let nanoseconds: UInt64

  /// How often it has waited for something: the process thread of a client does once a period.
  let waits: UInt64

  /// Page faults without and with reading from a disk.
  let minorFaults: UInt64
  let majorFaults: UInt64

  /// - Parameters:
  ///   - schedulerText: the text of `schedstat`: processor time, time of waiting, time slices.
  ///   - switchText: the text of `status`, with a line `voluntary_ctxt_switches`.
  ///   - statusText: the text of `stat`. The second field is a name in parentheses, which may contain
  ///     spaces and parentheses; fields 10 and 12 count page faults.
  init?(schedulerText: String, switchText: String, statusText: String) {
    guard let time = schedulerText.split(separator: " ").first.flatMap({ UInt64($0) }),
      let line = switchText.split(separator: "\n").first(where: { $0.hasPrefix("voluntary_") }),
      let waits = line.split(whereSeparator: \.isWhitespace).last.flatMap({ UInt64($0) }),
      let end = statusText.lastIndex(of: ")")
    else { return nil }
    // The first of these is field 3.
    let fields = statusText[statusText.index(after: end)...].split(whereSeparator: \.isWhitespace)
    guard fields.count > 9, let minor = UInt64(fields[7]), let major = UInt64(fields[9]) else {
      return nil
    }
    nanoseconds = time
    self.waits = waits
    minorFaults = minor
    majorFaults = major
  }

  private init(nanoseconds: UInt64, waits: UInt64, minorFaults: UInt64, majorFaults: UInt64) {
    self.nanoseconds = nanoseconds
    self.waits = waits
    self.minorFaults = minorFaults
    self.majorFaults = majorFaults
  }

  /// What was used since `earlier`.
  func since(_ earlier: ThreadUse) -> ThreadUse {
    ThreadUse(
      nanoseconds: nanoseconds - min(nanoseconds, earlier.nanoseconds),
      waits: waits - min(waits, earlier.waits),
      minorFaults: minorFaults - min(minorFaults, earlier.minorFaults),
      majorFaults: majorFaults - min(majorFaults, earlier.majorFaults))
  }

  /// The threads of a process but its first one, by their ids.
  static func all(of process: Int32) -> [Int32: ThreadUse] {
    let folder = "/proc/\(process)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var threads: [Int32: ThreadUse] = [:]
    for id in names.compactMap({ Int32($0) }) where id != process {
      func text(_ name: String) -> String? {
        try? String(contentsOfFile: "\(folder)/\(id)/\(name)", encoding: .utf8)
      }
      // A thread may end in between.
      guard let scheduler = text("schedstat"), let switches = text("status"),
        let status = text("stat")
      else { continue }
      threads[id] = ThreadUse(
        schedulerText: scheduler, switchText: switches, statusText: status)
    }
    return threads
  }

  /// The names of the threads of a process, by their ids.
  static func names(of process: Int32) -> [Int32: String] {
    let folder = "/proc/\(process)/task"
    let ids = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var names: [Int32: String] = [:]
    for id in ids.compactMap({ Int32($0) }) {
      names[id] = (try? String(contentsOfFile: "\(folder)/\(id)/comm", encoding: .utf8))?
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return names
  }

  /// The thread that used most processor time between two readings: in a client that only plays, the
  /// process thread.
  static func busiest(from earlier: [Int32: ThreadUse], to later: [Int32: ThreadUse]) -> Int32? {
    let uses = later.compactMap { id, use in earlier[id].map { (id: id, use: use.since($0)) } }
    return uses.max { $0.use.nanoseconds < $1.use.nanoseconds }?.id
  }
}
