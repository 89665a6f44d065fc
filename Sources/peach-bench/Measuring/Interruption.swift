import Foundation

/// Lets Ctrl-C end a measurement in good order: the server gets its period back, and the temporary
/// files go.
enum Interruption {
  /// Runs `body`, and cancels its task at SIGINT and SIGTERM.
  static func watching(_ body: @escaping @MainActor () async throws -> Void) async throws {
    let task = Task { try await body() }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      // Not the main queue: a measurement may keep the main thread busy.
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in task.cancel() }
      source.resume()
      return source
    }
    defer { sources.forEach { $0.cancel() } }
    try await task.value
  }
}
