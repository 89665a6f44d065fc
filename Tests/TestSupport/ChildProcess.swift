import Foundation
import Glibc
import Testing

/// Another program with pipes to its three standard descriptors.
///
/// Not Foundation's `Process`: its pipes leak into every other child that is started, so the end of one
/// child is not seen while another lives.
public final class ChildProcess: Sendable {
  public let pid: pid_t

  /// What can be written to the child, and read from it.
  public let input: FileHandle
  public let output: FileHandle
  public let errors: FileHandle

  /// The command line, for messages.
  private let command: String

  /// The exit status, 128 + n after signal n; known once the child has ended.
  private let ending: Task<Int32, Never>

  public struct Failure: Error {
    let path: String
    let number: Int32
  }

  /// Writing to a child that has ended fails, and does not end the tests. It is the child's default again.
  private nonisolated static let ignoreBrokenPipes: Void = { _ = Glibc.signal(SIGPIPE, SIG_IGN) }()

  /// Refuses to start a program in a run of the tests that start none: such a test belongs to a suite whose name
  /// ends in `ProcessTests`, or to those of a real server.
  public nonisolated static func checkMayStart(_ path: String) throws {
    guard ProcessInfo.processInfo.environment["PEACH_TESTS_IN_PROCESS"] == nil else {
      throw Forbidden(path: path)
    }
  }

  public struct Forbidden: Error {
    let path: String
  }

  public nonisolated init(
    _ path: String, _ arguments: [String],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    try Self.checkMayStart(path)
    Self.ignoreBrokenPipes
    command = ([path] + arguments).joined(separator: " ")
    let pipes = (0..<3).map { _ in
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return ends
    }
    let childEnds = [pipes[0][0], pipes[1][1], pipes[2][1]]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, end) in childEnds.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, end, Int32(target))
    }
    // The test runner's own handling of signals is not the child's.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    sigfillset(&all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, path, &actions, &attributes, &words, &variables)
    childEnds.forEach { close($0) }
    input = FileHandle(fileDescriptor: pipes[0][1], closeOnDealloc: true)
    output = FileHandle(fileDescriptor: pipes[1][0], closeOnDealloc: true)
    errors = FileHandle(fileDescriptor: pipes[2][0], closeOnDealloc: true)
    guard failure == 0 else { throw Failure(path: path, number: failure) }
    let pid = child
    self.pid = pid

    let (stream, continuation) = AsyncStream<Int32>.makeStream()
    ending = Task.detached {
      for await status in stream { return status }
      return -1
    }
    Thread.detachNewThread {
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      continuation.yield(signal == 0 ? (status >> 8) & 0xFF : 128 + signal)
      continuation.finish()
    }
  }

  public nonisolated func signal(_ number: Int32) { kill(pid, number) }

  /// Waits for the child's end. A child that takes longer than `limit` is killed, and the test fails.
  ///
  /// - Parameter atLimit: called before the child is killed.
  /// - Returns: the exit status, 128 + n after signal n.
  public nonisolated func end(
    within limit: Duration = waitingLimit, atLimit: @escaping @Sendable () -> Void = {}
  ) async -> Int32 {
    let watchdog = Task {
      try await Task.sleep(for: limit)
      Issue.record("still running after \(limit): \(command)")
      atLimit()
      signal(SIGKILL)
    }
    defer { watchdog.cancel() }
    return await ending.value
  }

  // MARK: - Reading

  /// All lines that the child prints until it ends.
  public nonisolated func text() async -> [String] {
    var text: [String] = []
    for await line in Self.lines(of: output, "lines of \(command)") { text.append(line) }
    _ = await end()
    return text
  }

  /// The lines from a descriptor, which is read whether anybody waits for them or not.
  ///
  /// - Parameter name: what they are, for the message of a failure.
  public nonisolated static func lines(
    of handle: FileHandle, _ name: String = "lines"
  ) -> Inbox<String> {
    let lines = Inbox<String>(name)
    Thread.detachNewThread {
      var pending = Data()
      while let data = Self.readAvailable(from: handle) {
        pending += data
        while let end = pending.firstIndex(of: 0x0A) {
          lines.put(String(decoding: pending[..<end], as: UTF8.self))
          pending = Data(pending[(end + 1)...])
        }
      }
      if !pending.isEmpty { lines.put(String(decoding: pending, as: UTF8.self)) }
      lines.end()
    }
    return lines
  }

  /// Waits for something to read and returns what there is, `nil` at the end.
  /// (`FileHandle.read(upToCount:)` waits until it has all of the count.)
  ///
  /// - Parameter seconds: `nil` is returned, too, if nothing comes for so long; without it, only a thread
  ///   that nobody waits for may call this.
  public nonisolated static func readAvailable(
    from handle: FileHandle, within seconds: Int32? = nil
  ) -> Data? {
    var wanted = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
    if let seconds, poll(&wanted, 1, seconds * 1000) <= 0 { return nil }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(handle.fileDescriptor, &buffer, buffer.count)
    return count > 0 ? Data(buffer[..<count]) : nil
  }
}
