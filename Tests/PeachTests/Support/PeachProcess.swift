import Foundation
import TestSupport
import Synchronization

/// The program itself, as another process: lines in, lines out.
@MainActor
final class PeachProcess {
  let process = Process()
  private let input = Pipe.closedInOtherChildren()
  private let output = Pipe.closedInOtherChildren()
  private let errors = Pipe.closedInOtherChildren()
  private let lines: Lines
  private let ending: AsyncStream<Int32>
  private let errorText: Task<String, Never>

  /// Starts the program.
  ///
  /// - Parameter home: a directory of its own, under which settings and history are kept.
  init(_ arguments: [String], home: Home, server: String = "peachnone") throws {
    process.executableURL = Self.program
    process.arguments = arguments
    process.environment = home.environment.merging(["JACK_DEFAULT_SERVER": server]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    let (endings, end) = AsyncStream<Int32>.makeStream()
    ending = endings
    process.terminationHandler = { process in
      let isSignal = process.terminationReason == .uncaughtSignal
      end.yield(isSignal ? 128 + process.terminationStatus : process.terminationStatus)
      end.finish()
    }
    lines = Lines(Self.lines(of: output.fileHandleForReading))
    let errorLines = Self.lines(of: errors.fileHandleForReading)
    errorText = Task {
      var text = ""
      for await line in errorLines { text += line + "\n" }
      return text
    }
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

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
  func nextLine() async -> String? { await lines.next() }

  /// The next line as an event.
  func nextEvent() async throws -> Event? {
    guard let line = await nextLine() else { return nil }
    return try Event(line)
  }

  /// Reads on to the first event that fits, which it returns; `nil` at the end.
  func event(where fits: (Event) -> Bool) async throws -> Event? {
    while let event = try await nextEvent() {
      if fits(event) { return event }
    }
    return nil
  }

  func send(_ text: String) {
    // The program may have ended; that shows in what it printed.
    try? input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
  }

  func endInput() { try? input.fileHandleForWriting.close() }
  func closeOutput() { try? output.fileHandleForReading.close() }
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for the end and returns its exit status (128 + n for a signal) and standard error.
  func finish() async -> (status: Int32, errors: String) {
    var iterator = ending.makeAsyncIterator()
    let status = await iterator.next() ?? -1
    return (status, await errorText.value)
  }

  /// All of standard output.
  func rest() async -> [String] {
    var rest: [String] = []
    while let line = await nextLine() { rest.append(line) }
    return rest
  }

  private nonisolated static func lines(of handle: FileHandle) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let thread = Thread {
      var pending = Data()
      while true {
        let data = handle.availableData
        if data.isEmpty { break }
        pending += data
        while let end = pending.firstIndex(of: 0x0A) {
          continuation.yield(String(decoding: pending[..<end], as: UTF8.self))
          pending = Data(pending[(end + 1)...])
        }
      }
      if !pending.isEmpty { continuation.yield(String(decoding: pending, as: UTF8.self)) }
      continuation.finish()
    }
    thread.start()
    return stream
  }
}

private final class BundleMarker {}

/// Gives out lines one by one, whoever asks.
private actor Lines {
  private var iterator: AsyncStream<String>.Iterator

  init(_ lines: AsyncStream<String>) { iterator = lines.makeAsyncIterator() }

  func next() async -> String? {
    var iterator = iterator
    defer { self.iterator = iterator }
    return await iterator.next(isolation: self)
  }
}
