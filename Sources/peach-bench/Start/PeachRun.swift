import Foundation

/// A run of `peach` in a home of its own.
final class PeachRun {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()

  /// - Parameters:
  ///   - arguments: what to do, such as `compare --json`.
  ///   - home: where settings and history are.
  ///   - variables: what its environment has besides.
  init(
    _ program: URL, _ arguments: [String], home: URL, server: String?,
    variables: [String: String] = [:]
  ) {
    var environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    environment["XDG_CONFIG_HOME"] = home.path
    environment["XDG_DATA_HOME"] = home.path
    if let server { environment["JACK_DEFAULT_SERVER"] = server }
    process.executableURL = program
    process.arguments = arguments
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
  }

  func start() throws { try process.run() }

  /// Waits for the event `ready`.
  func waitUntilReady() throws {
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
      line += byte
      guard byte.first == UInt8(ascii: "\n") else { continue }
      if line.range(of: Data(#""event":"ready""#.utf8)) != nil { return }
      line = Data()
    }
    let messages = try errors.fileHandleForReading.readToEnd() ?? Data()
    throw BenchFault.neverReady(messages: String(decoding: messages, as: UTF8.self))
  }

  /// What it writes to standard output and to standard error. To be asked for once, and then by nobody else.
  var outputLines: AsyncStream<TimedLine> { TimedLine.lines(of: output.fileHandleForReading) }
  var errorLines: AsyncStream<TimedLine> { TimedLine.lines(of: errors.fileHandleForReading) }

  var isRunning: Bool { process.isRunning }

  /// The exit status, 128 + n after signal n; only of one that has ended.
  var status: Int32 {
    process.terminationReason == .uncaughtSignal
      ? 128 + process.terminationStatus : process.terminationStatus
  }

  /// Types a line. Throws where it has ended and SIGPIPE is ignored.
  func type(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  func endInput() throws { try input.fileHandleForWriting.close() }

  func kill() { if isRunning { Glibc.kill(process.processIdentifier, SIGKILL) } }

  func residentSet() throws -> ResidentSet {
    try ResidentSet(process: process.processIdentifier)
  }

  /// Closes its input, which ends a training, and waits for the end.
  @discardableResult
  func finish() throws -> Int32 {
    try endInput()
    _ = try output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// A line that a process wrote, and when it came.
nonisolated struct TimedLine: Sendable {
  let text: String
  /// By ``WallClock``.
  let seconds: Double

  static var now: Double { Double(WallClock.now()) / 1e9 }

  /// What comes out of a pipe, line by line, whether anybody reads or not; on a thread of its own, so that
  /// the times are right.
  static func lines(of handle: FileHandle) -> AsyncStream<TimedLine> {
    let (stream, continuation) = AsyncStream<TimedLine>.makeStream()
    let descriptor = handle.fileDescriptor
    Thread.detachNewThread {
      // It keeps the descriptor open.
      defer { withExtendedLifetime(handle) {} }
      var pending = Data()
      var buffer = [UInt8](repeating: 0, count: 4096)
      func tell(_ line: Data) {
        continuation.yield(TimedLine(text: String(decoding: line, as: UTF8.self), seconds: now))
      }
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        pending += buffer[..<count]
        while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
          tell(pending[..<end])
          pending = Data(pending[(end + 1)...])
        }
      }
      if !pending.isEmpty { tell(pending) }
      continuation.finish()
    }
    return stream
  }
}
