import Foundation
import Testing

@testable import Settings

@Suite("config/peach.toml")
struct ShippedConfigurationTests {
  private static let path = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("config/peach.toml").path

  private func text() throws -> String { try String(contentsOfFile: Self.path, encoding: .utf8) }

  @Test("it is what the table says; else run tools/manual")
  func generated() throws { #expect(try text() == DefaultFile.text) }

  @Test("it is valid and sets nothing")
  func valid() throws {
    let file = SettingsFile(namedByUser: Self.path)
    let contents = try file.contents(of: try file.image())
    #expect(contents.problems.isEmpty)
    #expect(contents.entries.isEmpty)
  }

  @Test("without its hash every setting has its default", arguments: SettingKey.allCases)
  func defaults(key: SettingKey) throws {
    let lines = try text().split(separator: "\n").filter { $0.hasPrefix("# \(key.name) = ") }
    #expect(lines == ["# \(key.name) = \(key.defaultValue.toml)"])
    let document = try SettingsDocument(Array(lines.joined().dropFirst(2).utf8), path: "")
    let contents = SettingsContents(document, path: "")
    #expect(contents.entries[key]?.value == key.defaultValue)
    #expect(contents.problems.isEmpty)
  }

  @Test("each setting is set right below its explanation", arguments: SettingKey.allCases)
  func set(key: SettingKey) throws {
    let home = try TemporaryHome()
    let text = try text()
    try home.write(text)
    try home.file.set(key, key.defaultValue.text)
    let assignment = "\(key.name) = \(key.defaultValue.toml)\n"
    let (shown, both) = ("# " + assignment, "# " + assignment + assignment)
    #expect(try home.text() == text.replacingOccurrences(of: shown, with: both))
    try home.file.unset(key)
    #expect(try home.text() == text)
  }
}
