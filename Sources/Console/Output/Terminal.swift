import Foundation

/// The terminal's line discipline: single keys without echo while Peach runs, as it was before
/// otherwise. Signals of the keyboard (Ctrl-C, Ctrl-Z) stay on.
public final class Terminal: Sendable {
  private nonisolated let descriptor: CInt
  private nonisolated let original: termios

  /// `nil` where the descriptor is no terminal.
  public init?(descriptor: CInt = STDIN_FILENO) {
    var settings = termios()
    guard isatty(descriptor) == 1, tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    original = settings
  }

  /// Single keys, no echo. Does nothing in the background, where changing the terminal would stop the
  /// process.
  public func enterKeyMode() {
    guard isInForeground else { return }
    var settings = original
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(descriptor, TCSANOW, &settings)
  }

  /// As it was before. Any thread.
  public nonisolated func restore() {
    guard isInForeground else { return }
    var settings = original
    tcsetattr(descriptor, TCSANOW, &settings)
  }

  private nonisolated var isInForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  /// The columns and rows of the terminal behind a descriptor, 80×24 where they are not known.
  public static func size(of descriptor: CInt = STDOUT_FILENO) -> (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The width of the terminal behind a descriptor, 80 where it is not known.
  public static func columns(of descriptor: CInt = STDOUT_FILENO) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
