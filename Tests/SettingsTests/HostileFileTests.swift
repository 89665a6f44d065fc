import CTOML
import Foundation
import Testing

@testable import Settings

@Suite("SettingsFile: hostile bytes", .timeLimit(.minutes(1)))
@MainActor
struct HostileFileTests {
  private func error(reading bytes: some Sequence<UInt8>) throws -> SettingsError {
    let home = try TemporaryHome()
    try home.write(bytes)
    let error = try #require(throws: SettingsError.self) { try home.file.problems() }
    #expect(throws: error) { try FileUserSettings(file: home.file) }
    #expect(throws: error) { try home.file.set(.noteDuration, "2") }
    #expect(throws: error) { try home.file.unset(.noteDuration) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: home.file.path)) == Data(bytes))
    #expect(try home.names() == ["config.toml"])
    return error
  }

  @Test(
    "what is no TOML is told with its line",
    arguments: [
      ("noteDuration = 1\nnoteDuration = 2", 2), ("\n\nnoteDuration 1", 3), ("a = ", 1),
      ("\na = \"open\nb = 1", 2), ("# x\na = [1, 2", 2), ("a = 'x' 'y'", 1), ("= 1", 1),
      ("\r\n\r\na = 1 b", 3), ("a = \"\\q\"", 1), ("noteRangeMin = 99999999999999999999", 1),
      ("[a]\n[a]", 2), ("a = '''", 1), ("\"", 1), ("a = \"\\", 1), ("]", 1), ("\u{1}", 1),
      // These would stop the parser by an assertion.
      ("a = [\n}", 2), ("a = [1, }", 1), ("a = [\u{2028}]", 1), ("a = [{b = [}]", 1),
      ("a = 1979-05-27 7\n", 1), ("a = [1979-05-27 7]", 1), ("a = {b = 1979-05-27 7 }", 1),
      ("a = 1979-05-27Tx", 1), ("a = 07:32:00", 1), ("\n[=", 2), ("[[[a]]]", 1), ("[]", 1),
    ])
  func syntax(text: String, line: Int) throws {
    let error = try error(reading: text.utf8)
    guard case .syntax(_, line, let message) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(!message.isEmpty)
    #expect(!message.contains("\n"))
  }

  @Test("a syntax error names its file and its line")
  func syntaxPlace() throws {
    let home = try TemporaryHome()
    try home.write("\na ! 1")
    let error = try #require(throws: SettingsError.self) { try home.file.problems() }
    #expect(error.place == .file(path: home.file.path, line: 2))
  }

  @Test(
    "bytes that are no text are told with their line",
    arguments: [
      ([0xFF, 0xFE, 0x61, 0x00], 1), (Array("a = 1\n# ".utf8) + [0xC3, 0x28], 2),
      (Array("\n\nnoteDuration = 1 # ".utf8) + [0], 3), ([0xED, 0xA0, 0x80], 1), ([0], 1),
      ([0xEF, 0xBB, 0xBF, 0x0A, 0x80], 2), ([0xF0, 0x9F, 0x8D], 1),
    ])
  func notText(bytes: [UInt8], line: Int) throws {
    guard case .unreadableFile(_, .notText(line)) = try error(reading: bytes) else {
      Issue.record("\(try error(reading: bytes))")
      return
    }
  }

  @Test("NUL in disguise is refused, before a C string ends at it")
  func escapedNUL() throws {
    for text in [
      #"soundSource = "sf2:8:80\u0000x""#, #"soundSource = "sf2:8:80\U00000000x""#,
      #""noteDuration\u0000x" = 1"#, #"a = { "b\u0000" = ["\u0000"] }"#,
    ] {
      guard case .syntax(_, 1, _) = try error(reading: text.utf8) else {
        Issue.record("\(text)")
        continue
      }
    }
  }

  @Test("depth is refused, not followed")
  func deep() throws {
    let many = 60_000
    for text in [
      String(repeating: "a.", count: many) + "a = 1", String(repeating: "a.", count: many),
      "[" + String(repeating: "a.", count: many) + "a]", String(repeating: "[", count: many),
      "x = {" + String(repeating: "a.", count: many) + "a = 1}",
      "x = " + String(repeating: "[", count: many), "x = " + String(repeating: "{a=", count: many),
      "x = " + String(repeating: "[", count: many) + String(repeating: "]", count: many),
    ] {
      guard case .syntax(_, 1, _) = try error(reading: text.utf8) else {
        Issue.record("\(text.prefix(20))")
        continue
      }
    }
  }

