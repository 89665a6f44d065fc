import ArgumentParser
import Foundation

/// Measures Peach against its figures.
@main
struct PeachBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peach-bench",
    abstract: "Measures Peach against its figures.",
    discussion: """
      Without a subcommand: all of them but durability, science, growth, intonation, play and map. Build with -c release, or the \
      figures mean nothing; a machine that does nothing else gives the steadiest ones. The exit status is 1 if a \
      goal is missed.

      EXAMPLES
        swift build -c release && swift run -c release --package-path Benchmarks peach-bench
        peach-bench callback --periods 100000
        peach-bench --json --server studio | jq .callback.goals
      """,
    subcommands: [AllCommand.self] + AllCommand.commands + [
      DurabilityCommand.self, ScienceCommand.self, GrowthCommand.self, IntonationCommand.self,
      PlayCommand.self, MapCommand.self, HelperCommand.self,
    ],
    defaultSubcommand: AllCommand.self)
}

struct AllCommand: BenchCommand {
  static let configuration = CommandConfiguration(
    commandName: "all", abstract: "All of these (what runs without a subcommand).")

  static let commands: [any BenchCommand.Type] = [
    StartupCommand.self, ProfileCommand.self, ExchangeCommand.self, CallbackCommand.self,
    LiveCommand.self, LatencyCommand.self, GapsCommand.self,
  ]

  @OptionGroup var options: BenchOptions

  func measure(into writer: ReportWriter) async throws {
    for type in Self.commands {
      var command = try type.parse([])
      command.options = options
      do {
        try await command.measure(into: writer)
      } catch BenchFault.noServer {
        let name = type.configuration.commandName ?? ""
        let message = "\(name) is left out, or a part of it: \(BenchFault.noServer)\n"
        FileHandle.standardError.write(Data(message.utf8))
      }
    }
  }
}

/// A subcommand that measures something and passes its reports to a writer.
nonisolated protocol BenchCommand: AsyncParsableCommand {
  var options: BenchOptions { get set }

  @MainActor func measure(into writer: ReportWriter) async throws
}

nonisolated extension BenchCommand {
  @MainActor func run() async throws {
    let writer = ReportWriter(isJSON: options.json)
    let task = Task { try await measure(into: writer) }
    // Ctrl-C ends a measurement in good order: the server gets its period back, and temporary files are removed.
    let signals = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      // Not the main queue: a measurement may keep the main thread busy.
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in task.cancel() }
      source.resume()
      return source
    }
    defer { signals.forEach { $0.cancel() } }
    do {
      try await task.value
    } catch is CancellationError {
      throw ExitCode(128 + SIGINT)
    }
    try writer.finish()
    if writer.hasMissedGoals { throw ExitCode.failure }
  }
}

/// The options of all benchmarks.
struct BenchOptions: ParsableArguments {
  @Flag(help: "Print one JSON object instead of tables.") var json = false
  @Option(help: "The JACK server to measure on; else JACK_DEFAULT_SERVER's.") var server: String?
  @Option(help: "The program to start; else the release build of Peach.", completion: .file())
  var peach: String?
  @Option(help: "How often what takes long is timed.", transform: wholeNumber) var tries = 7
  @Option(help: "The results of the longest history.", transform: wholeNumber)
  var records = 1_000_000

  /// - Throws: ``BenchFault/failed(_:messages:)``
  func program() throws -> URL {
    let releaseBuild = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../.build/release/peach").standardizedFileURL
    let program = peach.map { URL(fileURLWithPath: $0) } ?? releaseBuild
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw BenchFault.failed(program.path, messages: "build it, or name one with --peach")
    }
    return program
  }
}

/// The number of an option that takes one from 1 up.
nonisolated func wholeNumber(_ text: String) throws -> Int {
  guard let number = Int(text), number > 0 else {
    throw ValidationError("a whole number from 1 up is needed, not \(text).")
  }
  return number
}

/// The reason why there is nothing to report.
enum BenchFault: Error, Hashable, CustomStringConvertible {
  case noServer
  case noPort
  /// A program or a part of this one did not do what was asked for.
  case failed(String, messages: String)

  var description: String {
    switch self {
    case .noServer: "no JACK server answers; name one with --server or JACK_DEFAULT_SERVER"
    case .noPort: "the JACK server gave no port or did not let the client run"
    case .failed(let name, let messages): "\(name) failed: \(messages)"
    }
  }
}
