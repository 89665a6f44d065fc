import Foundation

/// What makes a file the same one, whatever it is called.
struct FileIdentity: Hashable {
  private let device: UInt
  private let node: UInt

  init(_ status: stat) {
    device = UInt(status.st_dev)
    node = UInt(status.st_ino)
  }
}
