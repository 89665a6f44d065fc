import ArgumentParser
import Foundation

/// A subcommand that measures something and passes its reports to a writer.
nonisolated protocol BenchCommand: AsyncParsableCommand {
  var output: OutputOptions { get }

  /// Whether the command fails if a goal is missed.
  static var mustReachGoals: Bool { get }

  @MainActor func measure(into writer: ReportWriter) async throws
}

nonisolated extension BenchCommand {
  static var mustReachGoals: Bool { false }

  @MainActor func run() async throws {
    let writer = ReportWriter(isJSON: output.json)
    do {
      try await Interruption.watching { try await measure(into: writer) }
    } catch is CancellationError {
      throw ExitCode(128 + SIGINT)
    }
    try writer.finish()
    if Self.mustReachGoals, writer.hasMissedGoals { throw ExitCode.failure }
  }
}

/// Lets Ctrl-C end a measurement in good order: the server gets its period back, and temporary files are
/// removed.
enum Interruption {
  /// Runs `body`, and cancels its task on SIGINT and SIGTERM.
  static func watching(_ body: @escaping @MainActor () async throws -> Void) async throws {
    let task = Task { try await body() }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      // Not the main queue: a measurement may keep the main thread busy.
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in task.cancel() }
      source.resume()
      return source
    }
    defer { sources.forEach { $0.cancel() } }
    try await task.value
  }
}

struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON object instead of tables.")
  var json = false
}

struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The JACK server to measure on; else JACK_DEFAULT_SERVER's.", valueName: "name"))
  var server: String?
}

struct ProgramOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The program to start; else the release build of Peach.", valueName: "file"),
    completion: .file())
  var peach: String?

  private static var releaseBuild: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../.build/release/peach").standardizedFileURL
  }

  /// - Throws: ``BenchFault/noPeach(path:)``
  func program() throws -> URL {
    let program = peach.map { URL(fileURLWithPath: $0) } ?? Self.releaseBuild
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw BenchFault.noPeach(path: program.path)
    }
    return program
  }
}

struct TriesOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("How often each start and each rebuild is timed.", valueName: "number"))
  var tries = 7

  func validate() throws {
    if tries < 1 { throw ValidationError("--tries takes a whole number from 1 up, not \(tries).") }
  }
}

/// The reason why there is nothing to report.
enum BenchFault: Error, Hashable, CustomStringConvertible {
  case noServer
  case noPort
  case noSynthesizer(font: String)
  case noPeach(path: String)
  /// `peach` ended or fell silent before it was ready.
  case neverReady(messages: String)
  /// A command of `peach` failed.
  case failed(command: String, status: Int32)
  /// A note was played, but no sound came.
  case silence
  /// The callback had more events than the ring has room for.
  case lostEvents(count: Int)
  /// There were too few voices for the notes of a measurement.
  case refusedNotes(count: Int)
  /// The server went away during the measurement.
  case serverGone
  /// A server of the measurement's own did not come up, or a client on it did not run.
  case noClient(name: String, messages: String)

  var description: String {
    switch self {
    case .noServer: "no JACK server answers; name one with --server or JACK_DEFAULT_SERVER"
    case .noPort: "the JACK server gave no port or did not let the client run"
    case .noSynthesizer(let font): "FluidSynth cannot play \(font)"
    case .noPeach(let path): "there is no program \(path); build it or name one with --peach"
    case .neverReady(let messages): "peach was never ready: \(messages)"
    case .failed(let command, let status): "peach \(command) ended with status \(status)"
    case .silence: "a note was played and never heard"
    case .lostEvents(let count): "\(count) events of the callback found no room"
    case .refusedNotes(let count): "\(count) notes found no voice"
    case .serverGone: "the JACK server went away"
    case .noClient(let name, let messages):
      "\(name) does not run on a server of its own: \(messages)"
    }
  }
}
