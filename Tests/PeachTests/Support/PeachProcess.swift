import Foundation
import TestSupport
import Testing

/// The program itself, as another process: lines in, lines out. A wait that takes too long fails the test
/// with what the program has printed, and kills the program.
@MainActor
final class PeachProcess {
  private let process: ChildProcess
  private let lines: Inbox<String>
  private let errorLines: Inbox<String>

  /// Starts the program.
  ///
  /// - Parameter home: the directory under which settings and history are kept.
  init(
    _ arguments: [String], home: Home, server: String = "peachnone",
    environment: [String: String] = [:]
  ) throws {
    process = try ChildProcess(
      Self.program.path, arguments,
      environment: home.environment.merging(["JACK_DEFAULT_SERVER": server]) { $1 }
        .merging(environment) { $1 })
    let command = (["peach"] + arguments).joined(separator: " ")
    lines = ChildProcess.lines(of: process.output, "lines of \(command)")
    errorLines = ChildProcess.lines(of: process.errors, "standard error of \(command)")
  }

  /// Starts the program by a line of the shell, in which `"$@"` is the program with its arguments:
  /// for descriptors that are closed, and for bytes that are not text.
  init(shell line: String, _ arguments: [String], home: Home) throws {
    process = try ChildProcess(
      "/bin/sh", ["-c", line, "sh", Self.program.path] + arguments,
      environment: home.environment.merging(["JACK_DEFAULT_SERVER": "peachnone"]) { $1 })
    lines = ChildProcess.lines(of: process.output, "lines of \(line)")
    errorLines = ChildProcess.lines(of: process.errors, "standard error of \(line)")
  }

  deinit { process.signal(SIGKILL) }

  /// The program, which lies beside the tests.
  static let program: URL = {
    var directory = Bundle(for: BundleMarker.self).bundleURL
    let fileManager = FileManager.default
    while directory.path != "/" {
      let candidate = directory.appendingPathComponent("peach")
      var isDirectory: ObjCBool = false
      if fileManager.fileExists(atPath: candidate.path, isDirectory: &isDirectory),
        !isDirectory.boolValue
      {
        return candidate
      }
      directory.deleteLastPathComponent()
    }
    return URL(fileURLWithPath: "peach")
  }()

  /// The next line of standard output, `nil` at its end.
  func nextLine(
    within limit: Duration = waitingLimit
  ) async -> String? {
    let (process, errorLines) = (process, errorLines)
    return await lines.next(
      within: limit,
      details: {
        process.signal(SIGKILL)
        return errorLines.seen.suffix(20).map { "\n! \($0)" }.joined()
      })
  }

  /// The next line as an event.
  func nextEvent(
    within limit: Duration = waitingLimit
  ) async throws -> Event? {
    try await nextLine(within: limit).map(Event.init)
  }

  /// Reads on to the first event that fits, which it returns; `nil` at the end.
  func event(
    where fits: (Event) -> Bool
  ) async throws -> Event? {
    // A program that goes on telling something else has not for ever.
    let deadline = ContinuousClock.now + waitingLimit * 3
    while let event = try await nextEvent(
      within: min(waitingLimit, max(deadline - .now, .zero)))
    {
      if fits(event) { return event }
    }
    return nil
  }

  func send(_ text: String) {
    // The program may have ended; that shows in what it printed.
    try? process.input.write(contentsOf: Data((text + "\n").utf8))
  }

  var pid: Int32 { process.pid }

  /// Whether it has a file of that name open, wherever that is.
  func hasOpen(_ name: String) -> Bool {
    Holdings.links(of: "/proc/\(pid)").contains { $0.hasSuffix("/" + name) }
  }

  func endInput() { try? process.input.close() }
  func signal(_ number: Int32) { process.signal(number) }

  /// What the program holds of the system right now.
  var holdings: Holdings { Holdings(of: process.pid) }

  /// Waits for the end and returns the exit status (128 + n for a signal) and standard error.
  func finish() async -> (status: Int32, errors: String) {
    let status = await process.end()
    while await errorLines.next() != nil {}
    return (status, errorLines.seen.map { $0 + "\n" }.joined())
  }

  /// All of standard output.
  func rest() async -> [String] {
    var rest: [String] = []
    while let line = await nextLine() { rest.append(line) }
    return rest
  }
}

private final class BundleMarker {}

/// A line of the JSON mode.
struct Event {
  let line: String
  let members: [String: Any]

  init(_ line: String) throws {
    self.line = line
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
    guard let members = object as? [String: Any] else { throw NoObject(line: line) }
    self.members = members
  }

  struct NoObject: Error { let line: String }

  var event: String { self["event"] ?? "" }
  var state: String? { event == "state" ? self["state"] : nil }

  /// Whether it says no more than that the machine is busy, which it is while all tests run.
  var isOfBusyMachine: Bool {
    event == "notice" && ["xrun", "soundLoading"].contains(self["code"] ?? "")
  }

  subscript<Value>(name: String) -> Value? { members[name] as? Value }
}

extension [String] {
  /// A line, counted from 0; empty if there is none, so that the test fails and does not end the others.
  func line(_ index: Int) -> String { indices.contains(index) ? self[index] : "" }
}

/// What a process holds of the system, by proc(5).
struct Holdings {
  let descriptors: Int
  let threads: Int

  /// The addresses of its UDP sockets as the system lists them, without those inherited from this process:
  /// Foundation's `Process` leaks its own.
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
  fileprivate static func links(of place: String) -> [String] {
    let fileManager = FileManager.default
    return ((try? fileManager.contentsOfDirectory(atPath: "\(place)/fd")) ?? [])
      .compactMap { try? fileManager.destinationOfSymbolicLink(atPath: "\(place)/fd/\($0)") }
  }
}
