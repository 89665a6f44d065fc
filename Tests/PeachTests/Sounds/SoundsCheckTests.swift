import BuiltInFont
import Foundation
import Testing

@testable import peach

/// How sounds are tuned, through the program.
@Suite("peach sounds check", .timeLimit(.minutes(3)))
@MainActor
struct SoundsCheckTests {
  private let home: Home
  private let font: URL

  init() throws {
    home = try Home()
    font = home.directory.appending(path: "out of tune.sf2")
    let tones = [(60, 7.5, 0), (62, -4.0, 0), (64, 1.5, 1)].map { key, cents, octaves in
      var tone = TrialFont.Tone(key: key)
      tone.cents = cents
      tone.octaves = octaves
      return tone
    }
    try TrialFont(tones: tones).write(to: font)
  }

  private var cache: String { home.directory.appending(path: "cache").path }

  private func run(_ arguments: String..., cache: String? = nil) async throws -> (
    status: Int32, output: [String], errors: String
  ) {
    let peach = try PeachProcess(
      ["sounds", "check"] + arguments, home: home,
      environment: ["XDG_CACHE_HOME": cache ?? self.cache])
    peach.endInput()
    let output = await peach.rest()
    let (status, errors) = await peach.finish()
    return (status, output, errors)
  }

  @Test("a font is measured note by note, kept, and not measured again")
  func measuring() async throws {
    let first = try await run("\(font.path):0:0")
    #expect(first.status == 0 && first.errors.isEmpty)
    #expect(first.output.contains { $0.hasPrefix("C4 ") && $0.contains("+7.5") })
    #expect(first.output.contains { $0.hasPrefix("D4 ") && $0.contains("-4.0") })
    #expect(first.output.contains("  a whole octave off: E4"))
    #expect(first.output.contains("Training corrects this."))
    let tables = FileManager.default.enumerator(atPath: cache)?.compactMap { $0 as? String } ?? []
    let table = try #require(tables.first { $0.hasSuffix("/0-0.json") })
    // What is found in the cache is what is shown.
    let place = cache + "/" + table
    let text = try String(contentsOfFile: place, encoding: .utf8)
    let marked = text.replacing(#""vibratoRate":0"#, with: #""vibratoRate":9"#)
    try Data(marked.utf8).write(to: URL(fileURLWithPath: place))
    let second = try await run("\(font.path):0:0", "--json")
    #expect(second.status == 0)
    #expect(second.output.count == 1)
    #expect(second.output[0].contains(#""vibratoRate":9"#))
    let again = try await run("\(font.path):0:0", "--json", "--again")
    #expect(!again.output[0].contains(#""vibratoRate":9"#))
  }

  @Test("the built-in sounds are exact")
  func builtIn() async throws {
    let exact = try await run("sf2:8:80")
    #expect(exact.status == 0)
    #expect(exact.output.last?.hasPrefix("Exact") == true)
    #expect(try await run("sf2:8:80", "--json").output[0].contains(#""isExact":true"#))
  }

  @Test("what cannot be measured is told in one line, with its code")
  func faults() async throws {
    let nonsense = try await run("nonsense")
    #expect(nonsense.status == 64 && nonsense.errors.contains("'nonsense' is no sound"))
    let missing = try await run("/no/such/font.sf2:0:0")
    #expect(missing.status == 66 && missing.errors == "peach: there is no file /no/such/font.sf2\n")
    let preset = try await run("\(font.path):0:99")
    #expect(preset.status == 65 && preset.errors.split(separator: "\n").count == 1)
    let text = home.directory.appending(path: "text.sf2")
    try home.write("no font", to: text)
    let unreadable = try await run("\(text.path):0:0")
    #expect(unreadable.status == 65 && unreadable.errors.split(separator: "\n").count == 1)
  }

  @Test("a cache that cannot be written is told; what was measured is shown all the same")
  func unwritableCache() async throws {
    let blocked = home.directory.appending(path: "file")
    try home.write("", to: blocked)
    let run = try await run("\(font.path):0:0", cache: blocked.path)
    #expect(run.status == 73)
    #expect(run.output.contains { $0.hasPrefix("C4 ") })
    #expect(run.errors.contains("cannot be kept"))
  }
}
