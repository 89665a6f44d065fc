import Foundation

extension Pipe {
  /// A pipe whose ends no other child process inherits, so that each sees its end when it comes.
  public nonisolated static func closedInOtherChildren() -> Pipe {
    let pipe = Pipe()
    for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    return pipe
  }
}
