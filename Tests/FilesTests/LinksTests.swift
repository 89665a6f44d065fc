import Files
import Foundation
import Testing

@Suite("Links")
struct LinksTests {
  @Test(
    "a chain of links is followed to its end, and survives the replacement",
    arguments: [true, false])
  func chain(targetExists: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.link("first", to: "second")
    try folder.link("second", to: folder.path + "/file")
    if targetExists { try folder.write("old", to: "file") }
    #expect(try followingLinks(folder.path + "/first") == folder.path + "/file")
    try replaceAtomically(folder.path + "/first", with: Array("new".utf8), .edited)
    #expect(try folder.text("file") == "new")
    #expect(try folder.names == ["file", "first", "second"])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/first") == "second")
  }

  @Test("links in a circle are an error")
  func circle() throws {
    let folder = try TemporaryFolder()
    try folder.link("a", to: "a")
    let path = folder.path + "/a"
    #expect(throws: FileFault.cannotFollow(path: path, errno: ELOOP)) { try followingLinks(path) }
    #expect(FileLocation(path) == FileLocation(path))
  }

  @Test("two paths to one place are equal, whether there is a file or not")
  func place() throws {
    let folder = try TemporaryFolder()
    try folder.link("here", to: ".")
    try folder.link("link", to: "file")
    let places = {
      ["/file", "/here/file", "/link", "/here/link"].map { FileLocation(folder.path + $0) }
    }
    #expect(Set(places()).count == 1)
    try folder.write("", to: "file")
    #expect(Set(places()).count == 1)
    #expect(FileLocation(folder.path + "/other") != places()[0])
  }

  @Test(
    "a path's folder",
    arguments: [("/a/b", "/a"), ("/a", "/"), ("a/b", "a"), ("a", ""), ("", "")])
  func parent(path: String, folder: String) {
    #expect(path.parentDirectory == folder)
  }
}
