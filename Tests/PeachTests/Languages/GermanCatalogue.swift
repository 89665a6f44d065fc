import Foundation
import TestSupport
import Testing

/// The catalogue of German, made from what is in `po/` now.
@MainActor
enum GermanCatalogue {
  static let sources: URL = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder
  }()

  /// The environment of somebody who reads German, on a system that need not know the locale.
  nonisolated static let environment = ["LC_ALL": "de_DE.UTF-8"]

  private static let made = Task { try await make(in: nil) }

  /// Makes it where the program looks that lies beside the tests.
  static func prepare() async throws { try await made.value }

  /// Makes it in another folder than that of the sources.
  static func make(in folder: URL?) async throws {
    let tool = try ChildProcess(
      sources.appending(path: "tools/messages").path,
      ["compile"] + (folder.map { [$0.path] } ?? []),
      environment: ProcessInfo.processInfo.environment)
    try #require(await tool.end() == 0, "tools/messages needs msgfmt, of Debian's package gettext")
  }
}
