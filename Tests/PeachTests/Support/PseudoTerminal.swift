import Foundation
import TestSupport
import Testing

/// The program on a terminal of its own, as its controlling one.
@MainActor
final class PseudoTerminal {
  let pid: pid_t
  private let master: FileHandle
  private let path: String
  private let changes = Inbox<Change>("changes of a process on a terminal")
  private let original: termios
  private var last: (text: String, time: ContinuousClock.Instant)?
  private static let handPace = Duration.milliseconds(300)

  /// What ``shows(_:)`` has found.
  private var shownTexts: ShownTexts

  /// Everything that the program has sent.
  let recording = TerminalRecording()

  /// What happened to the process.
  enum Change: Equatable, Sendable {
    case stopped
    case exited(Int32)
    case signalled(Int32)
  }

  convenience init(
    _ arguments: [String], home: Home, server: String, environment added: [String: String] = [:]
  ) throws {
    let environment = home.environment.merging(["JACK_DEFAULT_SERVER": server, "TERM": "xterm"]) {
      $1
    }.merging(added) { $1 }
    try self.init(
      words: [PeachProcess.program.path] + Self.steadied(arguments), environment: environment)
  }

  /// The arguments of a training that asks no trial again: on a busy machine it would be asked again at
  /// any time.
  static func steadied(_ arguments: [String]) -> [String] {
    guard ["compare", "match"].contains(arguments.first), !arguments.contains(xrunOption) else {
      return arguments
    }
    return arguments + [xrunOption, "false"]
  }

  private static let xrunOption = "--discard-on-xrun"

  /// A shell with job control that runs the program: it is there when the program stops, and can continue it.
  ///
  /// - Parameter beginning: what precedes the program in its line: commands that feed it by a pipe.
  static func shell(
    running arguments: [String], home: Home, server: String, behind beginning: String = ""
  ) async throws -> PseudoTerminal {
    let environment = home.environment.merging([
      "JACK_DEFAULT_SERVER": server, "TERM": "xterm", "PS1": "shell> ",
    ]) { $1 }
    let shell = try PseudoTerminal(
      words: ["/bin/bash", "--norc", "--noprofile", "--noediting", "-i"], environment: environment)
    #expect(await shell.shows("shell> "))
    let words = [PeachProcess.program.path] + steadied(arguments)
    shell.type(beginning + words.map { "'\($0)'" }.joined(separator: " ") + "\n")
    return shell
  }

  /// - Parameters:
  ///   - words: a program and its arguments.
  ///   - size: how many characters there is room for; without it the terminal does not know.
  init(
    words: [String], environment: [String: String], size: (columns: UInt16, rows: UInt16)? = nil
  ) throws {
    try ChildProcess.checkMayStart(words.first ?? "")
    // The kernel's own interface, TIOCSPTLCK and TIOCGPTN of ioctl_tty(2).
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var number: UInt32 = 0
    var unlocked: Int32 = 0
    guard descriptor >= 0, ioctl(descriptor, 0x4004_5431, &unlocked) == 0,
      ioctl(descriptor, 0x8004_5430, &number) == 0
    else { throw POSIXError(.ENOTTY) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var settings = termios()
    tcgetattr(descriptor, &settings)
    original = settings
    if let size {
      var room = winsize(ws_row: size.rows, ws_col: size.columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(descriptor, UInt(TIOCSWINSZ), &room)
    }
    path = "/dev/pts/\(number)"
    shownTexts = ShownTexts(columns: size.map { Int($0.columns) } ?? 80)
    let child = try Self.spawn(
      words, on: path,
      environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 })
    pid = child
    master = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let (master, recording, changes) = (master, recording, changes)
    Thread.detachNewThread {
      while let data = ChildProcess.readAvailable(from: master) { recording.append(data) }
      recording.end()
    }
    Thread.detachNewThread {
      var status: Int32 = 0
      while waitpid(child, &status, WUNTRACED) == child {
        if status & 0xFF == 0x7F {
          changes.put(.stopped)
        } else {
          let signal = status & 0x7F
          changes.put(signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal))
          break
        }
      }
      changes.end()
    }
  }