  @Test("dots in comments and strings are no depth")
  func dots() throws {
    let home = try TemporaryHome()
    let dots = String(repeating: ".", count: 1000)
    try home.write("# \(dots)\nsoundSource = '\(dots):0:0' # \(dots)")
    #expect(try home.file.problems().isEmpty)
  }

  @Test("what is too large is not read to its end")
  func large() throws {
    let limit = FileImage.sizeLimit
    let bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: limit)
    let home = try TemporaryHome()
    try home.write(bytes)
    #expect(try home.file.problems().isEmpty)
    guard case .unreadableFile(_, .tooLarge(limit)) = try error(reading: bytes + [10]) else {
      Issue.record("it was read")
      return
    }
    let endless = SettingsFile(namedByUser: "/dev/zero")
    #expect(
      throws: SettingsError.unreadableFile(path: "/dev/zero", reason: .tooLarge(limit: limit))
    ) { try endless.problems() }
  }

  @Test(
    "a file with more statements than there can be settings is refused at the line",
    arguments: ["k%d = 1\n", "[t%d]\n", "\"\\u006b%d\" = 1\n", "t.k%d = 1\n"])
  func manyStatements(statement: String) throws {
    let text = (0..<20_000).map { statement.replacing("%d", with: "\($0)") }.joined()
    let error: SettingsError
    let home = try TemporaryHome()
    // As many of the 20 000 as fit into a file that is read.
    try home.write(text.utf8.prefix(FileImage.sizeLimit))
    error = try #require(throws: SettingsError.self) { try home.file.problems() }
    guard case .syntax(_, toml_most_statements + 1, _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("keys of inline tables count, too")
  func manyInlineKeys() throws {
    let keys = (0..<20_000).map { "k\($0)=1" }.joined(separator: ",")
    guard case .syntax(_, 1, _) = try error(reading: "a = {\(keys)}".utf8) else {
      Issue.record("it was parsed")
      return
    }
  }

  @Test("the most statements that are allowed are read, each with its line")
  func mostStatements() throws {
    let home = try TemporaryHome()
    try home.write((1...toml_most_statements).map { "k\($0) = 1\n" }.joined())
    let problems = try home.file.problems()
    #expect(problems.count == toml_most_statements)
    #expect(problems.last?.place == .file(path: home.file.path, line: toml_most_statements))
  }

  @Test("a directory and a pipe are no files")
  func notAFile() throws {
    let home = try TemporaryHome()
    let pipe = home.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [home.path, pipe] {
      let error = SettingsError.unreadableFile(path: path, reason: .notAFile)
      let file = SettingsFile(namedByUser: path)
      #expect(throws: error) { try FileUserSettings(file: file) }
      #expect(throws: error) { try file.set(.noteDuration, "2") }
      #expect(throws: error) { try file.unset(.noteDuration) }
    }
  }

  @Test("/dev/null says nothing, and is never replaced")
  func nullDevice() throws {
    let file = SettingsFile(namedByUser: "/dev/null")
    #expect(try file.problems().isEmpty)
    #expect(throws: SettingsError.cannotWrite(path: "/dev/null", errno: EINVAL)) {
      try file.set(.noteDuration, "2")
    }
  }

  @Test("no prefix and no single wrong byte of a good file stops the program")
  func everyPrefix() throws {
    let text = "\u{FEFF}\"noteDuration\" = 1.5 # x\r\nintervals = [ 'P1', \"\"\"P5\"\"\" ]\n[a.b]\n"
    let bytes = Array(text.utf8)
    for index in bytes.indices {
      _ = try? SettingsDocument(Array(bytes[..<index]), path: "")
      for wrong in Array("\"'\\[]{}#=.\n\r, \u{80}".utf8) {
        var changed = bytes
        changed[index] = wrong
        guard let document = try? SettingsDocument(changed, path: "") else { continue }
        for key in SettingKey.allCases {
          _ = document.setting(key.defaultValue)
          _ = document.removing(key)
        }
      }
    }
  }
}
