import Charts
import Foundation
import Testing

@testable import PeachApp
@testable import Program

/// The parts of the manual pages, and of the packaging, that are written by hand keep up with the sources.
@Suite("What the manual and the packages say of the sources", .timeLimit(.minutes(1)))
@MainActor
struct ManualSectionsTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ name: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(name), encoding: .utf8)
  }

  /// The lines of a section of a manual page, without its heading.
  private func section(_ title: String, of page: String) -> [Substring] {
    let lines = page.split(separator: "\n")
    guard let first = lines.firstIndex(of: Substring(".SH \(title)")) else { return [] }
    return Array(lines[(first + 1)...].prefix { !$0.hasPrefix(".SH ") })
  }

  @Test("the pages have the usual sections")
  func sections() throws {
    let wanted = [
      "man/peach.1": [
        "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES", "BUGS", "AUTHORS", "SEE ALSO",
      ],
      "man/peach-config.5": ["ENVIRONMENT", "FILES", "EXAMPLES", "BUGS", "AUTHORS", "SEE ALSO"],
      "man/peach-formats.5": ["BUGS", "AUTHORS", "SEE ALSO"],
    ]
    for (name, titles) in wanted {
      let page = try text(name)
      for title in titles { #expect(!section(title, of: page).isEmpty, "\(name): \(title)") }
    }
  }

  @Test("the page has the key of the profile on the start screen")
  func profileKey() throws {
    let page = try text("man/peach-training.7")
    #expect(
      page.contains(
        ".SS The profile on the start screen\n.B \(StartKeys.profile)\non the start screen opens"))
  }

  @Test("a command that takes only some settings is not said to take all")
  func partialSettings() throws {
    let page = try text("man/peach.1")
    let check = try #require(
      page.components(separatedBy: "\n\\fBpeach sounds check\\fP").dropFirst().first)
    let own = check.components(separatedBy: "\n.TP\n")[0]
    #expect(!own.contains("an option for each setting"))
    #expect(own.contains("sound\\-fonts"))
  }

  @Test("every exit status stands in the page")
  func exitStatuses() throws {
    let lines = section("EXIT STATUS", of: try text("man/peach.1"))
    // They are from sysexits.h, which ends at 78.
    for number in Int32(0)...78 where ExitStatus(rawValue: number) != nil {
      #expect(lines.contains(Substring(".B \(number)")), "\(number)")
    }
  }

  @Test("every variable of the environment that the sources read stands in the page")
  func variables() throws {
    let words = section("ENVIRONMENT", of: try text("man/peach.1")).joined(separator: " ")
    let sources = Self.root.appendingPathComponent("Sources")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var found: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      for match in source.matches(of: /(?:environment\[|getenv\()"([A-Z][A-Z0-9_]+)"/) {
        found.insert(String(match.output.1))
      }
    }
    #expect(found.count > 8)
    // PATH is the system's: what is started is looked for there.
    for name in found.subtracting(["PATH"]) { #expect(words.contains(name), "\(name)") }
  }

  @Test("every library of the manifest has a commit, a checksum and a licence")
  func libraries() throws {
    let pinned = try text("packaging/libraries").split(separator: "\n")
    let copyright = try text("debian/copyright")
    let manifest = try text("Package.swift")
    var count = 0
    for match in manifest.matches(of: /library\(url: "https:[^"]*\/([^"\/]+)", "([0-9.]+)"\)/) {
      count += 1
      let name = String(match.output.1)
      let line = try #require(pinned.first { $0.hasPrefix("\(name) ") }, "\(name)")
      let fields = line.split(separator: " ")
      try #require(fields.count >= 3)
      #expect(fields[1].count == 40, "\(name)")
      #expect(fields[2].count == 64, "\(name)")
      #expect(copyright.contains("Files: vendor/\(name)/*\n"), "\(name)")
      #expect(UsedLibrary.all.contains { $0.module == name }, "\(name)")
    }
    #expect(count == 3)
  }
}
