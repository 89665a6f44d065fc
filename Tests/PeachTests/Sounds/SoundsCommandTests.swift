import FontWriter
import Foundation
import Testing

@testable import PeachApp

/// `peach sounds` without a server.
@Suite("peach sounds", .timeLimit(.minutes(1)))
@MainActor
struct SoundsCommandTests {
  private let home: FontHome

  init() throws { home = try FontHome() }

  @Test("sounds are listed by font and family, and found by words")
  func list() async throws {
    try home.write("Testing_GM.sf2")
    let all = try await home.run("sounds", "list")
    #expect(all.status == 0)
    #expect(all.output.contains { $0.hasPrefix("Peach  Peach, ") })
    #expect(all.output.contains { $0.hasPrefix("Testing_GM  Large, ") })
    #expect(all.output.contains("  Synth lead"))
    #expect(all.output.contains { $0.hasPrefix("    Testing_GM:8:80  Preset 8:80") })
    let sine = try await home.run("sounds", "list", "testing", "lead")
    #expect(sine.output.count == 3)
    let none = try await home.run("sounds", "list", "zither-less")
    #expect(none.status == 0)
    #expect(none.output == ["There is no such sound."])
  }

  @Test("the list is one JSON object, with what was passed over")
  func listJSON() async throws {
    let font = try home.write("Testing_GM.sf2")
    let broken = home.fonts.appendingPathComponent("broken.sf2")
    try Data(contentsOf: font).prefix(1000).write(to: broken)
    let result = try await home.run("sounds", "list", "--json")
    let object = try Event(try #require(result.output.first))
    let fonts: [[String: Any]] = try #require(object["fonts"])
    let listed = try #require(fonts.first { $0["font"] as? String == "Testing_GM" })
    let sounds = try #require(listed["sounds"] as? [[String: Any]])
    let sine = try #require(sounds.first { $0["program"] as? Int == 80 })
    #expect(sine["soundSource"] as? String == "Testing_GM:8:80")
    #expect(sine["family"] as? String == "synthLead")
    let skipped: [[String: Any]] = try #require(object["skipped"])
    #expect(skipped.contains { $0["path"] as? String == broken.path })
    #expect(result.errors.contains("broken.sf2 is not used: its header says"))
    #expect(result.status == 0)
  }

  @Test(
    "a font that FluidSynth would refuse is refused in the list, and no library prints anything")
  func refused() async throws {
    let font = TrialFont(bank: 0, program: 0, tones: [TrialFont.Tone(key: 60)]).bytes
    try FileManager.default.createDirectory(at: home.fonts, withIntermediateDirectories: true)
    let odd = home.fonts.appendingPathComponent("Odd.sf2")
    var bytes = font
    let text = Array("INAM".utf8) + [3, 0, 0, 0] + Array("Odd".utf8) + [0]
    bytes.insert(contentsOf: text, at: 24)
    bytes[16] += UInt8(text.count)
    let length = bytes.count - 8
    for index in 0..<4 { bytes[4 + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    try Data(bytes).write(to: odd)
    bytes = font
    let bags = try #require(bytes.firstRange(of: Array("pbag".utf8)))
    bytes[bags.upperBound + 8] = 9
    try Data(bytes).write(to: home.fonts.appendingPathComponent("Damaged.sf2"))

    let list = try await home.run("sounds", "list")
    #expect(list.errors.split(separator: "\n").count == 1)
    #expect(
      list.errors.hasSuffix("Damaged.sf2 is not used: its table pgen does not fit the others\n"))
    let check = try await home.run("sounds", "check", "Odd:0:0", "--json")
    #expect(check.status == 0)
    let isDamaged = try await home.run("sounds", "check", "Damaged:0:0")
    #expect(!(check.errors + isDamaged.errors).contains("CRITICAL"))
    #expect(!(check.errors + isDamaged.errors).contains("fluidsynth"))
    // The settings can name it all the same.
    try home.home.write("soundSource = \"Damaged:0:0\"\n", to: home.home.settings)
    let doctor = try await home.run("doctor")
    #expect(!(doctor.errors + doctor.output.joined()).contains("CRITICAL"))
    #expect(doctor.output.joined(separator: " ").contains("Damaged.sf2"))
  }

  @Test("a font without pitched sounds is in the list, and the list says so")
  func unpitched() async throws {
    try FileManager.default.createDirectory(at: home.fonts, withIntermediateDirectories: true)
    let font = home.fonts.appendingPathComponent("Noises.sf2")
    try TrialFont(bank: 0, program: 125, tones: [TrialFont.Tone(key: 60)]).write(to: font)
    let list = try await home.run("sounds", "list")
    let heading = try #require(list.output.firstIndex { $0.hasPrefix("Noises  ") })
    #expect(list.output[heading + 1].contains("no sounds to train with"))
    #expect(list.errors.isEmpty)
    #expect(try await home.run("sounds", "list", "noises").output == ["There is no such sound."])
  }

  @Test("option, setting and environment name further places, in this order")
  func places() async throws {
    let one = try home.write("a/One.sf2").path
    let two = try home.write("b/Two.sf2", megabytes: 3).path
    let moved = home.home.directory.appendingPathComponent("elsewhere")
    try FileManager.default.moveItem(at: home.fonts, to: moved)
    func place(_ path: String) -> String {
      path.replacingOccurrences(of: home.fonts.path, with: moved.path)
    }
    try home.home.write("soundFonts = [\"\(place(two))\"]\n", to: home.home.settings)
    let result = try await home.run(
      "sounds", "path", "--json", "--sound-fonts", place(one),
      environment: ["SF2_PATH": moved.path + ":/nowhere"])
    let line = try #require(result.output.first)
    let paths = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [[String: Any]])
    let named = paths.prefix { $0["origin"] as? String != "data" }
    #expect(
      named.map { $0["origin"] as? String }
        == ["builtIn", "option", "settings"]
        + [String](repeating: "SF2_PATH", count: named.count - 3))
    #expect(
      named.map { $0["outcome"] as? String } == [
        "font", "font", "font", "folder", "folder", "sameFile", "folder", "sameFile", "absent",
      ])
    let text = try await home.run("sounds", "path", "--sound-fonts", place(one))
    #expect(text.output.contains("  --sound-fonts: font One"))
  }

  @Test("what is known of a sound is shown, whether named by tag, numbers or words")
  func info() async throws {
    let font = try home.write("Testing_GM.sf2")
    for name in ["Testing_GM:8:80", "testing preset 80"] {
      let result = try await home.run("sounds", "info", name)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains { $0.contains(font.path) })
      #expect(result.output.contains { $0.hasSuffix("0 (C-1) … 127 (G9)") })
    }
    let json = try Event(
      try #require(try await home.run("sounds", "info", "8:80", "--json").output.first))
    #expect(json["soundSource"] == "sf2:8:80")
    #expect(json["keys"] as [[Int]]? == [[0, 127]])
  }

  @Test("a sound that there is not, or that is several, is told in a line")
  func unknown() async throws {
    try home.write("Testing_GM.sf2")
    try home.write("Testing_GS.sf2", megabytes: 3)
    let mistyped = try await home.run("sounds", "info", "triangel")
    #expect(mistyped.status == 64)
    #expect(mistyped.errors.contains("did you mean Triangle?"))
    let several = try await home.run("sounds", "play", "preset 80", "--json")
    #expect(several.status == 64)
    #expect(several.errors.contains("Testing_GM:8:80"))
    #expect(several.errors.contains("Testing_GS:8:80"))
    #expect(several.errors.split(separator: "\n").count == 1)
    for arguments in [["compare"], ["match"], ["midi", "monitor"]] {
      let (status, _, errors) = try await home.home.run(
        arguments + ["--sound-source", "preset 80", "--json"])
      #expect(status == 78)
      #expect(errors.contains("soundSource = preset 80 could be Testing_GM:8:80"))
    }
  }

  @Test("a word that fits several sounds means the best of them, which is said; 69: no server")
  func best() async throws {
    try home.write("Testing_GM.sf2")
    try home.write("Testing_GS.sf2", megabytes: 3)
    for arguments in [
      ["sounds", "play", "preset 80"], ["compare", "--sound-source", "preset 80"],
      ["midi", "monitor", "--sound-source", "preset 80"],
    ] {
      let (status, _, errors) = try await home.home.run(arguments)
      #expect(status == 69, "\(arguments)")
      #expect(
        errors.contains("'preset 80' fits several sounds; Peach uses Testing_GM:8:80"),
        "\(arguments): \(errors)")
      #expect(errors.contains("not Testing_GS:8:80"))
    }
    let set = try await home.run("settings", "set", "soundSource", "preset 80")
    #expect(set.status == 0)
    #expect(try await home.run("settings", "get", "soundSource").output == ["Testing_GM:8:80"])
  }

  @Test("a name or numbers are stored as the tag; a tag is stored whether or not its font is there")
  func setting() async throws {
    try home.write("Testing_GM.sf2")
    for (text, tag) in [
      ("triangle", "sf2:8:81"), ("8:82", "sf2:8:82"), ("testing preset 8", "Testing_GM:8:80"),
      ("Gone:0:1", "Gone:0:1"),
    ] {
      let result = try await home.run("settings", "set", "soundSource", text)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try await home.run("settings", "get", "soundSource").output == [tag])
    }
    let unknown = try await home.run("settings", "set", "soundSource", "no such thing")
    #expect(unknown.status == 78)
    #expect(try await home.run("settings", "get", "soundSource").output == ["Gone:0:1"])
  }

  @Test("the shells complete a sound by the tags that there are")
  func completion() async throws {
    try home.write("Testing_GM.sf2")
    try home.home.write("soundFonts = [\"/nowhere\"]\n", to: home.home.settings)
    for words in [["sounds", "info", "--", "positional@0"], ["compare", "--", "--sound-source"]] {
      let (status, output, _) = try await home.home.run(["---completion"] + words + ["0", "0"])
      #expect(output.contains("sf2:8:80") && output.contains("Testing_GM:8:80"))
      #expect(status == 0)
    }
  }

  @Test("the doctor hints at a font that cannot be read, and info counts those that can")
  func doctor() async throws {
    let font = try home.write("Testing_GM.sf2")
    let before = try Event(try #require(try await home.run("info", "--json").output.first))
    try Data(contentsOf: font).dropLast(9).write(
      to: home.fonts.appendingPathComponent("broken.sf2"))
    let after = try Event(try #require(try await home.run("info", "--json").output.first))
    let count: Int = try #require(before["otherFonts"])
    #expect(count >= 1)
    #expect(after["otherFonts"] == count)
    let report = try await home.run("doctor")
    #expect(report.output.contains { $0.contains("broken.sf2 is not used") })
  }

  @Test("without a server a sound cannot be played: 69")
  func noServer() async throws {
    let result = try await home.run("sounds", "play", "sine")
    #expect(result.status == 69)
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}
