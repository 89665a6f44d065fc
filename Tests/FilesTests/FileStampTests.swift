import Files
import Foundation
import Testing

@Suite("FileStamp")
struct FileStampTests {
  private func stamp(inode: UInt = 1, size: Int = 10, seconds: Int = 1000) -> FileStamp {
    var status = stat()
    status.st_ino = inode
    status.st_size = size
    status.st_mtim = timespec(tv_sec: seconds, tv_nsec: 0)
    status.st_ctim = status.st_mtim
    return FileStamp(status)
  }

  private func isSettled(age: Double) -> Bool {
    stamp(seconds: 1000).isSettled(at: Date(timeIntervalSince1970: 1000 + age))
  }

  @Test("a file is the same while nothing of it changes")
  func same() {
    #expect(stamp() == stamp())
    #expect(stamp() != stamp(inode: 2))
    #expect(stamp() != stamp(size: 11))
    #expect(stamp() != stamp(seconds: 1001))
  }

  @Test("a file read in the moment of its change may change again without a trace")
  func unsettled() {
    #expect(isSettled(age: 1))
    #expect(isSettled(age: 1000))
    #expect(!isSettled(age: 0.001))
    #expect(!isSettled(age: -5))
  }

  @Test("a status tells files from folders and devices, and says nothing about what is missing")
  func status() throws {
    let folder = try TemporaryFolder()
    try folder.write("abc", to: "file")
    let status = try #require(FileStatus(folder.path + "/file"))
    #expect(status.isRegularFile)
    #expect(status.size == 3)
    #expect(FileStatus(folder.path)?.kind == .folder)
    #expect(FileStatus("/dev/null")?.kind == .other)
    #expect(FileStatus(folder.path + "/other") == nil)
  }
}
