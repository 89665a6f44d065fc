import Foundation
import Settings
import TestSupport
import Testing

@testable import peach_manual

/// The manual pages, the completions and the user's guide match the program's own descriptions.
@Suite("The manual", .timeLimit(.minutes(1)))
@MainActor
struct ManualProcessTests {
  private let home: Home

  init() throws { home = try Home() }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func committed(_ name: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(name), encoding: .utf8)
  }

  private func output(_ arguments: String...) async throws -> String {
    let peach = try PeachProcess(arguments, home: home)
    peach.endInput()
    return await peach.rest().joined(separator: "\n") + "\n"
  }

  private func help() async throws -> ProgramHelp {
    let dump = try await output("--experimental-dump-help")
    return try JSONDecoder().decode(ProgramHelp.self, from: Data(dump.utf8))
  }

  private func settings() async throws -> [ConfigurationPage.Row] {
    let rows = try await output("settings", "list", "--json")
    return try JSONDecoder().decode([ConfigurationPage.Row].self, from: Data(rows.utf8))
  }

  @Test("the generated parts of the pages are those of today's help; else run tools/manual")
  func pages() async throws {
    let pages = [
      "man/peach.1": CommandPage(help: try await help()).parts,
      "man/peach-config.5": ConfigurationPage.parts(try await settings()),
    ]
    for (name, parts) in pages {
      let page = try committed(name)
      #expect(try ManualPage.renew(page, with: parts) == page, "\(name)")
      #expect(try ManualPage.renew(page, with: parts.mapValues { $0 + "x" }) != page)
    }
  }

  @Test(
    "the program generates completions with every command and option, which the shell can read",
    arguments: ["bash", "zsh", "fish"])
  func completions(shell: String) async throws {
    let script = try await completionScript(for: shell)
    for command in try await help().command.leaves {
      let name = try #require(command.fullName.split(separator: " ").last)
      #expect(script.contains(name), "\(command.fullName)")
      for argument in command.arguments ?? [] where argument.shouldDisplay && !argument.isOfLibrary
      {
        for name in argument.names ?? [] {
          let option = name.text.drop { $0 == "-" }
          #expect(script.contains(option), "\(command.fullName) \(name.text)")
        }
      }
    }
    guard
      let program = ["/bin", "/usr/bin", "/usr/local/bin"].map({ "\($0)/\(shell)" })
        .first(where: FileManager.default.isExecutableFile)
    else { return }
    let file = try written(script, as: "completions.\(shell)")
    let check = try ChildProcess(program, ["-n", file], environment: home.environment)
    var complaints: [String] = []
    for await line in ChildProcess.lines(of: check.errors) { complaints.append(line) }
    #expect(await check.end() == 0, "\(complaints)")
  }

  private func completionScript(for shell: String) async throws -> String {
    try await output("--generate-completion-script", shell)
  }

  /// Writes a text into the home, and returns the path of the file.
  private func written(_ text: String, as name: String) throws -> String {
    let file = home.directory.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  @Test("the page of the configuration has every key with its option and default")
  func configuration() throws {
    let page = try committed("man/peach-config.5")
    for key in SettingKey.allCases {
      #expect(page.contains("\\fB\(key.name)\\fP = \(Roff.text(key.defaultValue.toml))"))
      #expect(page.contains(Roff.text(key.optionName)))
    }
  }

  @Test("every command stands in docs/using.md, and every option in the manual page")
  func everywhere() async throws {
    let guide = try committed("docs/using.md")
    let page = try committed("man/peach.1") + committed("man/peach-config.5")
    let leaves = try await help().command.leaves
    #expect(leaves.count > 15)
    for command in leaves {
      let words = command.fullName.dropFirst("peach ".count)
      #expect(
        guide.contains("tools/run \(words)") || guide.contains("peach \(words)"), "\(words)")
      for argument in command.arguments ?? [] where argument.shouldDisplay && !argument.isOfLibrary
      {
        for name in argument.names ?? [] { #expect(page.contains(Roff.text(name.text))) }
      }
    }
  }

  @Test("peach(1) is short, and its answers to \"How do I ...\" are commands that exist")
  func answers() async throws {
    let page = try committed("man/peach.1")
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 600)
    let section = try #require(page.components(separatedBy: ".SH HOW DO I ...\n").last)
    let answers = section.components(separatedBy: "\n.SH ")[0]
    #expect(answers.components(separatedBy: ".TP\n").count > 20)
    let leaves = try await help().command.leaves
    let keys = SettingKey.allCases.map(\.name)
    var count = 0
    for match in answers.replacing("\\-", with: "-").matches(of: #/\\fB(peach [a-z][^\\]*)\\fP/#) {
      let words = match.1.split(separator: " ").map(String.init)
      count += 1
      let command = try #require(
        leaves.first {
          $0.fullName.split(separator: " ").map(String.init)
            == Array(words.prefix($0.fullName.split(separator: " ").count))
        }, "\(match.1)")
      if command.fullName == "peach settings set" {
        #expect(keys.contains(words[3]), "\(match.1)")
        if words[4] != "NAME", let value = words[4...].joined(separator: " ") as String? {
          let key = try SettingKey.named(words[3])
          #expect(key == .soundSource || SettingValue(key, text: value) != nil, "\(match.1)")
        }
      }
      for word in words where word.hasPrefix("--") {
        let names = (command.arguments ?? []).flatMap { $0.names ?? [] }.map(\.text)
        #expect(names.contains(word), "\(match.1)")
      }
    }
    #expect(count > 15)
  }

  @Test("a page without its marks is refused; what stands outside them stays as it is")
  func marks() throws {
    let page = """
      before
      .\\" generated by tools/manual: a
      old
      .\\" end of what is generated
      after
      """
    let renewed = try ManualPage.renew(page, with: ["a": "new"])
    #expect(renewed == page.replacingOccurrences(of: "old", with: "new"))
    #expect(try ManualPage.renew(renewed, with: ["a": "new"]) == renewed)
    #expect(throws: ManualPage.MissingPart.self) { try ManualPage.renew(page, with: ["b": ""]) }
  }

  @Test("text becomes troff that shows it as it was")
  func roff() {
    #expect(Roff.text("a-b\\n") == "a\\-b\\en")
    #expect(Roff.text(".x\n'y\nz") == "\\&.x\n\\&'y\nz")
  }

  @Test(
    "bash completes commands, options, values, keys and lists",
    arguments: [
      (["peach", "do"], "doctor"), (["peach", "data", "ch"], "check"),
      (["peach", "compare", "--strat"], "--strategy"),
      (["peach", "compare", "--strategy", "ad"], "adaptive"),
      (["peach", "compare", "--tuning", "mean"], "meantone"),
      (["peach", "compare", "--intervals", "P1,TT"], "P1,TT-"),
      (["peach", "match", "--controller", "akai-lp"], "akai-lpd8"),
      (["peach", "settings", "get", "noteD"], "noteDuration"),
      (["peach", "settings", "set", "strategy", "ka"], "kazez"),
    ])
  func bash(words: [String], expected: String) async throws {
    // What bash itself does when Tab is pressed, with the program that lies beside the tests.
    let script = """
      PATH=$(dirname "$1"):$PATH
      source "$2"
      shift 2
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
      COMP_TYPE=9 COMP_KEY=9
      $(complete -p peach | sed 's/.*-F \\([^ ]*\\).*/\\1/') peach "${@: -1}" "${@: -2:1}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let file = try written(try await completionScript(for: "bash"), as: "peach.bash")
    let shell = try ChildProcess(
      "/bin/bash", ["-c", script, "bash", PeachProcess.program.path, file] + words,
      environment: home.environment)
    var found: [String] = []
    for await line in ChildProcess.lines(of: shell.output) {
      found.append(line.trimmingCharacters(in: .whitespaces))
    }
    _ = await shell.end()
    #expect(found.contains(expected), "\(found)")
  }
}
