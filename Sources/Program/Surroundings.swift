import Console
import Foundation

/// What a command uses of the process that it runs in. A test gives each command its own.
package nonisolated final class Surroundings: Sendable {
  package let environment: [String: String]
  @MainActor package let output: any TextOutput
  @MainActor package let messages: any TextOutput

  /// What takes the place of standard input and of the process's signals; `nil` for the process itself.
  @MainActor package let input: GivenInput?

  /// Whether the command owns the process: its terminal, its signals, its memory.
  package let ownsProcess: Bool

  /// Those that the current task gives to the commands that it runs; `nil` for those of the process.
  @TaskLocal package static var given: Surroundings?

  /// Those of the command that runs.
  @MainActor package static var current: Surroundings { given ?? ofProcess }

  @MainActor private static let ofProcess = Surroundings(
    environment: ProcessInfo.processInfo.environment, output: DescriptorOutput.standardOutput,
    messages: DescriptorOutput.standardError, input: nil)

  /// The environment of the command that runs. Any thread: completions are not made on the main thread.
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

  /// Whether a descriptor is a terminal that the command may use.
  @MainActor package func isTerminal(_ descriptor: CInt) -> Bool {
    input?.isTerminal ?? (isatty(descriptor) == 1)
  }

  /// The terminal, if standard input and output are one.
  @MainActor package func terminal(_ capabilities: TerminalCapabilities) -> Terminal? {
    guard isTerminal(STDOUT_FILENO) else { return nil }
    return ownsProcess
      ? Terminal(capabilities: capabilities) : Terminal(given: output, capabilities: capabilities)
  }
}
