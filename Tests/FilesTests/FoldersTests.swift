import Files
import Foundation
import Testing

@Suite("Folders")
struct FoldersTests {
  private func folders(_ environment: [String: String]) -> XDGFolders {
    XDGFolders(environment: environment, accountHome: "/account")
  }

  @Test("variables with absolute paths are used, without slashes at their ends")
  func variables() {
    let folders = folders([
      "HOME": "/h/", "XDG_CONFIG_HOME": "/c//", "XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s",
      "XDG_CACHE_HOME": "/x", "TMPDIR": "/t",
      "XDG_CONFIG_DIRS": "/four/::five:/six",
    ])
    #expect(folders.home == "/h")
    #expect(folders.config == "/c")
    #expect(folders.data == "/d")
    #expect(folders.state == "/s")
    #expect(folders.cache == "/x")
    #expect(folders.sharedConfig == ["/four", "/six"])
    #expect(folders.temporary == "/t")
  }

  @Test("empty and relative paths count as not set")
  func defaults() {
    let folders = folders(["HOME": "h", "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": "../d"])
    #expect(folders.home == "/account")
    #expect(folders.config == "/account/.config")
    #expect(folders.data == "/account/.local/share")
    #expect(folders.state == "/account/.local/state")
    #expect(folders.cache == "/account/.cache")
    #expect(folders.sharedConfig == ["/etc/xdg"])
    #expect(folders.temporary == "/tmp")
  }

  @Test("missing folders are created for the user alone; those that are there stay as they are")
  func created() throws {
    let folder = try TemporaryFolder()
    let mode = try folder.mode(of: "")
    try createFolder(folder.path + "/a/b")
    try createFolder(folder.path + "/a/b")
    #expect(try folder.mode(of: "a") == 0o700)
    #expect(try folder.mode(of: "a/b") == 0o700)
    #expect(try folder.mode(of: "") == mode)
  }

  @Test("a file in the way is an error")
  func inTheWay() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "a")
    #expect(throws: FileFault.cannotCreate(path: folder.path + "/a/b", errno: ENOTDIR)) {
      try createFolder(folder.path + "/a/b")
    }
  }

  @Test("the lock keeps others out until the work is done, and a missing folder does not matter")
  func lock() throws {
    let folder = try TemporaryFolder()
    let descriptor = open(folder.path, O_RDONLY)
    defer { close(descriptor) }
    withLockedFolder(folder.path) {
      #expect(flock(descriptor, LOCK_EX | LOCK_NB) != 0)
    }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    var isDone = false
    withLockedFolder(folder.path + "/none") { isDone = true }
    #expect(isDone)
  }
}
