import Foundation
import TestSupport
import Testing

@testable import peach_manual

/// The completions of packages: `tools/completions` writes them from the program's own description.
@Suite("The completions of packages", .timeLimit(.minutes(1)))
@MainActor
struct CompletionsProcessTests {
  private let home: Home

  init() throws { home = try Home() }

  private static let tool = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("tools/completions").path

  /// The limit for all shells together, in bytes.
  private static let limit = 70_000

  private func file(_ name: String) -> URL { home.directory.appendingPathComponent(name) }

  /// What the program says of itself, asked for once: a build for debugging takes seconds for it.
  private static let description = Task { @MainActor in
    let home = try Home()
    defer { withExtendedLifetime(home) {} }
    let peach = try PeachProcess(["--experimental-dump-help"], home: home)
    peach.endInput()
    return await peach.rest().joined(separator: "\n")
  }

  /// Writes the program's description of itself to a file of the home, and returns it.
  private func describe() async throws -> ProgramHelp {
    let text = try await Self.description.value
    try Data(text.utf8).write(to: file("help.json"))
    return try JSONDecoder().decode(ProgramHelp.self, from: Data(text.utf8))
  }

  /// Runs a script of `sh`; returns its lines and its exit code.
  private func run(_ script: String, _ arguments: String...) async throws -> ([String], Int32) {
    let child = try ChildProcess(
      "/bin/bash", ["-c", script, "bash"] + arguments, environment: home.environment)
    try child.input.close()
    var lines: [String] = []
    for await line in ChildProcess.lines(of: child.output) { lines.append(line) }
    return (lines, await child.end())
  }

  /// The completions for a shell, which are also in a file of the home.
  private func completions(_ shell: String) async throws -> String {
    let script = #""$1" "$2" <"$3" >"$4""#
    let path = file("completions.\(shell)")
    let (_, code) = try await run(script, Self.tool, shell, file("help.json").path, path.path)
    #expect(code == 0)
    return try String(contentsOf: path, encoding: .utf8)
  }

  @Test("every command and option is in them, each shell can read its own, and they are small")
  func isComplete() async throws {
    let help = try await describe()
    var size = 0
    for shell in ["bash", "zsh", "fish"] {
      let script = try await completions(shell)
      size += script.utf8.count
      for command in help.command.leaves {
        let name = command.fullName.dropFirst("peach ".count)
        #expect(script.contains(name), "\(shell): \(name)")
        for argument in command.arguments ?? [] where argument.shouldDisplay {
          for option in argument.names ?? [] {
            #expect(script.contains(option.text), "\(shell): \(option.text)")
          }
        }
      }
      let (_, code) = try await run(
        #"! command -v "$1" >/dev/null || "$1" -n "$2""#, shell, file("completions.\(shell)").path)
      #expect(code == 0, "\(shell) cannot read its completions")
    }
    #expect(size < Self.limit)
  }

  @Test(
    "in bash, commands, options and values are completed as words that are typed",
    arguments: [
      ("peach data exp", "export"), ("peach data export --forc", "--force"),
      ("peach compare --json --js", ""), ("peach settings get noteG", "noteGap"),
      ("peach compare --connect-midi a --connect-m", "--connect-midi --connect-midi-output"),
      ("peach compare --strategy k", "kazez"), ("peach help doc", "doctor"),
    ])
  func completesInBash(line: String, expected: String) async throws {
    _ = try await describe()
    _ = try await completions("bash")
    let script = #"""
      source "$1"
      COMP_LINE=$2 COMP_POINT=${#2}
      read -ra COMP_WORDS <<<"$2"
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _peach
      printf '%s\n' "${COMPREPLY[@]}" | sort
      """#
    let (lines, code) = try await run(script, file("completions.bash").path, line)
    #expect(code == 0)
    #expect(
      Set(lines.filter { !$0.isEmpty }) == Set(expected.split(separator: " ").map(String.init)))
  }

  @Test("what is not the description of a program is refused")
  func refuses() async throws {
    let (lines, code) = try await run(#"printf '{}' | "$1" zsh"#, Self.tool)
    #expect(code == 65)
    #expect(lines.isEmpty)
  }
}
