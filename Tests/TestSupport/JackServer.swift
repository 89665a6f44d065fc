import Foundation

/// A private jackd on the dummy driver.
///
/// JACK keeps few server names on a machine, so tests use few and reuse them.
public final class JackServer {
  public let name: String
  private let process: ServerProcess

  /// Starts a server and waits until it takes clients. One that ends while it starts, as jackd now and
  /// then does on a busy machine, gets a second try.
  ///
  /// - Parameters:
  ///   - outputs: how many outputs the machine has.
  ///   - isUp: asked until it says yes.
  /// - Throws: what went wrong where the server ends or does not come up.
  public init(
    name: String, rate: Int = 48_000, period: Int = 64, waitsForClients: Bool = true,
    outputs: Int = 2, isUp: (String) async throws -> Bool
  ) async throws {
    self.name = name
    let command =
      ["jackd", "-n", name, "-r"] + (waitsForClients ? ["-S"] : [])
      + ["-d", "dummy", "-r", "\(rate)", "-p", "\(period)", "-P", "\(outputs)"]
    var environment = ProcessInfo.processInfo.environment
    environment["JACK_NO_AUDIO_RESERVATION"] = "1"
    let first = try ServerProcess(command, environment: environment)
    if try await first.isReady({ try await isUp(name) }) {
      process = first
      return
    }
    await first.stop()
    process = try ServerProcess(command, environment: environment)
    guard try await process.isReady({ try await isUp(name) }) else {
      await process.stop()
      throw ServerFailure(command: command, lastWords: process.lastWords)
    }
  }

  /// Ends the server as its user would and waits until it has gone.
  public func stop() async { await process.stop() }

  /// Ends the server without warning.
  public func crash() async { await process.crash() }

  /// Lets the server hang, or go on.
  public func hang(_ isHanging: Bool) { process.hang(isHanging) }
}
