import Foundation
import Testing

@testable import Files

@Suite("DraftFolder")
struct DraftFolderTests {
  @Test("a folder is for this user alone, and gone at the end with what is in it")
  func lifetime() throws {
    let place = try TemporaryFolder()
    let folder = try DraftFolder(".draft-", in: place.path)
    var status = stat()
    #expect(stat(folder.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path + "/x"))
    #expect(try place.names.count == 1)
    folder.remove()
    folder.remove()
    #expect(try place.names.isEmpty)
  }

  @Test("those of killed processes are removed; those of the living and other files are not")
  func leftovers() throws {
    let place = try TemporaryFolder()
    let living = try DraftFolder(".draft-", in: place.path)
    try place.write("x", to: ".draft-old")
    try place.write("x", to: "draft-mine")
    #expect(DraftFolder.leftovers(".draft-", in: place.path) == [place.path + "/.draft-old"])
    let next = try DraftFolder(".draft-", in: place.path)
    #expect(Set(try place.names).count == 3)
    #expect(FileStatus(living.path) != nil && FileStatus(next.path) != nil)
    #expect(DraftFolder.leftovers(".draft-", in: place.path).isEmpty)
    living.remove()
    next.remove()
    #expect(try place.names == ["draft-mine"])
  }

  @Test("many at once in one place do not remove each other's")
  func atOnce() async throws {
    let place = try TemporaryFolder()
    let path = place.path
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<40 {
        group.addTask {
          let folder = try DraftFolder(".draft-", in: path)
          defer { folder.remove() }
          let file = folder.path + "/x"
          return FileManager.default.createFile(atPath: file, contents: Data("x".utf8))
            && FileStatus(file)?.size == 1
        }
      }
      for try await isWhole in group { #expect(isWhole) }
    }
    #expect(try place.names.isEmpty)
  }

  @Test("where no folder can be made, the reason is told")
  func impossible() {
    do throws(FileFault) {
      _ = try DraftFolder(".draft-", in: "/none")
      Issue.record("made")
    } catch {
      #expect(error.number == ENOENT)
    }
  }

  @Test("files in a folder on a local disk can be locked")
  func locks() throws {
    let place = try TemporaryFolder()
    #expect(canLockFiles(in: place.path))
    #expect(try place.names.isEmpty)
  }
}
