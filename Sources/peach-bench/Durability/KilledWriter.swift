import Foundation

/// A process that stores results as fast as it can and tells each that is safe, until it is killed.
final class KilledWriter {
  private let process = Process()
  private let output = Pipe()
  private var text = Data()

  init(program: URL, database: URL) throws {
    process.executableURL = program
    process.arguments = ["durability-writer", database.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
  }

  isolated deinit { if process.isRunning { kill() } }

  /// Waits until so many results are safe.
  func waitForResults(_ count: Int) throws {
    while lines < count {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else {
        throw BenchFault.failed(command: "durability-writer", status: status)
      }
      text += more
    }
  }

  func kill() { Glibc.kill(process.processIdentifier, SIGKILL) }

  /// The ids of the results that were told to be safe. Waits for the end.
  func acknowledgements() throws -> [String] {
    text += try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // A line that the kill cut off counts as not told.
    return text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private var lines: Int { text.count { $0 == UInt8(ascii: "\n") } }

  private var status: Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
