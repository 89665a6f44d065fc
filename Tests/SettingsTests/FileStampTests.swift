import Foundation
import Testing

@testable import Settings

@Suite("FileStamp")
struct FileStampTests {
  private func stamp(inode: UInt = 1, size: Int = 10, seconds: Int = 1000, age: Double = 1)
    -> FileStamp
  {
    var status = stat()
    status.st_ino = inode
    status.st_size = size
    status.st_mtim = timespec(tv_sec: seconds, tv_nsec: 0)
    status.st_ctim = status.st_mtim
    return FileStamp(status, now: Date(timeIntervalSince1970: Double(seconds) + age))
  }

  @Test("a file that lay still is the same while nothing of it changes")
  func same() {
    #expect(stamp().isSurelySame(as: stamp()))
    #expect(stamp().isSurelySame(as: stamp(age: 1000)))
    #expect(!stamp().isSurelySame(as: stamp(inode: 2)))
    #expect(!stamp().isSurelySame(as: stamp(size: 11)))
    #expect(!stamp().isSurelySame(as: stamp(seconds: 1001)))
  }

  @Test("a file read in the moment of its change may change again without a trace")
  func unsettled() {
    #expect(!stamp(age: 0.001).isSurelySame(as: stamp()))
    #expect(!stamp(age: -5).isSurelySame(as: stamp()))
  }
}
