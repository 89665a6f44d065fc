import Foundation

/// A private jackd on the dummy driver. It ends with the object, by its process, never by its name.
///
/// JACK keeps few server names on a machine, so tests use few and reuse them.
public final class JackServer {
  public let name: String
  private let process = Process()
  private let output = Pipe()

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
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      // A test that crashes takes its server with it.
      ["setpriv", "--pdeathsig", "KILL", "jackd", "-n", name, "-r"] + (waitsForClients ? ["-S"] : [])
      + ["-d", "dummy", "-r", "\(rate)", "-p", "\(period)"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 20)
    while try !isUp(name) {
      guard process.isRunning, Date() < deadline else {
        process.terminate()
        throw Failure(name: name)
      }
      // What it prints is news; so is that it has been quiet for a moment.
      var news = pollfd(
        fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      if poll(&news, 1, 20) > 0, news.revents & Int16(POLLIN) != 0 {
        _ = output.fileHandleForReading.availableData
      }
    }
    // From here on nobody reads what it says; it must not wait for a reader.
    output.fileHandleForReading.readabilityHandler = { handle in
      if handle.availableData.isEmpty { handle.readabilityHandler = nil }
    }
  }

  isolated deinit { if process.isRunning { kill() } }

  /// Ends the server as its user would and waits until it has gone.
  public func stop() {
    process.terminate()
    process.waitUntilExit()
  }

  /// Ends the server without warning.
  public func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  public struct Failure: Error, CustomStringConvertible {
    let name: String
    public var description: String { "jackd -n \(name) does not come up" }
  }
}
