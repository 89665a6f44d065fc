import Foundation

public protocol TextOutput: AnyObject {
  /// Writes text that may contain Peach's own control sequences, and flushes at once. Text from
  /// elsewhere must have been made ``Swift/StringProtocol/visible``. ``failure`` reports an error.
  func write(controls text: String)

  /// The system's message if nothing more can be written; `nil` while writing works.
  var failure: String? { get }

  /// The size of the terminal that the text is written to; ``TerminalSize/usual`` if there is none.
  var size: TerminalSize { get }
}

/// A file descriptor, written without a buffer.
public final class DescriptorOutput: TextOutput {
  private let descriptor: CInt
  public private(set) var failure: String?

  public static let standardOutput = DescriptorOutput(descriptor: STDOUT_FILENO)
  public static let standardError = DescriptorOutput(descriptor: STDERR_FILENO)

  public init(descriptor: CInt) { self.descriptor = descriptor }

  public var size: TerminalSize { TerminalSize(of: descriptor) ?? .usual }

  public func write(controls text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, failure == nil {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        failure = String(cString: strerror(errno))
      }
    }
  }
}

extension TextOutput {
  public var size: TerminalSize { .usual }

  /// Writes one or more lines and flushes at once. Characters that a terminal would act on are made
  /// visible.
  public func write(_ text: String) { write(controls: text.visibleLines) }

  public func writeLine(_ line: String) { write(line + "\n") }

  public func writeMessage(_ message: String) { writeLine("peach: " + message.visible) }
}

/// The descriptors 0, 1 and 2 of the process.
public enum StandardDescriptors {
  /// Fills the descriptors that the program was started without (`peach … >&-`). Call this before
  /// anything is opened: the next file, such as the training history, would otherwise become
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

/// Breaks lines at spaces before a terminal breaks them anywhere.
public final class WrappedOutput: TextOutput {
  private let output: any TextOutput

  public init(_ output: any TextOutput) { self.output = output }

  public var failure: String? { output.failure }
  public var size: TerminalSize { output.size }

  public func write(controls text: String) {
    // On some terminals, an empty line follows a line that fills the width.
    let width = size.columns - 1
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      WrappedText.lines(String($0), width: width)
    }
    output.write(controls: lines.joined(separator: "\n"))
  }
}
