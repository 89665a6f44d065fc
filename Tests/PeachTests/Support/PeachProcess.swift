import Foundation
import TestSupport

/// The program itself, as another process: lines in, lines out.
@MainActor
final class PeachProcess {
  private let process: ChildProcess
  private let lines: Lines
  private let errorText: Task<String, Never>

  /// Starts the program.
  ///
  /// - Parameter home: a directory of its own, under which settings and history are kept.
  init(
    _ arguments: [String], home: Home, server: String = "peachnone",
    environment: [String: String] = [:]
  ) throws {
    process = try ChildProcess(
      Self.program.path, arguments,
      environment: home.environment.merging(["JACK_DEFAULT_SERVER": server]) { $1 }
        .merging(environment) { $1 })
    lines = Lines(ChildProcess.lines(of: process.output))
    let errorLines = ChildProcess.lines(of: process.errors)
    errorText = Task {
      var text = ""
      for await line in errorLines { text += line + "\n" }
      return text
    }
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
    try? process.input.write(contentsOf: Data((text + "\n").utf8))
  }

  var pid: Int32 { process.pid }
  func endInput() { try? process.input.close() }
  func signal(_ number: Int32) { process.signal(number) }

  /// What the program holds of the system at this moment.
  var holdings: Holdings { Holdings(of: process.pid) }

  /// Waits for the end and returns its exit status (128 + n for a signal) and standard error.
  func finish() async -> (status: Int32, errors: String) {
    (await process.end(), await errorText.value)
  }

  /// All of standard output.
  func rest() async -> [String] {
    var rest: [String] = []
    while let line = await nextLine() { rest.append(line) }
    return rest
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
