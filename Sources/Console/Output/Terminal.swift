import Foundation
import Language
import Synchronization

/// The modes of the terminal: single keys without echo while Peach runs, marked pastes, and key
/// events if the terminal has them; otherwise the original settings. The keyboard's signals
/// (Ctrl-C, Ctrl-Z) stay enabled, and Ctrl-S does not stop the output.
public final class Terminal: Sendable {
  /// The terminal's descriptor and original settings; `nil` for a terminal that a run is given,
  /// which has neither and belongs to no other process.
  private nonisolated let device: (descriptor: CInt, original: termios)?

  /// The output of a terminal without a descriptor.
  private let output: (any TextOutput)?
  private nonisolated let capabilities: TerminalCapabilities
  private nonisolated let isInKeyMode = Atomic<Bool>(false)

  /// `nil` if the descriptor is not a terminal.
  public init?(
    descriptor: CInt = STDIN_FILENO, capabilities: TerminalCapabilities = TerminalCapabilities()
  ) {
    var settings = termios()
    guard isatty(descriptor) == 1, tcgetattr(descriptor, &settings) == 0 else { return nil }
    device = (descriptor, settings)
    output = nil
    self.capabilities = capabilities
  }

  /// The terminal behind an output that a run gets in place of the process's own.
  public init(given output: any TextOutput, capabilities: TerminalCapabilities) {
    device = nil
    self.output = output
    self.capabilities = capabilities
  }

  /// Enables single keys without echo. Does nothing, and returns false, if the terminal is gone or
  /// the process is in the background, where a change of the terminal would stop it.
  @discardableResult
  public func enterKeyMode() -> Bool {
    guard isInForeground else { return false }
    if let (descriptor, original) = device {
      CrashGuard.watch(descriptor, restoring: original, capabilities: capabilities)
      var settings = original
      settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
      settings.c_iflag &= ~tcflag_t(IXON)
      guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else { return false }
      CrashGuard.isInKeyMode = true
    }
    // A shell that continues the process may have changed the modes meanwhile.
    let wasInKeyMode = isInKeyMode.exchange(true, ordering: .relaxed)
    write(
      (wasInKeyMode ? ControlSequence.leaveKeyMode(capabilities) : "")
        + ControlSequence.enterKeyMode(capabilities))
    return true
  }

  /// Restores the original settings, leaves the stage if it is still in use, and discards unread
  /// keys, which were meant for Peach and not for the shell. Any thread.
  public nonisolated func restore() {
    guard isInForeground else { return }
    if device != nil, CrashGuard.isOnStage {
      CrashGuard.isOnStage = false
      write(ControlSequence.leaveStage(capabilities))
    }
    if isInKeyMode.exchange(false, ordering: .relaxed) {
      write(ControlSequence.leaveKeyMode(capabilities))
    }
    guard let (descriptor, original) = device else { return }
    CrashGuard.isInKeyMode = false
    var settings = original
    tcsetattr(descriptor, TCSANOW, &settings)
    tcflush(descriptor, TCIFLUSH)
  }

  /// Writes to the terminal itself, whatever standard output is, unless that would block.
  private nonisolated func write(_ text: String) {
    guard let descriptor = device?.descriptor else {
      // Another thread restores the terminal only for an ignored signal, which a run that is given
      // a terminal does not have.
      return MainActor.assumeIsolated { output?.write(controls: text) }
    }
    var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard !text.isEmpty, poll(&room, 1, 0) > 0, room.revents & Int16(POLLOUT) != 0 else { return }
    _ = Array(text.utf8).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  nonisolated var hasKeyMode: Bool { isInKeyMode.load(ordering: .relaxed) }

  private nonisolated var isInForeground: Bool {
    guard let descriptor = device?.descriptor else { return true }
    return tcgetpgrp(descriptor) == getpgrp()
  }

  nonisolated var isInBackground: Bool {
    device.map { Self.isInBackground($0.descriptor) } ?? false
  }

  /// True if the terminal behind a descriptor belongs to another group of processes. A terminal
  /// that is gone belongs to none. Any thread.
  nonisolated static func isInBackground(_ descriptor: CInt) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group >= 0 && group != getpgrp()
  }
}

/// The size of a terminal, in characters.
public nonisolated struct TerminalSize: Hashable, Sendable {
  public let columns: Int
  public let rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size that is assumed if it is unknown.
  public static let usual = TerminalSize(columns: 80, rows: 24)

  /// The current size of the terminal behind a descriptor; `nil` if it is unknown.
  init?(of descriptor: CInt) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}

