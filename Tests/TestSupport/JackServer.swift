import Foundation
import Testing

/// A private jackd on the dummy driver.
///
/// JACK keeps few server names on a machine, so tests use few and reuse them.
public final class JackServer {
  public let name: String
  private let process: ServerProcess

  /// The last server of each name. A test that fails leaves its own to the next one, which ends it first.
  private static var latest: [String: ServerProcess] = [:]

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

  /// Ends the server as its user would and waits until it has gone. One that has gone before fails the
  /// test: nothing that a client does may end a server.
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
