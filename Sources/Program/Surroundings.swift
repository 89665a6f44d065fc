import Console
import Foundation

/// The parts of its process that a command uses. A test gives each command its own.
package nonisolated final class Surroundings: Sendable {
  package let environment: [String: String]
  @MainActor package let output: any TextOutput
  @MainActor package let messages: any TextOutput

  /// The replacement for standard input and the process's signals; `nil` for the process's own.
  @MainActor package let input: GivenInput?

  /// True if the command owns the process: its terminal, its signals, its memory.
  package let ownsProcess: Bool

  /// The surroundings that the current task gives to its commands; `nil` for those of the process.
  @TaskLocal package static var given: Surroundings?

  /// The surroundings of the command that runs.
  @MainActor package static var current: Surroundings { given ?? ofProcess }

  @MainActor private static let ofProcess = Surroundings(
    environment: ProcessInfo.processInfo.environment, output: DescriptorOutput.standardOutput,
    messages: DescriptorOutput.standardError, input: nil)

  /// The environment of the command that runs. Any thread: completions do not run on the main
  /// thread.
  static var currentEnvironment: [String: String] {
    given?.environment ?? ProcessInfo.processInfo.environment
  }

  @MainActor package init(
    environment: [String: String], output: any TextOutput, messages: any TextOutput,
    input: GivenInput?
  ) {
    self.environment = environment
    self.output = output
    self.messages = messages
    self.input = input
    ownsProcess = input == nil
  }

  /// True if the descriptor is a terminal that the command may use.
  @MainActor package func isTerminal(_ descriptor: CInt) -> Bool {
    input?.isTerminal ?? (isatty(descriptor) == 1)
  }

  /// The terminal, if standard output is one.
  @MainActor package func terminal(_ capabilities: TerminalCapabilities) -> Terminal? {
    guard isTerminal(STDOUT_FILENO) else { return nil }
    return ownsProcess
      ? Terminal(capabilities: capabilities) : Terminal(given: output, capabilities: capabilities)
  }
}
