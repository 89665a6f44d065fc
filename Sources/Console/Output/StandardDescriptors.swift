import Foundation

/// The descriptors 0, 1 and 2 of the process.
public enum StandardDescriptors {
  /// Fills those that the program was started without (`peach … >&-`). Call this before anything is
  /// opened: the next file, the training history for example, would otherwise take the place of
  /// standard output and receive what is printed.
  ///
  /// Input is then at its end, output cannot be written (`EBADF`), and messages are lost.
  public static func fillClosed() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number: this one, because those below it are open.
      _ = open("/dev/null", mode)
    }
  }
}
