import Testing

@testable import Settings

@Suite("One control, one role")
@MainActor
struct ControlRolesTests {
  private func settings(
    _ text: String = "", _ options: [SettingKey: String] = [:]
  ) throws -> MIDISettings {
    let home = try TemporaryHome()
    if !text.isEmpty { try home.write(text) }
    return try FileUserSettings(file: home.file, overrides: SettingsOverrides(options)).midi
  }

  @Test("what tunes leaves the usual buttons, and the other way round")
  func slider() throws {
    let pedal = try settings("", [.slider: "cc:64"])
    #expect(pedal.slider == .controller(64))
    #expect(pedal.commit == [.notes(0...127)])
    let soft = try settings("slider = \"cc14:3\"\nlevelControl = \"cc:67\"\n")
    #expect(soft.again == [.notes(60...60)])
    #expect(soft.commit == MIDISettings().commit)
    #expect(try settings("", [.commitButtons: "cc:1"]).slider == .none)
    #expect(try settings("", ["levelControl": "cc:1"]).slider == .none)
    #expect(try settings("", [.slider: "relative:67:signedBit"]).again == [.notes(60...60)])
  }

  @Test("keys that are set leave the usual lists; a pad excepted from a keyboard needs no change")
  func keys() throws {
    let up = try settings("higherButtons = [\"notes:60-127\"]\n")
    #expect(up.again == [.controller(67)])
    #expect(up.lower == [.notes(0...59)])
    #expect(try settings("", [.higherButtons: "notes:0-127"]).lower.isEmpty)
    let pad = try settings("", ["pauseButtons": "note:36"])
    #expect(pad.lower == [.notes(0...59)])
    #expect(pad.commit == MIDISettings().commit)
    #expect(try settings("", ["pauseButtons": "note:60"]).again == [.controller(67)])
  }

  @Test("a setting takes a control away from the controller's map")
  func map() throws {
    let midi = try settings("controller = \"akai-lpd8\"\n", [.commitButtons: "cc:1"])
    #expect(midi.slider == .none)
    #expect(midi.commit == [.controller(1)])
  }

  @Test(
    "two roles that are set for one control are refused, and both are named",
    arguments: [
      ([.higherButtons: "note:60", .lowerButtons: "note:60"], SettingKey.higherButtons),
      ([.slider: "cc:64", .commitButtons: "cc:64"], .slider),
      ([.slider: "cc14:1", "pauseButtons": "switch:33"], .slider),
      (["levelControl": "cc:7", .slider: "cc:7"], .slider),
      (["undoButtons": "program:1", .commitButtons: "program:1"], .commitButtons),
      ([.commitButtons: "note:40", "againButtons": "note:40"], .commitButtons),
      (["firstButtons": "notes:1-3", "secondButtons": "notes:3-5"], "firstButtons"),
    ] as [([SettingKey: String], SettingKey)])
  func conflict(options: [SettingKey: String], key: SettingKey) throws {
    let error = try #require(throws: SettingsError.self) { try settings("", options) }
    guard case .twoRoles(.option, key, let other, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(options[other] != nil && other != key)
  }

  @Test("in the file, the later line is to blame")
  func inFile() throws {
    let error = try #require(throws: SettingsError.self) {
      try settings("lowerButtons = [\"note:60\"]\nhigherButtons = [\"note:60\"]\n")
    }
    guard case .twoRoles(.file(_, line: 2), .higherButtons, .lowerButtons, .notes(60...60)) = error
    else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("a pad may answer in two trainings, and a single one is excepted from a keyboard")
  func allowed() throws {
    _ = try settings(
      "",
      [
        .higherButtons: "note:60", .commitButtons: "note:60", "firstButtons": "note:60",
        "secondButtons": "notes:60-61", "againButtons": "notes:0-127",
      ])
  }

  @Test("a control that is learnt anew leaves the role that it had in the file")
  func learnt() throws {
    let home = try TemporaryHome()
    try home.write("commitButtons = [\"cc:64\", \"note:40\"]\nlevelControl = \"cc:7\"\n")
    let texts = try home.file.withControlsMoved(
      by: [(.slider, "cc:64"), (.higherButtons, "cc:7")])
    #expect(texts.map(\.key) == [.slider, .higherButtons, .commitButtons, "levelControl"])
    #expect(texts.map(\.text) == ["cc:64", "cc:7", "note:40", "none"])
    try home.file.change(setting: texts)
  }
}
