import Foundation

/// A destination for text.
public protocol TextOutput: AnyObject {
  /// Writes text that may contain control sequences of Peach's own, and flushes at once. Text from
  /// elsewhere has been made ``Swift/StringProtocol/visible`` before. ``failure`` reports whether
  /// the text could not be written.
  func write(controls text: String)

  /// Why nothing more can be written, in the system's words; `nil` while writing works.
  var failure: String? { get }
}

/// A file descriptor, written without a buffer.
public final class DescriptorOutput: TextOutput {
  private let descriptor: CInt
  public private(set) var failure: String?

  public static let standardOutput = DescriptorOutput(descriptor: STDOUT_FILENO)
  public static let standardError = DescriptorOutput(descriptor: STDERR_FILENO)

  public init(descriptor: CInt) { self.descriptor = descriptor }

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
  /// Writes text as it is to be read, of one or more lines, and flushes at once: what a terminal
  /// would act on is made visible.
  public func write(_ text: String) { write(controls: text.visibleLines) }

  public func writeLine(_ line: String) { write(line + "\n") }

  /// Writes a message of the program, in one line.
  public func writeMessage(_ message: String) { writeLine("peach: " + message.visible) }
}
