import FontWriter
import Foundation
import Testing

/// How sounds are tuned, through the program.
@Suite("peach sounds check", .timeLimit(.minutes(1)))
@MainActor
struct SoundsCheckTests {
  private let fonts: FontHome

  init() throws {
    fonts = try FontHome()
    let tones = [(60, 7.5, 0), (62, -4.0, 0), (64, 1.5, 1)].map { key, cents, octaves in
      var tone = TrialFont.Tone(key: key)
      tone.cents = cents
      tone.octaves = octaves
      return tone
    }
    try FileManager.default.createDirectory(at: fonts.fonts, withIntermediateDirectories: true)
    try TrialFont(tones: tones).write(to: fonts.fonts.appending(path: "Out of tune.sf2"))
  }

  private var home: Home { fonts.home }
  private var cache: String { home.directory.appending(path: "cache").path }

  private func run(_ arguments: String..., cache: String? = nil) async throws -> (
    status: Int32, output: [String], errors: String
  ) {
    let (status, output, errors) = try await home.run(
      ["sounds", "check"] + arguments, environment: ["XDG_CACHE_HOME": cache ?? self.cache])
    return (status, output, errors)
  }

  @Test("a font is measured note by note, kept, and not measured again")
  func measuring() async throws {
    let first = try await run("Out of tune:0:0")
    #expect(first.status == 0 && first.errors.isEmpty)
    #expect(first.output.contains { $0.hasPrefix("C4 ") && $0.contains("+7.5") })
    #expect(first.output.contains { $0.hasPrefix("D4 ") && $0.contains("-4.0") })
    #expect(first.output.contains("  whole octaves off: E4"))
    #expect(first.output.contains("Peach corrects this in training."))
    let tables = FileManager.default.enumerator(atPath: cache)?.compactMap { $0 as? String } ?? []
    let table = try #require(tables.first { $0.hasSuffix("/0-0.json") })
    // What is found in the cache is what is shown.
    let place = cache + "/" + table
    let text = try String(contentsOfFile: place, encoding: .utf8)
    let marked = text.replacing(#""vibratoRate":0"#, with: #""vibratoRate":9"#)
    try Data(marked.utf8).write(to: URL(fileURLWithPath: place))
    let second = try await run("Out of tune:0:0", "--json")
    #expect(second.status == 0)
    #expect(second.output.count == 1)
    #expect(second.output.line(0).contains(#""vibratoRate":9"#))
    let again = try await run("Out of tune:0:0", "--json", "--again")
    #expect(!again.output.line(0).contains(#""vibratoRate":9"#))
  }

  @Test("the built-in sounds are exact")
  func builtIn() async throws {
    let exact = try await run("sf2:8:80")
    #expect(exact.status == 0)
    #expect(exact.output.last?.hasPrefix("Exact") == true)
    #expect(try await run("sf2:8:80", "--json").output.line(0).contains(#""isExact":true"#))
  }

  @Test("a sound may be named by words; one that is not there is told in one line")
  func naming() async throws {
    #expect(try await run("sine", "--json").output.line(0).contains(#""soundSource":"sf2:8:80""#))
    for name in ["zither-less", "Out of tune:0:99"] {
      let unknown = try await run(name)
      #expect(unknown.status == 64)
      #expect(unknown.errors.contains("there is no sound '\(name)'"))
    }
  }

  @Test("a cache that cannot be written is told; what was measured is shown all the same")
  func unwritableCache() async throws {
    let blocked = home.directory.appending(path: "file")
    try home.write("", to: blocked)
    let run = try await run("Out of tune:0:0", cache: blocked.path)
    #expect(run.status == 73)
    #expect(run.output.contains { $0.hasPrefix("C4 ") })
    #expect(run.errors.contains("cannot be saved"))
  }
}
