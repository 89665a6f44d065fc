import Foundation
import Testing

@testable import PeachApp

/// Reports, through the program.
@Suite("peach report", .timeLimit(.minutes(1)))
@MainActor
struct ReportCommandTests {
  private let home: Home

  init() throws { home = try Home() }

  private var page: URL { home.directory.appendingPathComponent("my <report> & more.html") }

  private func run(_ arguments: String...) async throws -> (
    status: Int32, output: [String], errors: String
  ) {
    let (status, output, errors) = try await home.run(arguments)
    return (status, output, errors)
  }

  private func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

  @Test("an earlier report is replaced, any other file only where that is wanted")
  func replacing() async throws {
    try await FixtureHistory.install(FixtureHistory.lines, in: home)
    let first = try await run("report", "--out", page.path)
    #expect(first.status == 0 && first.errors.isEmpty)
    #expect(first.output == ["Report written to \(page.path)"])
    #expect(try await run("report", "--out", page.path).status == 0)
    let report = try text(page)
    #expect(report.hasPrefix("<!DOCTYPE html>\n"))

    try home.write("my own notes", to: page)
    let refused = try await run("report", "--out", page.path)
    #expect(refused.status == 73 && refused.output.isEmpty)
    #expect(
      refused.errors
        == "peach: \(page.path) already exists and is not a report from Peach; --force replaces it\n"
    )
    #expect(try text(page) == "my own notes")
    #expect(try await run("report", "--out", page.path, "--force").status == 0)
    #expect(try text(page).hasPrefix("<!DOCTYPE html>\n"))
  }

  @Test("a report through a symbolic link leaves the link")
  func link() async throws {
    let target = home.directory.appendingPathComponent("target.html")
    try FileManager.default.createSymbolicLink(at: page, withDestinationURL: target)
    #expect(try await run("report", "--out", page.path).status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: page.path) == target.path)
    #expect(try text(target).hasPrefix("<!DOCTYPE html>\n"))
  }

  @Test(
    "a place that cannot be written is told in a line",
    arguments: [("", 73), ("none/x.html", 73)])
  func badPlaces(place: String, status: Int32) async throws {
    let path = home.directory.appendingPathComponent(place).path
    let result = try await run("report", "--out", path)
    #expect(result.status == status && result.output.isEmpty)
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("a device that is full is 74")
  func full() async throws {
    let result = try await run("report", "--out", "/dev/full")
    #expect(result.status == 74)
    #expect(result.errors.hasPrefix("peach: /dev/full cannot be written: "))
  }

  @Test("pictures go into a directory of their own, and none over a stranger's file")
  func pictures() async throws {
    try await FixtureHistory.install(FixtureHistory.lines, in: home)
    let directory = home.directory.appendingPathComponent("pictures")
    let arguments = ["report", "--out", page.path, "--svg", directory.path]
    let first = try await run(
      arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], "--json")
    #expect(first.status == 0 && first.output.count == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    #expect(
      names == [
        "activity.svg", "beats-interval.svg", "beats-unison.svg", "course-unison.svg",
        "curve-unison.svg", "errors-interval.svg",
        "errors-unison.svg", "intervals-interval.svg", "keyboard-unison.svg",
        "matching-interval.svg", "matching-unison.svg",
      ])
    let summary = try Event(#require(first.output.first))
    let listed: [String] = try #require(summary["pictures"])
    #expect(listed.sorted() == names.map { directory.appendingPathComponent($0).path })

    let foreign = directory.appendingPathComponent("curve-unison.svg")
    try home.write("<svg/>", to: foreign)
    try FileManager.default.removeItem(at: page)
    let refused = try await run("report", "--out", page.path, "--svg", directory.path)
    #expect(refused.status == 73)
    #expect(try text(foreign) == "<svg/>")
    #expect(!FileManager.default.fileExists(atPath: page.path))
  }

  @Test("an empty history is a page of sentences")
  func empty() async throws {
    let result = try await run("report", "--out", page.path)
    #expect(result.status == 0)
    #expect(!(try text(page)).contains("<svg"))
    #expect(try text(page).contains("Nothing has been trained yet."))
  }

  @Test("without --out it is peach-report.html here")
  func standardPlace() throws {
    #expect(try ReportCommand.parse([]).out == "peach-report.html")
  }
}

extension ReportCommandTests {
  /// What only a process of its own or a terminal can show.
  @Suite("A report in a browser")
  @MainActor
  struct ProcessTests {
    private let outer: ReportCommandTests
    private var home: Home { outer.home }

    init() throws { outer = try ReportCommandTests() }

    @Test("on standard output there is the outer.page and nothing else")
    func standardOutput() async throws {
      try await FixtureHistory.install(FixtureHistory.lines, in: home)
      let plain = try await outer.run("report", "--out", "-")
      #expect(plain.status == 0 && plain.errors.isEmpty)
      #expect(
        plain.output.first == "<!DOCTYPE html>" && plain.output.last?.hasSuffix("</html>") == true)
      let json = try await outer.run("report", "--out", "-", "--json")
      #expect(json.output.first == "<!DOCTYPE html>")
      let summary = try Event(#require(json.errors.split(separator: "\n").first.map(String.init)))
      #expect(summary["comparisons"] == 480)
    }

    @Test("a browser reads the outer.page as it was written: the same elements, the same text")
    func browser() async throws {
      try await FixtureHistory.install(FixtureHistory.lines, in: home)
      #expect(try await outer.run("report", "--out", outer.page.path).status == 0)
      let written = try outer.text(outer.page)
      let (status, read) = try await Browser().read(outer.page, home: home)
      #expect(status == 0)
      #expect(HTMLText.elements(read) == HTMLText.elements(written))
      #expect(HTMLText.texts(read) == HTMLText.texts(written))
      #expect(HTMLText.elements(read).filter { $0 == "svg" }.count == 11)
      #expect(HTMLText.texts(read).contains("Threshold of each note"))
    }
  }
}
