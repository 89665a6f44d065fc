import CTOML
import Foundation
import Testing
import Training

@testable import Settings

@Suite("TOMLEntry")
struct TOMLEntryTests {
  private func entries(of text: String) throws -> [TOMLEntry] {
    try TOMLEntry.entries(of: Array(text.utf8), path: "")
  }

  private func fault(in text: String) -> (line: Int, message: String)? {
    do throws(SettingsError) {
      _ = try TOMLEntry.entries(of: Array(text.utf8), path: "")
    } catch {
      if case .syntax(_, let line, let message) = error { return (line, message) }
    }
    return nil
  }

  /// A line for each entry: depth, line, key, the text that the place of the value has.
  private func outline(_ entries: [TOMLEntry], of text: String, depth: Int = 0) -> [String] {
    let bytes = Array(text.utf8)
    return entries.flatMap { entry in
      let value = entry.text.map { String(decoding: bytes[$0], as: UTF8.self) } ?? "…"
      let line =
        String(repeating: "  ", count: depth) + "\(entry.line) \(entry.key) = "
        + value.replacing("\n", with: "⏎")
      return [line] + outline(entry.entries, of: text, depth: depth + 1)
    }
  }

  @Test("tables keep their order, and each value has its place")
  func places() throws {
    let text = """
      title = "Terzen – 𝄞" # é
      tuningSystem = 'just'
      [[block]]
      training = "listening"
      intervals = [ # two
        "M3", "m3",
      ]
      say = { en = "a", "dé" = '''
      b''' }
      [[block]]
      training = "comparison"
      sound.font = 1
      [block.after]
      sound.level = -1.5
      [a.z]
      b = 0x1F
      [a]
      b.c = true
      """
    #expect(
      outline(try entries(of: "\u{FEFF}" + text), of: "\u{FEFF}" + text) == [
        "1 title = \"Terzen – 𝄞\"",
        "2 tuningSystem = 'just'",
        "3 block = …",
        "  3  = …",
        "    4 training = \"listening\"",
        "    5 intervals = [ # two⏎  \"M3\", \"m3\",⏎]",
        "      6  = \"M3\"",
        "      6  = \"m3\"",
        "    8 say = { en = \"a\", \"dé\" = '''⏎b''' }",
        "      8 en = \"a\"",
        "      8 dé = '''⏎b'''",
        "  10  = …",
        "    11 training = \"comparison\"",
        "    12 sound = …",
        "      12 font = 1",
        "    13 after = …",
        "      14 sound = …",
        "        14 level = -1.5",
        "15 a = …",
        "  15 z = …",
        "    16 b = 0x1F",
        "  18 b = …",
        "    18 c = true",
      ])
  }

  @Test("values are what they say")
  func values() throws {
    let text = """
      s = "\\u00e9\\n\\"" # x
      i = -9223372036854775808
      f = 1e3
      n = nan
      b = false
      a = [[1], []]
      t = { y.x = 1, w = 'q' }
      e = {}
      """
    let nodes = try entries(of: text).map(\.node)
    #expect(nodes[0] == .string("é\n\""))
    #expect(nodes[1] == .integer(.min))
    #expect(nodes[2] == .float(1000))
    #expect(nodes[3].description == "nan")
    #expect(nodes[4] == .boolean(false))
    #expect(nodes[5] == .array([.array([.integer(1)]), .array([])]))
    #expect(nodes[6] == .table(["y": .table(["x": .integer(1)]), "w": .string("q")]))
    #expect(nodes[7] == .table([:]))
    #expect(try entries(of: "").isEmpty)
    #expect(try entries(of: "\u{FEFF}").isEmpty)
  }

  @Test("keys that are the same text in other bytes are two entries of a table")
  func equivalentKeys() throws {
    let entries = try entries(of: "a = { \"\u{E9}\" = 1, \"e\u{301}\" = 2 }")
    #expect(entries[0].entries.count == 2)
    #expect(entries[0].node == .table(["é": .integer(1)]))
  }

  @Test("a fault has its line, wherever the parser gave up")
  func lines() {
    let above = "# é = 1\r\na = [\n 1,\n]\n[t]\n[[u]]\n"
    let below = String(repeating: "\n# end", count: 1000)
    for mistake in [
      "x = [ }", "x = 1979-05-27 7", "[[[x]]]", "x = [\u{2028}]", "x = 1979-05-27", "x = '\u{1}'",
      "x = \"\\u0000\"", "a.\"\\u0000\" = 1",
      "x = 1979-05-27\(String(repeating: "_", count: 117)) 07:00:00",
      "x = \(String(repeating: "[", count: 1000))", "\(String(repeating: "a.", count: 300))a = 1",
    ] {
      let fault = fault(in: above + mistake + below)
      #expect(fault?.line == 7, "\(mistake.prefix(20)): \(fault?.message ?? "")")
      #expect(fault?.message.isEmpty == false)
    }
  }

  @Test("a text that is as deep as is allowed is read, on a thread with a small stack, too")
  func depth() async throws {
    let keys = String(repeating: "a.", count: toml_most_dots_per_line)
    // Each of them nests an array and a table.
    let values = String(repeating: "{\(keys)a=[\n", count: 7)
    let text = "[\(keys)b]\nx=[\(values)\(String(repeating: "]}", count: 7))]"
    let isRead = await withCheckedContinuation { continuation in
      let thread = Thread {
        continuation.resume(returning: (try? entries(of: text))?.count == 1)
      }
      thread.stackSize = 4 << 20
      thread.start()
    }
    #expect(isRead)
  }

  @Test("what is too large is refused")
  func large() {
    #expect(fault(in: String(repeating: " ", count: toml_most_bytes))?.line == nil)
    #expect(fault(in: String(repeating: " ", count: toml_most_bytes + 1))?.line == 1)
  }

  @Test("no change of a good text stops the program, and every place is within the text")
  func changes() {
    let bits = [
      "\"", "'", "\\", "[", "]", "{", "}", "#", "=", ".", ",", "\n", "\r", " ", "\u{80}", "_", "-",
      ":", "7",
      "\"\"\"", "'''", "[[", "1979-05-27", "07:32:00", "\\u0000", "nan", "\n[t]\n", "\n[[u]]\n",
      "a.b = 1\n",
    ].map { Array($0.utf8) }
    let text =
      "\u{FEFF}noteDuration = 1.5 # é\r\nintervals = [ 'P1',\n\"\"\"P5\"\"\" ]\n"
      + "a.b = {c.d = 1}\n[[u]]\nx = 1\n"
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...4, using: &random))
        bytes.replaceSubrange(place..<end, with: bits.randomElement(using: &random) ?? [])
      }
      guard let document = try? SettingsDocument(bytes, path: "") else { continue }
      for key in [SettingKey.noteDuration, .intervals, .strategy] {
        _ = document.setting(key.defaultValue)
        _ = document.removing(key)
      }
    }
  }
}
