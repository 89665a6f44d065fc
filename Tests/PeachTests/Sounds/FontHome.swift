import FontWriter
import Foundation

/// A home with SoundFonts of its own. What the machine has is not found from it.
@MainActor
final class FontHome {
  let home: Home

  init() throws { home = try Home() }

  /// The folder for fonts that is found without being named.
  var fonts: URL { home.directory.appendingPathComponent("data/soundfonts") }

  /// A font with one preset, `Preset 0:0`… and the sine 8:80 called `Preset 8:80`, of some megabytes.
  @discardableResult
  func write(_ name: String, megabytes: Int = 2) throws -> URL {
    let url = fonts.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try LargeFont(bytes: megabytes << 20).write(to: url)
    return url
  }

  func start(_ arguments: String..., server: String = "peachnone") throws -> PeachProcess {
    try PeachProcess(arguments, home: home, server: server)
  }

  /// Starts a command within this process.
  func launch(_ arguments: String..., server: String? = nil) throws -> PeachRun {
    try PeachRun(arguments, home: home, server: server)
  }

  func run(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> (status: Int32, output: [String], errors: String) {
    let (status, output, errors) = try await home.run(arguments, environment: environment)
    return (status, output, errors)
  }
}
