import Foundation
import TestSupport

/// Chromium without a window: shows how a browser reads a page.
@MainActor
struct Browser {
  struct NotThere: Error {}

  private let program: String

  /// Throws ``NotThere``; `tools/dependencies --for-tests` installs it.
  init() throws {
    let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(
      separator: ":")
    let candidates = ["chromium", "chromium-browser", "google-chrome"].flatMap { name in
      directories.map { "\($0)/\(name)" }
    }
    guard let found = candidates.first(where: FileManager.default.isExecutableFile) else {
      throw NotThere()
    }
    program = found
  }

  /// The page as the browser has read it, written as HTML again.
  func read(_ page: URL, home: Home) async throws -> (status: Int32, text: String) {
    let profile = home.directory.appendingPathComponent("browser").path
    var environment = home.environment
    environment["HOME"] = home.directory.path
    environment["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
    let process = try ChildProcess(
      program,
      [
        // The tests may run as root and in a container, and the page needs no network.
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--no-first-run", "--disable-extensions", "--disable-background-networking",
        "--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND",
        "--user-data-dir=\(profile)", "--timeout=20000", "--dump-dom", page.absoluteString,
      ], environment: environment)
    try process.input.close()
    // Read, so that the browser does not wait for room.
    let errors = ChildProcess.lines(of: process.errors)
    var text = ""
    for await line in ChildProcess.lines(of: process.output, "lines of \(program)") {
      text += line + "\n"
    }
    let status = await process.end()
    withExtendedLifetime(errors) {}
    return (status, text)
  }
}
