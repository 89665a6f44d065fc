import Foundation
import Testing

@testable import Settings

@Suite("SettingsFile: replacing")
struct SettingsFileReplacingTests {
  private let files = FileManager.default

  @Test("a missing file is created with its directories, for the user alone")
  func created() throws {
    let home = try TemporaryHome()
    try home.file.set(.noteDuration, "2")
    #expect(try home.text() == SettingsFile.header + "noteDuration = 2.0\n")
    #expect(SettingsFile.header.hasPrefix("# "))
    #expect(SettingsFile.header.hasSuffix("\n"))
    #expect(try home.mode(of: home.path + "/config") == 0o700)
    #expect(try home.mode(of: home.path + "/config/peach") == 0o700)
    #expect(try home.names() == ["config.toml"])
  }

  @Test("a file that was named is created, too, when it is set, but not when it is unset")
  func createdByName() throws {
    let home = try TemporaryHome()
    let file = SettingsFile(namedByUser: home.path + "/a/b.toml")
    #expect(throws: SettingsError.missingFile(path: file.path)) { try file.unset(.noteDuration) }
    #expect(!files.fileExists(atPath: home.path + "/a"))
    try file.set(.noteDuration, "2")
    #expect(try file.problems().isEmpty)
  }

  @Test("unsetting in a file that is not there creates nothing")
  func unsetWithoutFile() throws {
    let home = try TemporaryHome()
    try home.file.unset(.noteDuration)
    #expect(!files.fileExists(atPath: home.path + "/config"))
  }

  @Test("a symbolic link survives, and so does a chain of them", arguments: [true, false])
  func symbolicLink(targetExists: Bool) throws {
    let home = try TemporaryHome()
    try home.write("")
    let dotfiles = home.path + "/dotfiles"
    try files.createDirectory(atPath: dotfiles, withIntermediateDirectories: true)
    try files.removeItem(atPath: home.file.path)
    try files.createSymbolicLink(
      atPath: home.file.path, withDestinationPath: "../../dotfiles/link.toml")
    try files.createSymbolicLink(
      atPath: dotfiles + "/link.toml", withDestinationPath: dotfiles + "/real.toml")
    if targetExists {
      try Data("# mine\n".utf8).write(to: URL(fileURLWithPath: dotfiles + "/real.toml"))
    }

    try home.file.set(.noteDuration, "2")

    let begin = targetExists ? "# mine\n" : SettingsFile.header
    #expect(try home.text() == begin + "noteDuration = 2.0\n")
    #expect(
      try files.destinationOfSymbolicLink(atPath: home.file.path) == "../../dotfiles/link.toml")
    #expect(try files.contentsOfDirectory(atPath: dotfiles).sorted() == ["link.toml", "real.toml"])
    #expect(try home.names() == ["config.toml"])
  }

  @Test("links in a circle are an error")
  func circle() throws {
    let home = try TemporaryHome()
    let path = home.path + "/a"
    try files.createSymbolicLink(atPath: path, withDestinationPath: "a")
    let file = SettingsFile(namedByUser: path)
    #expect(throws: SettingsError.cannotWrite(path: path, errno: ELOOP)) {
      try file.set(.noteDuration, "2")
    }
    let unreadable = SettingsError.unreadableFile(path: path, reason: .system(errno: ELOOP))
    #expect(throws: unreadable) { try file.problems() }
  }

  @Test("the mode stays", arguments: [0o600, 0o640, 0o664])
  func mode(mode: Int) throws {
    let home = try TemporaryHome()
    try home.write("")
    try files.setAttributes([.posixPermissions: mode], ofItemAtPath: home.file.path)
    try home.file.set(.noteDuration, "2")
    #expect(try home.mode(of: home.file.path) == mode)
  }

  @Test("a file is replaced, never rewritten: who has it open reads the old bytes to their end")
  func atomic() throws {
    let home = try TemporaryHome()
    try home.write("noteDuration = 1\n")
    let reader = try #require(FileHandle(forReadingAtPath: home.file.path))
    try home.file.set(.noteDuration, "2")
    #expect(try reader.readToEnd() == Data("noteDuration = 1\n".utf8))
    #expect(try home.text() == "noteDuration = 2.0\n")
  }

  @Test("a file that already says so is not replaced")
  func untouched() throws {
    let home = try TemporaryHome()
    try home.write("noteDuration = 2\n")
    let before = try home.fileNumber()
    try home.file.set(.noteDuration, "2.0")
    try home.file.unset(.strategy)
    #expect(try home.fileNumber() == before)
    #expect(try home.text() == "noteDuration = 2\n")
    try home.file.set(.noteDuration, "2.1")
    #expect(try home.fileNumber() != before)
  }

  @Test("where nothing can be created, nothing is left behind")
  func cannotCreate() throws {
    let home = try TemporaryHome()
    try Data().write(to: URL(fileURLWithPath: home.path + "/config"))
    let error = SettingsError.cannotCreate(path: home.path + "/config/peach", errno: ENOTDIR)
    #expect(throws: error) { try home.file.set(.noteDuration, "2") }
    #expect(try files.contentsOfDirectory(atPath: home.path) == ["config"])
    #expect(try home.file.problems().isEmpty)
  }

  @Test("a directory is never replaced")
  func cannotWrite() throws {
    let home = try TemporaryHome()
    let directory = home.path + "/directory"
    try files.createDirectory(atPath: directory, withIntermediateDirectories: true)
    #expect(throws: SettingsError.self) {
      try SettingsFile(namedByUser: directory).set(.noteDuration, "2")
    }
    #expect(try files.contentsOfDirectory(atPath: home.path) == ["directory"])
  }

  @Test("many editors at once lose nothing")
  func concurrent() async throws {
    let home = try TemporaryHome()
    let file = home.file
    try await withThrowingTaskGroup(of: Void.self) { group in
      for key in SettingKey.allCases {
        group.addTask { try file.set(key, key.defaultValue.text) }
      }
      try await group.waitForAll()
    }
    let contents = try file.contents(of: try file.image())
    #expect(Set(contents.entries.keys) == Set(SettingKey.allCases))
    #expect(try home.names() == ["config.toml"])
  }
}
