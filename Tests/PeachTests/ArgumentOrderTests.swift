import ArgumentParser
import Testing

@testable import PeachApp
@testable import Program

@Suite("Global options before the subcommand")
@MainActor
struct ArgumentOrderTests {
  @Test(
    "they move behind the subcommand, with their values, and nothing else moves",
    arguments: [
      ("--json profile", "profile --json"),
      ("--server desk --json data export f --force", "data export --server desk --json f --force"),
      ("data --config=c.toml check --json", "data check --config=c.toml --json"),
      ("--server compare compare", "compare --server compare"),
      (
        "--connect-midi a --connect-midi b midi list", "midi list --connect-midi a --connect-midi b"
      ),
      (
        "--no-connect --exact-name --client-name x match",
        "match --no-connect --exact-name --client-name x"
      ),
      ("compare --json -- x", "compare --json -- x"), ("--json", "--json"), ("", ""),
      ("--json dance", "--json dance"), ("--help profile", "--help profile"),
      ("--json --nonsense profile", "--json --nonsense profile"), ("--server", "--server"),
      ("--trials 3 compare", "--trials 3 compare"), ("--json -- profile", "--json -- profile"),
      ("settings set outputLevel -20 --json", "settings set outputLevel --json -- -20"),
      ("settings set outputLevel -- -20", "settings set outputLevel -- -20"),
      ("compare --output-level -20", "compare --output-level -20"),
      ("settings set noteDuration --json", "settings set noteDuration --json"),
    ])
  func order(given: String, expected: String) {
    let words = given.split(separator: " ").map(String.init)
    #expect(
      ArgumentOrder.arranged(words, of: Peach.self)
        == expected.split(separator: " ").map(String.init))
  }

  @Test("every global option is known, with and without a value")
  func all() throws {
    for name in ["server", "client-name", "connect", "config", "data", "listener", "connect-midi"] {
      let words = ["--\(name)", "x", "info"]
      #expect(ArgumentOrder.arranged(words, of: Peach.self) == ["info", "--\(name)", "x"])
      _ = try GlobalOptions.parse(["--\(name)", "x"])
    }
    for name in ["exact-name", "no-connect", "json", "plain", "verbose"] {
      #expect(
        ArgumentOrder.arranged(["--\(name)", "info"], of: Peach.self) == ["info", "--\(name)"])
      _ = try GlobalOptions.parse(["--\(name)"])
    }
  }
}
