import Realtime
import Settings
import Testing

@testable import PeachApp

@Suite("The lights of a controller")
@MainActor
struct LightBoardTests {
  /// The MIDI settings with these texts.
  private func settings(_ texts: [SettingKey: String]) throws -> MIDISettings {
    try MIDISettings(of: texts)
  }

  @Test("each says whether its state holds, and only what changes is sent")
  func changes() throws {
    let settings = try settings(["lights": "waiting:note:36,right:cc:4:20,wrong:cc:5:20-3"])
    var board = LightBoard()
    #expect(
      board.show([], by: settings) == [
        .note(36, velocity: 0, channel: 0), .controller(4, value: 0, channel: 0),
        .controller(5, value: 3, channel: 0),
      ])
    #expect(board.show([], by: settings).isEmpty)
    #expect(board.show([.waiting], by: settings) == [.note(36, velocity: 127, channel: 0)])
    #expect(
      board.show([.right], by: settings) == [
        .note(36, velocity: 0, channel: 0), .controller(4, value: 20, channel: 0),
      ])
    board.forget()
    #expect(board.show([.right], by: settings).count == 3)
  }

  @Test("one light has a value for each state; the first that holds wins")
  func colours() throws {
    let settings = try settings([
      "lights": "right:note:73:60-12,wrong:note:73:15-12,waiting:note:73:63-12",
      "lightChannel": "9",
    ])
    var board = LightBoard()
    func light(_ velocity: Int) -> [ShortMIDIMessage] {
      [.note(73, velocity: velocity, channel: 8)]
    }
    #expect(board.show([], by: settings) == light(12))
    #expect(board.show([.waiting], by: settings) == light(63))
    #expect(board.show([.wrong], by: settings) == light(15))
    #expect(board.show([.right, .wrong], by: settings) == light(60))
    #expect(board.show([.paused], by: settings) == light(12))
  }

  @Test("a light that the settings name no more goes out; on another channel all are told anew")
  func changedSettings() throws {
    var board = LightBoard()
    _ = board.show([.waiting], by: try settings(["lights": "waiting:note:36"]))
    #expect(
      board.show([.waiting], by: try settings(["lights": "waiting:note:37"])) == [
        .note(37, velocity: 127, channel: 0), .note(36, velocity: 0, channel: 0),
      ])
    #expect(
      board.show([], by: try settings(["lights": "waiting:note:37", "midiChannel": "3"])) == [
        .note(37, velocity: 0, channel: 2)
      ])
  }

  @Test(
    "a fader or a ring shows the slider from end to end, and no further",
    arguments: [
      ("cc:9", -1.0, [ShortMIDIMessage.controller(9, value: 0, channel: 0)]),
      ("cc:9", 0, [.controller(9, value: 64, channel: 0)]),
      ("cc:9", 1.5, [.controller(9, value: 127, channel: 0)]),
      ("cc:9:1-13", 0, [.controller(9, value: 7, channel: 0)]),
      ("cc:9:1-13", -2, [.controller(9, value: 1, channel: 0)]),
      ("cc:9:1-13", 1, [.controller(9, value: 13, channel: 0)]),
      (
        "cc14:2", 1,
        [.controller(2, value: 127, channel: 0), .controller(34, value: 127, channel: 0)]
      ),
      (
        "cc14:2", 0,
        [.controller(2, value: 64, channel: 0), .controller(34, value: 0, channel: 0)]
      ),
      ("wheel", 0, [.pitchWheel(8192, channel: 0)]), ("wheel", -1, [.pitchWheel(0, channel: 0)]),
      ("none", 0.5, []),
    ] as [(String, Double, [ShortMIDIMessage])])
  func slider(display: String, position: Double, messages: [ShortMIDIMessage]) throws {
    let settings = try settings(["sliderDisplay": display])
    #expect(settings.messages(forSliderAt: position) == messages)
  }
}

extension MIDISettings {
  /// Those of a run with these options and nothing else.
  @MainActor
  init(of texts: [SettingKey: String]) throws {
    let location = SettingsLocation(environment: try Home().environment)
    self = try FileUserSettings(
      file: SettingsFile(location), overrides: SettingsOverrides(texts)
    ).midi
  }
}
