import Foundation
import TestSupport
import Testing

/// What the defaults of a site are to somebody at the command line.
@Suite("A site's settings from the command line", .timeLimit(.minutes(1)))
@MainActor
struct SiteCommandTests {
  private let home: Home

  init() throws { home = try Home() }

  private func run(
    _ arguments: String...
  ) async throws -> (status: Int32, output: [String], errors: [Substring]) {
    let (status, output, errors) = try await home.run(arguments)
    return (status, output, errors.split(separator: "\n"))
  }

  @Test("the list shows a site's value as the default, with its file")
  func list() async throws {
    try home.write("noteDuration = 2\nreferencePitch = 442\n", to: home.site)
    try home.write("referencePitch = 415\n", to: home.settings)
    let list = try await run("settings", "list", "--plain")
    #expect(list.status == 0 && list.errors.isEmpty)
    #expect(list.output.contains("noteDuration: 2.0  (default from \(home.site.path))"))
    #expect(
      list.output.contains(
        "referencePitch: 415.0  (from the file; default 442.0 from \(home.site.path))"))
    #expect(try await run("settings", "get", "noteDuration").output == ["2.0"])
    #expect(try await run("settings", "path").output == [home.settings.path])
  }

  @Test("JSON has the source and the site's file")
  func json() async throws {
    try home.write("noteDuration = 2\n", to: home.site)
    let text = try await run("settings", "list", "--json").output.joined(separator: "\n")
    let rows = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: String]])
    let duration = try #require(rows.first { $0["name"] == "noteDuration" })
    #expect(duration["source"] == "site" && duration["site"] == home.site.path)
    let strategy = try #require(rows.first { $0["name"] == "strategy" })
    #expect(strategy["source"] == "default" && strategy["site"] == nil)
  }

  @Test("a fault in the site's file is one line that names it, and the command goes on")
  func fault() async throws {
    try home.write("noteDuration = 9\nstrategy = 1\n", to: home.site)
    for command in [["settings", "get", "noteDuration"], ["profile"], ["sounds", "list"]] {
      let (status, output, errors) = try await home.run(command)
      #expect(status == 0 && !output.isEmpty)
      #expect(errors.split(separator: "\n").count == 1)
      #expect(errors.contains("\(home.site.path), line 1: "))
    }
    #expect(try await run("settings", "get", "noteDuration").output == ["1.0"])
    let doctor = try await run("doctor", "--json")
    #expect(doctor.output.joined().contains("\(home.site.path), line 2: "))
  }

  @Test("changes leave the site's file alone")
  func set() async throws {
    try home.write("noteDuration = 2\n", to: home.site)
    #expect(try await run("settings", "set", "noteDuration", "0.7").status == 0)
    #expect(try String(contentsOf: home.site, encoding: .utf8) == "noteDuration = 2\n")
    #expect(try await run("settings", "get", "noteDuration").output == ["0.7"])
    #expect(try await run("settings", "unset", "noteDuration").status == 0)
    #expect(try await run("settings", "get", "noteDuration").output == ["2.0"])
  }
}
