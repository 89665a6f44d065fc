/// Servers that hang or go.
enum LostServerScenes {
  private static func hanging(_ command: String) -> Scene {
    var scene = Scene("a server that hangs: \(command)", command)
    scene.company = { _ in try await SceneServer(hangs: true) }
    return scene
  }

  private static func leaving(_ name: String, _ command: String, files: [String: String]) -> Scene {
    var scene = Scene(
      name, on: (80, 24), command, keys: Keys.strike, "x", "q", files: files,
      prepare: { try $0.makeHistory() })
    scene.company = { _ in try await SceneServer() }
    return scene
  }

  static let all: [Scene] = [
    hanging("peach compare"), hanging("peach midi list --server peachtest1"),
    leaving("waiting for a server", "peach compare --seed 7 --note-duration 3", files: [:]),
  ]
}