  deinit { kill(pid, SIGKILL) }

  /// Whether the terminal's settings are those from before the program started.
  var isAsBefore: Bool {
    var now = termios()
    tcgetattr(master.fileDescriptor, &now)
    return now.c_lflag == original.c_lflag && now.c_iflag == original.c_iflag
      && now.c_oflag == original.c_oflag
  }

  /// How many bytes were typed that nobody has read.
  var unreadCount: Int32 {
    let reader = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK)
    defer { Glibc.close(reader) }
    var count: Int32 = 0
    // The reading end waits for whole lines again, so only that end knows what lies there.
    return ioctl(reader, UInt(FIONREAD), &count) == 0 ? count : -1
  }

  /// Types at the pace of a hand: what comes again sooner than that counts as held, and what follows
  /// Escape as its sequence.
  func type(_ text: String) {
    if let last, last.text == text || last.text == "\u{1B}" {
      let pause = Self.handPace - (ContinuousClock.now - last.time)
      if pause > .zero { usleep(UInt32(pause / .microseconds(1))) }
    }
    last = (text, .now)
    try? master.write(contentsOf: Data(text.utf8))
  }
  func signal(_ number: Int32) { kill(pid, number) }

  /// The user closes the window.
  func close() { try? master.close() }

  /// Waits until the program has shown `text` since the last call. False if it ended before; if it takes too
  /// long, the test fails with what was shown.
  func shows(
    _ text: String
  ) async -> Bool {
    let deadline = Date(timeIntervalSinceNow: waitingLimit / .seconds(1))
    var count = 0
    while true {
      let (data, hasEnded) = await recording.text(after: count, until: deadline)
      if shownTexts.find(text, in: data) { return true }
      if data.count <= count, !hasEnded {
        let shown = shownTexts.unseen(in: data)
        Issue.record(
          "\(text.debugDescription) was not shown within \(waitingLimit), but \(shown.debugDescription)"
        )
        return false
      }
      if hasEnded { return false }
      count = data.count
    }
  }

  /// Types Ctrl-Z, and waits until the shell reports that the program has stopped; the terminal is then
  /// as it was before.
  ///
  /// - Parameter text: what the program shows before it stops.
  func suspend(
    showing text: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    type("\u{1A}")
    if let text { #expect(await shows(text), sourceLocation: sourceLocation) }
    #expect(await shows("Stopped"), sourceLocation: sourceLocation)
    #expect(isAsBefore, sourceLocation: sourceLocation)
  }

  /// Types `fg` in the shell, and waits until the program shows these texts in turn; the terminal is then
  /// the program's again.
  func resume(
    showing texts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    type("fg\n")
    for text in texts { #expect(await shows(text), sourceLocation: sourceLocation) }
    #expect(!isAsBefore, sourceLocation: sourceLocation)
  }

  /// Waits for the next change of the process.
  func change() async -> Change? { await changes.next() }

  private static func spawn(
    _ words: [String], on terminal: String, environment: [String: String]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session's leader opens becomes its controlling one.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    sigfillset(&all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    let newSession: Int32 = 0x80
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | newSession))
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, words[0], &actions, &attributes, &arguments, &variables)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    return child
  }
}

/// All bytes that a terminal was sent, for tests that wait until it shows something.
final class TerminalRecording: Sendable {
  private let condition = NSCondition()

  // Touched with the condition locked.
  private nonisolated(unsafe) var data = Data()
  private nonisolated(unsafe) var hasEnded = false

  func append(_ more: Data) {
    condition.withLock {
      data += more
      condition.broadcast()
    }
  }

  /// Nothing more will come.
  func end() {
    condition.withLock {
      hasEnded = true
      condition.broadcast()
    }
  }

  /// What has come so far, as soon as that is more than `count` bytes, or all, or the deadline has passed.
  func text(after count: Int, until deadline: Date) async -> (text: Data, hasEnded: Bool) {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        let result = condition.withLock {
          while data.count <= count, !hasEnded, condition.wait(until: deadline) {}
          return (data, hasEnded)
        }
        continuation.resume(returning: result)
      }
    }
  }
}
