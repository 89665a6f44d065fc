import Foundation

/// A private jackd on the dummy driver. It ends with the object, by its process, never by its name.
///
/// JACK keeps few server names on a machine, so tests use few and reuse them.
public final class JackServer {
  public let name: String
  private let process = Process()
  private let input = Pipe.closedInOtherChildren()
  private let output = Pipe.closedInOtherChildren()
  private var pid: pid_t = 0

  /// Starts a server and waits until it takes clients.
  ///
  /// - Parameter isUp: asked until it says yes.
  /// - Throws: ``Failure`` where the server ends or does not come up.
  public init(
    name: String, rate: Int = 48_000, period: Int = 64, waitsForClients: Bool = true,
    isUp: (String) throws -> Bool
  ) throws {
    self.name = name
    var environment = ProcessInfo.processInfo.environment
    environment["JACK_NO_AUDIO_RESERVATION"] = "1"
    process.environment = environment
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The shell ends the server when its standard input does, so a test that crashes leaves none.
    let script = """
      jackd "$@" </dev/null >/dev/null 2>&1 &
      echo $!
      read -r _
      kill -TERM $!
      wait $!
      """
    process.arguments =
      ["-c", script, "jackd", "-n", name, "-r"] + (waitsForClients ? ["-S"] : [])
      + ["-d", "dummy", "-r", "\(rate)", "-p", "\(period)"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure(name: name)
    }
    self.pid = pid
    let deadline = Date(timeIntervalSinceNow: 20)
    while try !isUp(name) {
      guard Glibc.kill(pid, 0) == 0, Date() < deadline else {
        stop()
        throw Failure(name: name)
      }
      sched_yield()
    }
  }

  isolated deinit { if process.isRunning { stop() } }

  /// Ends the server as its user would and waits until it has gone.
  public func stop() {
    Glibc.kill(pid, SIGTERM)
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Ends the server without warning.
  public func kill() {
    Glibc.kill(pid, SIGKILL)
    stop()
  }

  public struct Failure: Error, CustomStringConvertible {
    let name: String
    public var description: String { "jackd -n \(name) does not come up" }
  }
}
