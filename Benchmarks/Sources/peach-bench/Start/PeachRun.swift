import Foundation

/// A run of `peach`, or of a program that is measured beside it, with its own home.
final class PeachRun {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()

  /// - Parameters:
  ///   - arguments: the command, such as `compare --json`.
  ///   - home: the directory of settings and history.
  ///   - variables: additional environment variables.
  init(
    _ program: URL, _ arguments: [String], home: URL, server: String?,
    variables: [String: String] = [:]
  ) {
    var environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    environment["XDG_CONFIG_HOME"] = home.path
    environment["XDG_CONFIG_DIRS"] = home.path
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

  /// Waits for the event `ready`. A program that prints nothing for a minute is killed.
  func waitUntilReady() throws {
    var text = Data()
    while let more = try output.fileHandleForReading.readAvailable(), !more.isEmpty {
      text += more
      let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      // What follows the last line feed is not a line yet.
      if lines.dropLast().contains(where: { $0.range(of: Data(#""event":"ready""#.utf8)) != nil }) {
        return
      }
    }
    kill()
    let messages = try errors.fileHandleForReading.readToEnd() ?? Data()
    throw BenchFault.neverReady(messages: String(decoding: messages, as: UTF8.self))
  }

  /// The lines of standard output and standard error. Each may be called once, and nothing else may read
  /// them.
  var outputLines: AsyncStream<TimedLine> { TimedLine.lines(of: output.fileHandleForReading) }
  var errorLines: AsyncStream<TimedLine> { TimedLine.lines(of: errors.fileHandleForReading) }

  var isRunning: Bool { process.isRunning }

  /// The exit status, 128 + n after signal n. The program must have ended.
  var status: Int32 {
    process.terminationReason == .uncaughtSignal
      ? 128 + process.terminationStatus : process.terminationStatus
  }

  /// Sends a line. Throws if the program has ended and SIGPIPE is ignored.
  func type(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  func endInput() throws { try input.fileHandleForWriting.close() }

  func kill() { if isRunning { Glibc.kill(process.processIdentifier, SIGKILL) } }

  func residentSet() throws -> ResidentSet {
    try ResidentSet(process: process.processIdentifier)
  }

  /// Closes the input, which ends a training, and waits for the end.
  @discardableResult
  func finish() throws -> Int32 {
    try endInput()
    _ = try output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

extension FileHandle {
  /// Waits for something to read and returns it, empty at the end.
  ///
  /// - Returns: `nil` if nothing comes for a minute.
  func readAvailable() throws -> Data? {
    var wanted = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    var result = poll(&wanted, 1, 60_000)
    while result < 0, errno == EINTR { result = poll(&wanted, 1, 60_000) }
    return result > 0 ? availableData : nil
  }
}

/// A line that a process wrote, and the time at which it came.
nonisolated struct TimedLine: Sendable {
  let text: String
  /// By ``WallClock``.
  let seconds: Double

  static var now: Double { Double(WallClock.now()) / 1e9 }

  /// The lines from a pipe. A separate thread reads them, whether anybody waits for them or not, so that the
  /// times are right.
  static func lines(of handle: FileHandle) -> AsyncStream<TimedLine> {
    let (stream, continuation) = AsyncStream<TimedLine>.makeStream()
    let descriptor = handle.fileDescriptor
    Thread.detachNewThread {
      // Keeps the descriptor open.
      defer { withExtendedLifetime(handle) {} }
      var pending = Data()
      var buffer = [UInt8](repeating: 0, count: 4096)
      func yieldLine(_ line: Data) {
        continuation.yield(TimedLine(text: String(decoding: line, as: UTF8.self), seconds: now))
      }
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        pending += buffer[..<count]
        while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
          yieldLine(pending[..<end])
          pending = Data(pending[(end + 1)...])
        }
      }
      if !pending.isEmpty { yieldLine(pending) }
      continuation.finish()
    }
    return stream
  }
}
