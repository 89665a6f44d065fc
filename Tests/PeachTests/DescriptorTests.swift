import Foundation
import History
import TestSupport
import Testing

@testable import PeachApp

@Suite("Descriptors that are closed or full, and bytes that are not text", .timeLimit(.minutes(1)))
@MainActor
struct DescriptorProcessTests {
  private let home: Home

  init() throws {
    home = try Home()
    try TrainingDataStore(url: home.history).close()
  }

  private func run(
    _ line: String, _ arguments: [String]
  ) async throws -> (status: Int32, errors: String) {
    let peach = try PeachProcess(shell: line, arguments, home: home)
    peach.endInput()
    return await peach.finish()
  }

  private nonisolated static let commands = [
    "data export -", "data check", "data path", "profile", "profile --json",
    "settings list", "settings get noteDuration", "settings path", "sounds list", "sounds path",
    "sounds info sine", "info", "doctor", "report --out -", "simulate --trials 5",
    "--help",
    "compare --help", "--version", "help", "--generate-completion-script bash",
  ]

  @Test(
    "74 at once, and one line", arguments: commands,
    ["exec timeout 120 \"$@\" >&-", "exec timeout 120 \"$@\" >/dev/full"])
  func output(command: String, line: String) async throws {
    let result = try await run(line, command.split(separator: " ").map(String.init))
    #expect(result.status == 74, "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }

  @Test("a pipe that nobody reads", arguments: commands)
  func brokenPipe(command: String) async throws {
    let line = """
      mkfifo "$XDG_DATA_HOME.fifo"; exec 4<>"$XDG_DATA_HOME.fifo" 3>"$XDG_DATA_HOME.fifo"; exec 4>&-
      exec "$@" >&3 3>&-
      """
    let result = try await run(line, command.split(separator: " ").map(String.init))
    #expect(result.status == 74, "\(result.errors)")
  }

  @Test("a history that is opened with standard output closed stays what it is")
  func historyIsKept() async throws {
    _ = try await run("exec \"$@\"", ["data", "check"])
    let result = try await run("exec \"$@\" >&- 2>&-", ["data", "export", "-"])
    #expect(result.status == 74)
    #expect(try await run("exec \"$@\"", ["data", "check"]).status == 0)
  }

  @Test(
    "a folder whose name is not UTF-8 is refused by the variable's name, and nothing is made beside",
    arguments: [
      "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
    ])
  func folders(variable: String) async throws {
    let base = home.directory.path
    let line = "export \(variable)=$(printf '\(base)/b\\351d'); exec \"$@\""
    for command in [["settings", "set", "noteDuration", "0.7"], ["profile"], ["sounds", "list"]] {
      let result = try await run(line, command)
      #expect(result.status == 78)
      #expect(result.errors.contains("\(variable) is not UTF-8"))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: base)
    #expect(!names.contains { $0.hasPrefix("b") })
  }

  @Test("an argument that is not UTF-8 is refused")
  func argument() async throws {
    let result = try await run("exec \"$@\" \"$(printf 'b\\351d')\"", ["data", "check", "--data"])
    #expect(result.status == 64)
    #expect(result.errors.contains("not UTF-8"))
  }

  @Test(
    "a server's name that libjack must not see is refused with what is allowed",
    arguments: [300, 5000])
  func serverNames(count: Int) async throws {
    let name = String(repeating: "x", count: count)
    for command in [["midi", "list"], ["compare"], ["probe"], ["sounds", "play", "sine"]] {
      for (line, arguments) in [
        ("exec \"$@\"", command + ["--server", name]),
        ("JACK_DEFAULT_SERVER=\(name); export JACK_DEFAULT_SERVER; exec \"$@\"", command),
      ] {
        let result = try await run(line, arguments)
        #expect(result.status == 64, "\(command) \(result.errors)")
        #expect(result.errors.contains("1…63"))
      }
    }
  }
}
