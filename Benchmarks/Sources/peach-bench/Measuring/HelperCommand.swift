import ArgumentParser
import Foundation

/// The programs that benchmarks start and talk to by lines, in one command of this program. They run until their input
/// ends.
struct HelperCommand: AsyncParsableCommand {
  static let name = "helper"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Do what a benchmark asks for, until the end of input.",
    shouldDisplay: false)

  enum Role: String, ExpressibleByArgument, CaseIterable {
    /// JACK clients: the program's own, FluidSynth's, one that plays nothing, and one that watches ports.
    case tone, fluidSynth, empty, ports
    /// Stores results until it is killed.
    case writer
  }

  @Argument var role: Role
  @Option var server: String?
  @Option var clientName = "peach-bench-helper"
  @Option(help: "The font of FluidSynth; else the built-in one.") var font: String?
  @Flag(help: "FluidSynth without reverb and chorus.") var dry = false
  @Option(help: "The history of the writer.") var database = ""

  func run() async throws {
    switch role {
    case .tone: try await ToneHelper.run(clientName, server: server)
    case .fluidSynth:
      try await PlainFluidSynth.runClient(clientName, server: server, font: font, isDry: dry)
    case .empty: try await JackClient.runEmpty(clientName, server: server)
    case .ports: try await PortWatch.runHelper(clientName, server: server)
    case .writer: try await KillTrial.runWriter(URL(fileURLWithPath: database))
    }
  }

  static func answer(_ answer: String) {
    // Not print: the other side waits for the answer, which must not stay in a buffer.
    FileHandle.standardOutput.write(Data((answer + "\n").utf8))
  }
}

extension Program {
  /// A helper that does not run yet.
  static func helper(
    _ role: HelperCommand.Role, _ options: [String] = [], server: String? = nil
  ) -> Program {
    Program(
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(),
      [HelperCommand.name, role.rawValue] + options + (server.map { ["--server", $0] } ?? []),
      server: server)
  }

  /// Starts a client on a server, again and again until it says that it runs: the server may not be there yet.
  ///
  /// - Throws: ``BenchFault/failed(_:messages:)``, `CancellationError`
  static func client(
    _ role: HelperCommand.Role, _ options: [String] = [], server: String?
  ) async throws -> Program {
    let deadline = ContinuousClock.now + .seconds(20)
    while true {
      try Task.checkCancellation()
      let program = helper(role, options, server: server)
      try program.start()
      if await program.nextLine() == "ok" { return program }
      program.finish()
      guard ContinuousClock.now < deadline else {
        throw BenchFault.failed(role.rawValue, messages: program.messages)
      }
      try await Task.sleep(for: .milliseconds(100))
    }
  }
}
