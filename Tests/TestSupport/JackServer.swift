import Foundation

/// A private jackd on the dummy driver. It ends with the object, by its process, never by its name.
///
/// JACK keeps few server names on a machine, so tests use few and reuse them.
public final class JackServer {
  public let name: String
  private let shell: ChildProcess
  private let pid: pid_t
  private var hasStopped = false

  /// Starts a server and waits until it takes clients.
  ///
  /// - Parameter isUp: asked until it says yes.
  /// - Throws: ``Failure`` where the server ends or does not come up.
  public init(
    name: String, rate: Int = 48_000, period: Int = 64, waitsForClients: Bool = true,
    isUp: (String) async throws -> Bool
  ) async throws {
    self.name = name
    var environment = ProcessInfo.processInfo.environment
    environment["JACK_NO_AUDIO_RESERVATION"] = "1"
    // The shell ends the server when its standard input does, so a test that crashes leaves none.
    let script = """
      jackd "$@" </dev/null >/dev/null 2>&1 &
      echo $!
      read -r _
      kill -TERM $! 2>/dev/null
      wait $!
      """
    shell = try ChildProcess(
      "/bin/sh",
      ["-c", script, "jackd", "-n", name, "-r"] + (waitsForClients ? ["-S"] : [])
        + ["-d", "dummy", "-r", "\(rate)", "-p", "\(period)"],
      environment: environment)
    let first = ChildProcess.whatIsThere(in: shell.output) ?? Data()
    let text = String(decoding: first, as: UTF8.self)
    guard let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure(name: name)
    }
    self.pid = pid
    let deadline = Date(timeIntervalSinceNow: 20)
    while try await !isUp(name) {
      guard kill(pid, 0) == 0, Date() < deadline else {
        await stop()
        throw Failure(name: name)
      }
      await Task.yield()
    }
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
    public var description: String { "jackd -n \(name) does not come up" }
  }
}
