import ArgumentParser
import Foundation

/// A subcommand: it measures and hands its reports to a writer.
nonisolated protocol BenchCommand: AsyncParsableCommand {
  var output: OutputOptions { get }

  /// Whether a goal that is missed is a failure, rather than a figure.
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
