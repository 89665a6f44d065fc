import TestSupport

/// A server of a scene's own.
@MainActor
final class SceneServer {
  private let server: JackServer
  private var hasEnded = false

  /// - Parameter hangs: whether it takes clients and then says nothing more.
  init(hangs: Bool = false) async throws {
    server = try await ServerTests.server()
    server.hang(hangs)
  }

  func end() async {
    guard !hasEnded else { return }
    hasEnded = true
    await server.stop()
  }
}
