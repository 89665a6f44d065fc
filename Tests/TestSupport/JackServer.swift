import Foundation

/// A private jackd on the dummy driver. It ends with the object, by its process, never by its name.
///
/// JACK keeps few server names on a machine, so tests use few and reuse them.
public final class JackServer {
  public let name: String
  private var shell: ChildProcess
  private var pid: pid_t
  private var hasStopped = false

  /// Starts a server and waits until it takes clients. One that ends while it starts, as jackd now and
  /// then does on a busy machine, gets a second try.
  ///
  /// - Parameters:
  ///   - outputs: how many outputs the machine has.
  ///   - isUp: asked until it says yes.
  /// - Throws: ``Failure`` where the server ends or does not come up.
  public init(
    name: String, rate: Int = 48_000, period: Int = 64, waitsForClients: Bool = true,
    outputs: Int = 2, isUp: (String) async throws -> Bool
  ) async throws {
    self.name = name
    let arguments =
      ["-n", name, "-r"] + (waitsForClients ? ["-S"] : [])
      + ["-d", "dummy", "-r", "\(rate)", "-p", "\(period)", "-P", "\(outputs)"]
    (shell, pid) = try Self.launch(arguments)
    for isLastTry in [false, true] {
      if try await isReady(isUp) { return }
      await stop()
      if isLastTry { throw Failure(name: name, lastWords: lastWords) }
      (shell, pid) = try Self.launch(arguments)
      hasStopped = false
    }
  }

  private static func launch(_ arguments: [String]) throws -> (ChildProcess, pid_t) {
    var environment = ProcessInfo.processInfo.environment
    environment["JACK_NO_AUDIO_RESERVATION"] = "1"
    // The shell ends the server when its standard input does, so a test that crashes leaves none. What
    // the server says is kept for the case that it does not come up.
    let script = """
      log=$(mktemp)
      jackd "$@" </dev/null >"$log" 2>&1 &
      echo $!
      read -r _
      kill -TERM $! 2>/dev/null
      wait $!
      tail -n 3 "$log" >&2
      rm -f "$log"
      """
    let shell = try ChildProcess(
      "/bin/sh", ["-c", script, "jackd"] + arguments, environment: environment)
    let first = ChildProcess.whatIsThere(in: shell.output) ?? Data()
    let text = String(decoding: first, as: UTF8.self)
    guard let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure(name: arguments[1], lastWords: text)
    }
    return (shell, pid)
  }

  /// Waits until the server takes clients; false where it has ended, or takes too long.
  private func isReady(_ isUp: (String) async throws -> Bool) async throws -> Bool {
    let deadline = Date(timeIntervalSinceNow: 20)
    while try await !isUp(name) {
      guard isRunning, Date() < deadline else { return false }
      await Task.yield()
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

  private var lastWords: String {
    String(decoding: ChildProcess.whatIsThere(in: shell.errors) ?? Data(), as: UTF8.self)
  }

  /// Ends the server as its user would and waits until it has gone.
  public func stop() async {
    hasStopped = true
    kill(pid, SIGTERM)
    kill(pid, SIGCONT)
    try? shell.input.close()
    _ = await shell.end()
  }

  /// Ends the server without warning.
  public func crash() async {
    kill(pid, SIGKILL)
    await stop()
  }

  /// Lets the server hang, or go on.
  public func hang(_ isHanging: Bool) { kill(pid, isHanging ? SIGSTOP : SIGCONT) }

  public struct Failure: Error, CustomStringConvertible {
    let name: String
    let lastWords: String
    public var description: String { "jackd -n \(name) does not come up: \(lastWords)" }
  }
}
