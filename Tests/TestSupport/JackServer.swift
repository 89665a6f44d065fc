import Foundation
import Testing

/// A private jackd on the dummy driver.
///
/// JACK keeps few server names on a machine, so tests use few names and reuse them.
public final class JackServer {
  public let name: String
  private let process: ServerProcess

  /// The last server of each name. A test that fails leaves its own to the next one, which ends it first.
  private static var latest: [String: ServerProcess] = [:]

  /// Starts a server and waits until it accepts clients. A server that ends while it starts, as jackd now
  /// and then does on a busy machine, gets a second try.
  ///
  /// - Parameters:
  ///   - waitsForClients: whether a period lasts until each client has finished it. Without that, a client
  ///     that is late misses the period, and the MIDI in it.
  ///   - isUp: asked until it says yes.
  /// - Throws: ``ServerFailure`` if the server ends or does not come up.
  public init(
    name: String, period: Int = 64, waitsForClients: Bool = true,
    isUp: (String) async throws -> Bool
  ) async throws {
    self.name = name
    let command =
      ["jackd", "-n", name, "-r"] + (waitsForClients ? ["-S"] : [])
      + ["-d", "dummy", "-r", "48000", "-p", "\(period)"]
    var environment = ProcessInfo.processInfo.environment
    environment["JACK_NO_AUDIO_RESERVATION"] = "1"
    await Self.latest[name]?.stop()
    let first = try ServerProcess(command, environment: environment)
    if try await first.isReady({ try await isUp(name) }) {
      process = first
      Self.latest[name] = first
      return
    }
    await first.stop()
    process = try ServerProcess(command, environment: environment)
    Self.latest[name] = process
    guard try await process.isReady({ try await isUp(name) }) else {
      await process.stop()
      throw ServerFailure(command: command, lastWords: process.lastWords)
    }
  }

  /// Ends the server as its user would and waits until it has gone. If it has ended before, the test fails:
  /// nothing that a client does may end a server.
  public func stop() async {
    let hasEndedByItself = process.hasEndedByItself
    await process.stop()
    if hasEndedByItself {
      Issue.record("the server \(name) has ended by itself: \(process.lastWords)")
    }
  }

  /// Ends the server without warning.
  public func crash() async { await process.crash() }

  /// Lets the server hang, or go on.
  public func hang(_ isHanging: Bool) { process.hang(isHanging) }
}

/// A server as another process. It ends with the object, and with the tests, however those end. It is ended
/// by its process id, never by its name.
final class ServerProcess {
  private let shell: ChildProcess
  private let pid: pid_t
  private var hasEnded = false

  private let command: [String]

  /// How long a server may take to say its process id and to come up, in seconds.
  private static let startLimit = 20

  /// How long it may take to end.
  private static let endLimit = Duration.seconds(30)

  /// - Parameter command: the program, found as a shell finds it, and its arguments.
  init(_ command: [String], environment: [String: String]) throws {
    self.command = command
    // The shell ends the server when its own standard input ends, so a test that crashes leaves none. It
    // keeps what the server says, in case it does not come up.
    let script = """
      log=$(mktemp)
      "$@" </dev/null >"$log" 2>&1 &
      echo $!
      read -r _
      kill -TERM $! 2>/dev/null
      wait $!
      tail -n 3 "$log" >&2
      rm -f "$log"
      """
    shell = try ChildProcess(
      "/bin/sh", ["-c", script, "server"] + command, environment: environment)
    let first =
      ChildProcess.readAvailable(from: shell.output, within: Int32(Self.startLimit)) ?? Data()
    let text = String(decoding: first, as: UTF8.self)
    guard let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw ServerFailure(command: command, lastWords: text)
    }
    self.pid = pid
  }

  /// Waits until the server accepts clients; false if it has ended, or takes too long.
  ///
  /// - Parameter isUp: asked until it says yes.
  func isReady(_ isUp: () async throws -> Bool) async throws -> Bool {
    let deadline = Date(timeIntervalSinceNow: Double(Self.startLimit))
    while try await !isUp() {
      guard isRunning, Date() < deadline else { return false }
      // Asking is work, which the server needs the processor for.
      try await Task.sleep(for: .milliseconds(20))
    }
    return true
  }

  /// Whether the process is more than an entry that its shell has not collected yet (proc(5)).
  private var isRunning: Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else {
      return false
    }
    return !(stat.split(separator: ")").last?.hasPrefix(" Z") ?? true)
  }

  /// Whether it has ended without being asked to.
  var hasEndedByItself: Bool { !hasEnded && !isRunning }

  /// What it said last; known once it has been stopped.
  var lastWords: String {
    String(
      decoding: ChildProcess.readAvailable(from: shell.errors, within: 5) ?? Data(), as: UTF8.self)
  }

  /// Ends the server as its user would and waits until it has gone. A server that does not go is killed,
  /// and the test fails.
  func stop() async {
    if !hasEnded {
      hasEnded = true
      kill(pid, SIGTERM)
      kill(pid, SIGCONT)
      try? shell.input.close()
    }
    let pid = pid
    _ = await shell.end(within: Self.endLimit) { kill(pid, SIGKILL) }
  }

  /// Ends the server without warning.
  func crash() async {
    if !hasEnded { kill(pid, SIGKILL) }
    await stop()
  }

  /// Lets the server hang, or go on. When this returns, the server hangs: on a busy machine a signal takes its
  /// time, and the server would go on meanwhile.
  func hang(_ isHanging: Bool) {
    kill(pid, isHanging ? SIGSTOP : SIGCONT)
    let deadline = ContinuousClock.now + .seconds(10)
    while isHanging, !areThreadsStopped, ContinuousClock.now < deadline { usleep(500) }
  }

  /// Whether the kernel runs no thread of the server.
  private var areThreadsStopped: Bool {
    let folder = "/proc/\(pid)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.allSatisfy { thread in
      let stat = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)
      // The state follows the name, which stands in parentheses.
      return stat?.split(separator: ")").last?.hasPrefix(" T") ?? true
    }
  }
}

/// A server that did not come up.
struct ServerFailure: Error, CustomStringConvertible {
  let command: [String]
  let lastWords: String
  var description: String { "\(command.joined(separator: " ")) does not come up: \(lastWords)" }
}

/// Lets tests that are JACK clients themselves, in the process of all tests, take turns: libjack keeps its
/// knowledge of a server once per process, and breaks if there are two servers.
public struct LibjackTurn: SuiteTrait, TestTrait, TestScoping {
  /// Whether the current test has its turn.
  @TaskLocal public nonisolated static var isMine = false

  public nonisolated var isRecursive: Bool { true }

  public nonisolated func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Applied once more, to a suite within a suite.
    if Self.isMine { return try await function() }
    await LibjackQueue.begin()
    do {
      try await Self.$isMine.withValue(true, operation: function)
    } catch {
      await LibjackQueue.end()
      throw error
    }
    await LibjackQueue.end()
  }
}

@MainActor
private enum LibjackQueue {
  private static var isTaken = false
  private static var waiting: [CheckedContinuation<Void, Never>] = []

  static func begin() async {
    if isTaken {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isTaken = true
    }
  }

  /// Passes the turn to the test that has waited longest.
  static func end() {
    if waiting.isEmpty {
      isTaken = false
    } else {
      waiting.removeFirst().resume()
    }
  }
}

extension Trait where Self == LibjackTurn {
  /// The test opens clients of a JACK server itself.
  public nonisolated static var libjack: LibjackTurn { LibjackTurn() }
}
