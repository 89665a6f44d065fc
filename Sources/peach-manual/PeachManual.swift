import ArgumentParser
import Foundation
import Settings

/// Generates the manual pages and the default settings file from the program's own descriptions.
@main
struct PeachManual: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peach-manual",
    abstract: "Generate the manual pages and the default settings file from the help of peach.",
    discussion: "EXAMPLE\n  peach-manual .build/debug/peach .")

  @Argument(help: "The program peach.", completion: .file()) var program: String
  @Argument(help: "The folder that contains man and config.", completion: .directory)
  var folder: String

  func run() throws {
    let dump = try output("--experimental-dump-help")
    let help = try JSONDecoder().decode(ProgramHelp.self, from: dump)
    try renew("man/peach.1", with: CommandPage(help: help).parts)
    let rows = try JSONDecoder().decode(
      [ConfigurationPage.Row].self, from: output("settings", "list", "--json"))
    try renew("man/peach-config.5", with: ConfigurationPage.parts(rows))
    try Data(DefaultFile.text.utf8).write(to: url("config/peach.toml"))
  }

  private func url(_ name: String) -> URL {
    URL(fileURLWithPath: folder).appending(path: name)
  }

  private func renew(_ name: String, with parts: [String: String]) throws {
    let page = try String(contentsOf: url(name), encoding: .utf8)
    try Data(ManualPage.renew(page, with: parts).utf8).write(to: url(name))
  }

  private func output(_ arguments: String...) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    // English, and no user's settings.
    process.environment = ProcessInfo.processInfo.environment
      .merging([
        "LC_ALL": "C.UTF-8", "LANGUAGE": "", "XDG_CONFIG_HOME": "/nonexistent",
        "XDG_CONFIG_DIRS": "/nonexistent",
      ]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ExitCode(70) }
    return data
  }
}

/// The part of peach-config(5) that is generated from the settings.
enum ConfigurationPage {
  /// A setting in the output of `peach settings list --json`.
  struct Row: Decodable {
    let name: String
    let meaning: String
    let allowed: String
  }

  static func parts(_ rows: [Row]) -> [String: String] {
    let rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
    return [
      "settings": section(SettingTable.rows.filter { !$0.isControl }, rows),
      "controls": section(SettingTable.rows.filter(\.isControl), rows),
    ]
  }

  private static func section(_ settings: [SettingRow], _ rows: [String: Row]) -> String {
    settings.map(\.key).compactMap { key in
      guard let row = rows[key.name] else { return nil }
      let value = key.defaultValue.toml
      return Roff.item(
        "\(Roff.bold(key.name)) = \(Roff.text(value))",
        """
        \(Roff.text(row.meaning))
        Allowed: \(Roff.text(row.allowed)).
        Option: \(Roff.bold(key.optionName)).
        """)
    }.joined(separator: "\n")
  }
}