/// Restores the terminal if the process crashes. Afterwards the crash is handled as usual.
///
/// The data for the handler is written before the handler is installed, or is a single byte, and
/// the handler calls only functions that are allowed in a signal handler (signal-safety(7)). That
/// makes `nonisolated(unsafe)` correct.
enum CrashGuard {
  private nonisolated static let signals = [
    SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS,
  ]

  /// True while the stage and its second screen are in use. Written on the main thread, or as the
  /// process ends; a handler reads this one byte at any time.
  nonisolated(unsafe) static var isOnStage = false

  /// True while the terminal sends single keys. Written and read like ``isOnStage``.
  nonisolated(unsafe) static var isInKeyMode = false

  /// Installs the handlers, once per process.
  ///
  /// - Parameter settings: the settings to restore on the terminal behind `descriptor`.
  static func watch(
    _ descriptor: CInt, restoring settings: termios, capabilities: TerminalCapabilities
  ) {
    guard guardedTerminal < 0 else { return }
    guardedSettings = settings
    guardedStageFarewell = Farewell(ControlSequence.leaveStage(capabilities))
    guardedKeyFarewell = Farewell(ControlSequence.leaveKeyMode(capabilities))
    for number in signals {
      var before = sigaction()
      sigaction(number, nil, &before)
      guardedActions.initialize(to: before, at: Int(number))
    }
    guardedTerminal = descriptor
    for number in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        if CrashGuard.isOnStage { guardedStageFarewell.write(to: guardedTerminal) }
        if CrashGuard.isInKeyMode { guardedKeyFarewell.write(to: guardedTerminal) }
        var settings = guardedSettings
        tcsetattr(guardedTerminal, TCSANOW, &settings)
        tcflush(guardedTerminal, TCIFLUSH)
        // The signal occurs again when the handler returns: through the fault itself, or through
        // this call if it was only sent.
        sigaction(number, guardedActions.pointer(at: Int(number)), nil)
        raise(number)
      }
      // The main stack may be exhausted.
      action.sa_flags = SA_ONSTACK | Int32(bitPattern: UInt32(SA_NODEFER))
      sigaction(number, &action, nil)
    }
  }
}

/// The original actions, by signal number.
private nonisolated struct GuardedActions: @unchecked Sendable {
  private let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

  func initialize(to action: sigaction, at index: Int) {
    (actions + index).initialize(to: action)
  }

  func pointer(at index: Int) -> UnsafePointer<sigaction> { UnsafePointer(actions + index) }
}

private nonisolated let guardedActions = GuardedActions()
private nonisolated(unsafe) var guardedTerminal: CInt = -1
private nonisolated(unsafe) var guardedSettings = termios()

private nonisolated(unsafe) var guardedStageFarewell = Farewell("")
private nonisolated(unsafe) var guardedKeyFarewell = Farewell("")

/// Bytes that a signal handler can write, which live as long as the process.
private nonisolated struct Farewell {
  private let bytes: UnsafePointer<UInt8>
  private let count: Int

  init(_ text: String) {
    let utf8 = Array(text.utf8)
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(utf8.count, 1))
    copy.initialize(from: utf8, count: utf8.count)
    (bytes, count) = (UnsafePointer(copy), utf8.count)
  }

  func write(to descriptor: CInt) { _ = Glibc.write(descriptor, bytes, count) }
}

/// The abilities of a terminal, as far as the environment tells.
public nonisolated struct TerminalCapabilities: Hashable, Sendable {
  /// Weights and colours are used. Otherwise no SGR sequence is written at all.
  public var hasStyles = true

  public var isUnicode = true

  /// Lines can be rewritten. Otherwise the program writes one line after the other.
  public var canMoveCursor = true

  /// Frames are marked, so that a terminal shows each as a whole (mode 2026). Terminals that do not
  /// know the mode ignore it.
  public var hasSynchronizedOutput = true

  /// Key events are requested with kitty's protocol (flags 1 and 2). Terminals that do not know it
  /// ignore the request; the Linux console may not.
  public var hasKeyEvents = true

  /// The abilities of a current terminal emulator.
  public init() {}

  /// - Parameter environment: `TERM`, `NO_COLOR` (https://no-color.org) and the variables of the
  ///   locale.
  public init(_ environment: [String: String]) {
    let type = environment["TERM"] ?? ""
    canMoveCursor = !type.isEmpty && type != "dumb"
    let isEmulator = canMoveCursor && type != "linux"
    hasStyles = canMoveCursor && environment["NO_COLOR", default: ""].isEmpty
    isUnicode = LocaleVariables(environment).isUnicode
    hasSynchronizedOutput = isEmulator
    hasKeyEvents = isEmulator
  }
}
