import Foundation
import Music
import Testing

@testable import Settings

@Suite("What can be chosen")
@MainActor
struct SettingChoicesTests {
  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  /// What can be chosen for a key, with the file as it is.
  private func choices(_ key: SettingKey) throws -> SettingChoices {
    let value = try #require(
      try FileUserSettings(file: home.file).report.first { $0.key == key }?.value)
    return home.file.choices(for: key, at: value)
  }

  @Test("a number has a neighbour on each side, up to its ends")
  func numbers() throws {
    #expect(try choices(.noteDuration) == .neighbours(before: "0.9", after: "1.1"))
    try home.write("noteDuration = 0.35\nreferencePitch = 500\nmidiChannel = 0\n")
    #expect(try choices(.noteDuration) == .neighbours(before: "0.3", after: "0.4"))
    #expect(try choices(.referencePitch) == .neighbours(before: "499.0", after: nil))
    #expect(try choices(.midiChannel) == .neighbours(before: nil, after: "1"))
    try home.write("noteDuration = 0.3\nvaryLoudness = 0.7000001\n")
    #expect(try choices(.noteDuration) == .neighbours(before: nil, after: "0.4"))
    #expect(try choices(.varyLoudness) == .neighbours(before: "0.6", after: "0.8"))
  }

  @Test("a whole walk along a number meets its ends exactly and every tenth between them")
  func walk() throws {
    var seen: [String] = []
    try home.write("noteDuration = 3.0\n")
    while case .neighbours(let before?, _) = try choices(.noteDuration) {
      seen.append(before)
      try home.file.set(.noteDuration, before)
    }
    #expect(seen == (3...29).reversed().map { "\($0 / 10).\($0 % 10)" })
  }

  @Test("the ends of the note range come no nearer than an octave")
  func range() throws {
    try home.write("noteRangeMin = 72\n")
    #expect(try choices(.noteRangeMin) == .neighbours(before: "71", after: nil))
    #expect(try choices(.noteRangeMax) == .neighbours(before: nil, after: "85"))
    try home.write("noteRangeMin = 21\nnoteRangeMax = 108\n")
    #expect(try choices(.noteRangeMin) == .neighbours(before: nil, after: "22"))
    #expect(try choices(.noteRangeMax) == .neighbours(before: "107", after: nil))
  }

  @Test("words have an order and an end")
  func words() throws {
    #expect(try choices(.strategy) == .neighbours(before: nil, after: "kazez"))
    try home.write("tuningSystem = \"meantone\"\nwheel = \"off\"\n")
    #expect(try choices(.tuningSystem) == .neighbours(before: "pythagorean", after: nil))
    #expect(try choices(.slider) == .free)
    #expect(try choices(.commitButtons) == .free)
  }

  @Test(
    "what is true or false has the other beside it",
    arguments: ["correctIntonation", "evenLoudness", "reStrike"])
  func truths(name: String) throws {
    let key = try SettingKey.named(name)
    #expect(try choices(key) == .neighbours(before: nil, after: "false"))
    try home.write("\(name) = false\n")
    #expect(try choices(key) == .neighbours(before: "true", after: nil))
  }

  @Test("the user's scales follow the tunings, but for those that lack an interval of the rotation")
  func scales() throws {
    let folder = URL(fileURLWithPath: (home.file.path as NSString).deletingLastPathComponent)
      .appending(path: "scales")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in [
      ("a-broken", "nonsense"), ("b-octave", "octave\n1\n2/1\n"),
      ("c-fifth", "fifth\n2\n3/2\n2/1\n"),
    ] {
      try text.write(
        to: folder.appending(path: "\(name).scl"), atomically: true, encoding: .utf8)
    }
    try home.write("tuningSystem = \"meantone\"\nintervals = [\"P5\"]\n")
    #expect(
      try choices(.tuningSystem) == .neighbours(before: "pythagorean", after: "scala:c-fifth"))
    try home.write("tuningSystem = \"scala:c-fifth\"\nintervals = [\"P5\"]\n")
    #expect(try choices(.tuningSystem) == .neighbours(before: "meantone", after: nil))
    guard case .members(let members) = try choices(.intervals) else {
      Issue.record("no members")
      return
    }
    #expect(members.first { $0.word == "P8" }?.toggled == "P5,P8")
    #expect(members.first { $0.word == "M3" }?.toggled == nil, "the scale has no third")
  }

  @Test("any interval goes in or out, but never the last one")
  func intervals() throws {
    guard case .members(let members) = try choices(.intervals) else {
      Issue.record("no members")
      return
    }
    #expect(members.count == 25)
    #expect(members[0] == .init(word: "P1", isIn: true, toggled: nil))
    let fifth = members.first { $0.word == "P5-" }
    #expect(fifth?.isIn == false && fifth?.toggled == "P1,P5-")
    try home.write("intervals = [\"M3-\", \"P5\"]\n")
    guard case .members(let later) = try choices(.intervals) else { return }
    #expect(later.first { $0.word == "P5" } == .init(word: "P5", isIn: true, toggled: "M3-"))
  }
}
