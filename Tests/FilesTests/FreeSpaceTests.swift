import Testing

@testable import Files

@Suite("Free space")
struct FreeSpaceTests {
  @Test("what a file system reports is multiplied; absurd numbers count as unlimited")
  func bytes() {
    #expect(FreeSpace.bytes(blocks: 1000, ofSize: 4096) == 4_096_000)
    #expect(FreeSpace.bytes(blocks: .max, ofSize: 4096) == .max)
    #expect(FreeSpace.bytes(blocks: .max, ofSize: 1) == .max)
    #expect(FreeSpace.bytes(blocks: 0, ofSize: .max) == 0)
  }

  @Test("a folder that is not there has an unknown amount")
  func unknown() { #expect(FreeSpace.bytes(at: "/does/not/exist") == .max) }
}
