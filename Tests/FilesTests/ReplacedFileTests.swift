import Foundation
import Testing

@testable import Files

@Suite("ReplacedFile")
struct ReplacedFileTests {
  @Test("a missing file is created, and an old one replaced", arguments: [true, false])
  func replaced(exists: Bool) throws {
    let folder = try TemporaryFolder()
    if exists { try folder.write("old", to: "file") }
    try replaceAtomically(folder.path + "/file", with: Array("new".utf8), .edited)
    #expect(try folder.text("file") == "new")
    #expect(try folder.names == ["file"])
  }

  @Test("a file that is not committed leaves nothing behind")
  func abandoned() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    do {
      var file = try ReplacedFile(folder.path + "/file", .edited)
      try file.write("new".utf8)
      #expect(try folder.names.count == 2)
    }
    #expect(try folder.text("file") == "old")
    #expect(try folder.names == ["file"])
  }

  @Test("who has the file open reads the old bytes to their end")
  func atomic() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    let reader = try #require(FileHandle(forReadingAtPath: folder.path + "/file"))
    try replaceAtomically(folder.path + "/file", with: Array("new".utf8), .output(replacing: true))
    #expect(try reader.readToEnd() == Data("old".utf8))
    #expect(try folder.text("file") == "new")
  }

  @Test("many pieces arrive in their order")
  func pieces() throws {
    let folder = try TemporaryFolder()
    var file = try ReplacedFile(folder.path + "/file", .renewed)
    let line = String(repeating: "x", count: 999) + "\n"
    for _ in 0..<200 { try file.write(line.utf8) }
    try file.commit()
    #expect(try folder.text("file") == String(repeating: line, count: 200))
  }

  @Test(
    "a new file is for this user alone, and takes the place of nothing that comes meanwhile",
    arguments: [true, false])
  func new(isNameless: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    func newFile(_ path: String) throws -> ReplacedFile {
      try ReplacedFile(path, .new, triesNameless: isNameless)
    }
    var first = try newFile(path)
    try first.write("new")
    #expect(try folder.names.count == (isNameless ? 0 : 1))
    try first.commit()
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600 && status.st_nlink == 1)
    #expect(throws: FileFault.exists(path: path)) { _ = try newFile(path) }
    let other = folder.path + "/other"
    var file = try newFile(other)
    try file.write("late")
    try folder.write("early", to: "other")
    do throws(FileFault) {
      try file.commit()
      Issue.record("replaced")
    } catch {
      #expect(error == .exists(path: other))
    }
    #expect(try folder.text("other") == "early" && folder.text("file") == "new")
    #expect(try folder.names == ["file", "other"])
  }

  @Test("an output replaces nothing unless the user says so")
  func protected() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    let path = folder.path + "/file"
    #expect(throws: FileFault.exists(path: path)) {
      try replaceAtomically(path, with: [], .output(replacing: false))
    }
    #expect(try folder.text("file") == "old")
  }

  @Test("a file that is edited keeps its permissions", arguments: [0o600, 0o640, 0o664])
  func mode(mode: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    try folder.setMode(of: "file", to: mode)
    try replaceAtomically(folder.path + "/file", with: [1], .edited)
    #expect(try folder.mode(of: "file") == mode)
  }

  @Test("a file of results is for this user alone, whatever was in its place")
  func privateMode() throws {
    let folder = try TemporaryFolder()
    for rule in [ReplacedFile.Rule.renewed, .output(replacing: true)] {
      try folder.write("old", to: "file")
      try folder.setMode(of: "file", to: 0o664)
      try replaceAtomically(folder.path + "/file", with: [1], rule)
      #expect(try folder.mode(of: "file") == 0o600)
    }
    for (name, rule) in [("a", ReplacedFile.Rule.output(replacing: false)), ("b", .renewed)] {
      try replaceAtomically(folder.path + "/" + name, with: [1], rule)
      #expect(try folder.mode(of: name) == 0o600)
    }
  }

  @Test("a folder is never replaced")
  func directory() throws {
    let folder = try TemporaryFolder()
    for rule in [ReplacedFile.Rule.edited, .renewed, .output(replacing: true)] {
      #expect(throws: FileFault.isDirectory(path: folder.path)) {
        try replaceAtomically(folder.path, with: [1], rule)
      }
    }
    #expect(try folder.names == [])
  }

  @Test("a device is written to or refused, and keeps its name")
  func device() throws {
    try replaceAtomically("/dev/null", with: [1], .renewed)
    try replaceAtomically("/dev/null", with: [1], .output(replacing: false))
    #expect(throws: FileFault.cannotWrite(path: "/dev/null", errno: EINVAL)) {
      try replaceAtomically("/dev/null", with: [1], .edited)
    }
    #expect(throws: FileFault.cannotWrite(path: "/dev/full", errno: ENOSPC)) {
      try replaceAtomically("/dev/full", with: [1], .renewed)
    }
    #expect(FileStatus("/dev/null")?.kind == .other)
  }

  @Test("without permission no link is followed to a file; one to a device is")
  func links() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    for (name, target) in [("link", "file"), ("null", "/dev/null")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + name, withDestinationPath: target)
    }
    for rule in [ReplacedFile.Rule.output(replacing: false), .renewed(followingLinks: false)] {
      let path = folder.path + "/link"
      #expect(throws: FileFault.exists(path: path)) { try replaceAtomically(path, with: [1], rule) }
      try replaceAtomically(folder.path + "/null", with: [1], rule)
    }
    #expect(try folder.text("file") == "old")
    try replaceAtomically(
      folder.path + "/link", with: Array("new".utf8), .output(replacing: true))
    #expect(try folder.text("file") == "new")
  }

  @Test("protected files are known by name, through links and as hard links, and before they exist")
  func protectedFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "file")
    try manager.createSymbolicLink(atPath: folder.path + "/later", withDestinationPath: "absent")
    try manager.linkItem(atPath: folder.path + "/file", toPath: folder.path + "/hard")
    try folder.write("old", to: "other")
    let protected = ProtectedFiles(["file", "absent"].map { folder.path + "/" + $0 })
    let parent = "../\(folder.path.split(separator: "/").last ?? "")/file"
    for name in ["file", "link", "hard", "absent", "later", parent] {
      #expect(protected.contain(folder.path + "/" + name), "\(name)")
    }
    #expect(!protected.contain(folder.path + "/other"))
    #expect(!protected.contain(folder.path + "/nothing"))
  }

  @Test("a name with 255 bytes can be written")
  func longName() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "ä", count: 127) + "x"
    try replaceAtomically(folder.path + "/" + name, with: [1], .edited)
    #expect(try folder.names == [name])
  }

  @Test("a folder that is missing is an error")
  func missingFolder() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/none/file"
    #expect(throws: FileFault.cannotCreate(path: path, errno: ENOENT)) {
      try replaceAtomically(path, with: [1], .edited)
    }
  }
}
