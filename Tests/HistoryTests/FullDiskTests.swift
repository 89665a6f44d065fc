import Foundation
import GRDB
import Testing

@testable import History

/// What is told of a disk without space. The runs on real full disks are the program's.
@Suite("A full disk is told as one")
struct FullDiskTests {
  @Test("no space for the index of SQLite's log is a full disk, any other failure is the disk's")
  func indexOfLog() {
    let full = DatabaseError(resultCode: .SQLITE_IOERR_SHMSIZE)
    #expect(DataStoreFault(full, path: "/d.sqlite") == .diskFull)
    let broken = DatabaseError(resultCode: .SQLITE_IOERR_READ, message: "disk I/O error")
    #expect(
      DataStoreFault(broken, path: "/d.sqlite") == .inputOutput(message: "disk I/O error"))
  }
}
