import Foundation
import Installation
import TestSupport
import Testing

@testable import PeachApp

@Suite("Version and licences")
@MainActor
struct InfoTests {
  /// Modules that are no library to name: Peach's own, another part of glibc, and what belongs to tests
  /// and tools.
  private static let own: Set<String> = [
    "CPackageVersion", "CDiskLog", "CLibraryCalls", "CMemoryJack", "CHeap", "CRealtimeSanitizer",
    "CFileNames",
    "CResampler",
    "CTaskHooks",
    "CVTerm",
    "CWidth",
  ]

  @Test("every package and every C library of the build is named with its licence")
  func libraries() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let packages = manifest.matches(of: /url: "[^"]*\/([^"\/]+)"/).map { String($0.output.1) }
    let modules = manifest.matches(of: /name: "(C[A-Z][A-Za-z]*)"/).map { String($0.output.1) }
      .filter { $0 != "Charts" && $0 != "Console" && !Self.own.contains($0) }
    #expect(packages.count >= 3 && modules.count >= 7)
    let named = Set(UsedLibrary.all.compactMap(\.module))
    #expect(Set(packages).union(modules) == named)
  }

  @Test("the version is the same wherever it is asked for; the libraries are in text and in JSON")
  func version() async throws {
    let home = try Home()
    func output(_ arguments: String...) async throws -> String {
      let (status, output, _) = try await home.run(arguments)
      #expect(status == 0)
      return output.joined(separator: "\n")
    }
    let version = PeachVersion.text
    #expect(try await output("--version") == version)
    #expect(try await output("compare", "--version") == version)
    let text = try await output("info")
    #expect(text.hasPrefix("Peach \(version), "))
    for library in UsedLibrary.all { #expect(text.contains(library.name)) }
    let json = try await output("info", "--json")
    let facts = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(facts["version"] as? String == version)
    #expect((facts["libraries"] as? [[String: String]])?.count == UsedLibrary.all.count)
  }
}
