import Foundation
import TestSupport
import Testing

extension MemoryTests {
  /// `peach compare` in a scale of the user's own.
  @Suite("A run in a Scala scale")
  @MainActor
  struct ScaleRunTests {
    private let home: Home
    private var scale: URL { home.scales.appendingPathComponent("slendro.scl") }

    init() throws { home = try Home() }

    @Test("each interval's degree is told first, is what sounds, and is in the history by its name")
    func mapping() async throws {
      let server = MemoryTests.server()
      try home.write("! x\n\n5\n 8/7\n 21/16\n 3/2\n 12/7\n 2/1\n", to: scale)
      let peach = try home.compare(
        "--tuning", scale.path, "--intervals", "P5-,M2", "--trials", "4", "--seed", "3")
      var sizes: [String: Double] = [:]
      var results = 0
      while let event = try await peach.nextEvent() {
        if event["code"] == "scalaMapping", let interval: String = event["interval"] {
          #expect(results == 0)
          sizes[interval] = event["cents"]
        }
        if event.event == "trial" {
          let interval: String = try #require(event["interval"])
          let size = try #require(sizes[interval]) * (interval.hasSuffix("-") ? -1 : 1)
          let reference: Double = try #require(event["referenceFrequency"])
          let target: Double = try #require(event["targetFrequency"])
          let offset: Double = try #require(event["centOffset"])
          #expect(abs(1200 * log2(target / reference) - size - offset) < 1e-9)
          #expect(event["tuningSystem"] == "scala:slendro")
        }
        if event.state == "playingNote2" { peach.send("higher") }
        if event.event == "result" {
          results += 1
          #expect(event["tuningSystem"] == "scala:slendro")
        }
      }
      #expect(results == 4)
      #expect(abs(try #require(sizes["P5-"]) - 701.955) < 1e-3)
      #expect(abs(try #require(sizes["M2"]) - 231.174) < 1e-3)
      #expect(await peach.finish().status == 0)
      #expect(
        try SQLiteShell.query(
          "select distinct tuningSystem from comparisonRecord", in: home.history)
          == ["scala:slendro"])
      await server.stop()
    }

    @Test("a scale that goes while training is told once, and training goes on in it")
    func removed() async throws {
      let server = MemoryTests.server()
      try home.write("\n2\n3/2\n2/1\n", to: scale)
      try home.write("tuningSystem = \"scala:slendro\"\n", to: home.settings)
      let peach = try home.compare("--intervals", "P5", "--trials", "3")
      var problems: [String] = []
      while let event = try await peach.nextEvent() {
        if event.state == "playingNote1" { try? FileManager.default.removeItem(at: scale) }
        if event.state == "playingNote2" { peach.send("lower") }
        if event.event == "trial" { #expect(event["tuningSystem"] == "scala:slendro") }
        if event["code"] == "settings" { problems.append(try #require(event["message"])) }
      }
      #expect(await peach.finish().status == 0)
      #expect(problems.count == 1)
      #expect(problems.first?.contains(scale.path) == true)
      await server.stop()
    }

    @Test("a note range that becomes too narrow while training is told, and the old one stays")
    func narrowed() async throws {
      let server = MemoryTests.server()
      try home.write("noteRangeMin = 60\nnoteRangeMax = 72\n", to: home.settings)
      let peach = try home.compare("--intervals", "P8,P8-", "--trials", "3")
      var problems: [String] = []
      while let event = try await peach.nextEvent() {
        if event.state == "playingNote1" {
          try home.write("noteRangeMin = 62\nnoteRangeMax = 72\n", to: home.settings)
        }
        if event.state == "playingNote2" { peach.send("lower") }
        if let note: Int = event["referenceNote"] { #expect((60...72).contains(note)) }
        if event["code"] == "settings" { problems.append(try #require(event["message"])) }
      }
      #expect(await peach.finish().status == 0)
      #expect(problems.count == 1)
      #expect(problems.first?.contains("narrower than an octave") == true)
      await server.stop()
    }
  }
}
