import Foundation
import Realtime
import Settings
import Testing
import Training

@testable import PeachApp

@Suite("Hand bindings from the settings")
@MainActor
struct ControlBindingsTests {
  private func bindings(
    _ options: [SettingKey: String] = [:], for training: TrainingName
  ) throws -> ControlBindings {
    let home = try Home()
    let location = SettingsLocation(environment: home.environment)
    let settings = try FileUserSettings(
      file: SettingsFile(location), overrides: try SettingsOverrides(options))
    return ControlBindings(settings.midi, for: training.controls)
  }

  private func intent(_ message: MIDIMessage, _ bindings: ControlBindings) -> ControlIntent? {
    var buttons = Buttons(map: bindings.buttons, sampleRate: 48_000)
    return buttons.handle(message, at: FrameTime(0))
  }

  private func key(_ key: UInt8) -> MIDIMessage { .noteOn(channel: 0, key: key, velocity: 1) }

  @Test("in comparison the keys about middle C answer, and it and the soft pedal hear again")
  func comparison() throws {
    let bindings = try bindings(for: .comparison)
    #expect(intent(key(59), bindings) == .lower)
    #expect(intent(key(60), bindings) == .again)
    #expect(intent(.controlChange(channel: 0, controller: 67, value: 127), bindings) == .again)
    #expect(intent(key(61), bindings) == .higher)
    #expect(intent(.controlChange(channel: 3, controller: 64, value: 127), bindings) == nil)
    #expect(bindings.slider.source == .none)
    #expect(bindings.slider.wheel == .off)
  }

  @Test("the control that tunes neither commits nor lets the trial be heard again")
  func sliderAlone() throws {
    let pedal = try bindings([.slider: "cc:64"], for: .matching)
    #expect(intent(.controlChange(channel: 0, controller: 64, value: 127), pedal) == nil)
    #expect(intent(key(60), pedal) == .commit)
    let soft = try bindings([.slider: "cc:67"], for: .matching)
    #expect(intent(.controlChange(channel: 0, controller: 67, value: 127), soft) == nil)
    #expect(intent(key(60), soft) == .commit, "nobody has chosen that key to hear again")
    let keys = try bindings([.higherButtons: "notes:0-127"], for: .comparison)
    #expect(intent(key(30), keys) == .higher)
  }

  @Test("in matching every key and the pedal commit, CC 1 is the slider, the wheel its speed")
  func matching() throws {
    let bindings = try bindings(for: .matching)
    for number: UInt8 in [0, 60, 127] { #expect(intent(key(number), bindings) == .commit) }
    #expect(intent(.controlChange(channel: 3, controller: 64, value: 127), bindings) == .commit)
    #expect(intent(.controlChange(channel: 0, controller: 67, value: 127), bindings) == .again)
    #expect(bindings.slider.source == .controller(1))
    #expect(bindings.slider.wheel == .speed)
    #expect(bindings.slider.travel == 2)
    #expect(bindings.slider.slowStep == 0.25)
    #expect(bindings.slider.encoderStep == 0.01)
    #expect(bindings.slider.smoothing == 0)
    #expect(bindings.slider.wheelSpeed == 1)
    #expect(bindings.listens(to: .programChange(channel: 15, program: 0)))
  }

  @Test("a switch answers at each change; the wheel's timeout is the settings'")
  func latchingSwitch() throws {
    let bindings = try bindings(
      [.commitButtons: "switch:80,cc:64", "wheelTimeout": "3.5"], for: .matching)
    var buttons = Buttons(map: bindings.buttons, sampleRate: 48_000)
    let values: [UInt8] = [127, 127, 0, 0, 127]
    let answers = values.map {
      buttons.handle(
        .controlChange(channel: 0, controller: 80, value: $0), at: FrameTime(0))
    }
    #expect(answers == [.commit, nil, .commit, nil, .commit])
    #expect(bindings.slider.wheelTimeout == 3.5)
    #expect(try self.bindings(for: .matching).slider.wheelTimeout == 2)
  }

  @Test("a channel of the user's, 1…16, is 0…15 in a message")
  func channel() throws {
    let bindings = try bindings([.midiChannel: "10"], for: .matching)
    #expect(bindings.listens(to: .noteOn(channel: 9, key: 1, velocity: 1)))
    #expect(!bindings.listens(to: .noteOn(channel: 10, key: 1, velocity: 1)))
  }

  @Test(
    "every sort of slider and wheel",
    arguments: [
      ("none", SliderSource.none), ("cc:7", .controller(7)), ("cc14:7", .pair(7)),
      ("nrpn:300", .parameter(300)), ("relative:16:twosComplement", .relative(16, .twosComplement)),
      ("relative:16:binaryOffset", .relative(16, .binaryOffset)),
      ("relative:16:signedBit", .relative(16, .signedBit)),
    ])
  func sliders(text: String, source: SliderSource) throws {
    let bindings = try bindings([.slider: text, .wheel: "position"], for: .matching)
    #expect(bindings.slider.source == source)
    #expect(bindings.slider.wheel == .position)
  }

  @Test(
    "every role takes notes, controllers and program changes, and a single key wins over a range")
  func roles() throws {
    let list = "note:5,cc:20,program:3"
    func intents(_ key: SettingKey, _ training: TrainingName) throws -> [ControlIntent?] {
      let bindings = try bindings([key: list], for: training)
      return [
        intent(self.key(5), bindings),
        intent(.controlChange(channel: 0, controller: 20, value: 64), bindings),
        intent(.programChange(channel: 0, program: 3), bindings),
      ]
    }
    #expect(try intents(.higherButtons, .comparison) == [.higher, .higher, .higher])
    #expect(try intents(.lowerButtons, .comparison) == [.lower, .lower, .lower])
    #expect(try intents(.commitButtons, .matching) == [.commit, .commit, .commit])
    #expect(try intents(.stopButtons, .comparison) == [.stop, .stop, .stop])
    #expect(try intents(.stopButtons, .matching) == [.stop, .stop, .stop])
    for training in TrainingName.allCases {
      #expect(try intents("againButtons", training) == [.again, .again, .again])
      #expect(try intents("pauseButtons", training) == [.pause, .pause, .pause])
      #expect(try intents("undoButtons", training) == [.undo, .undo, .undo])
    }
  }

  @Test("what answers lower and higher says the first and the second, unless others are set")
  func purity() throws {
    let shared = try bindings(for: .purity)
    #expect(intent(key(59), shared) == .first && intent(key(61), shared) == .second)
    #expect(intent(key(60), shared) == .again)
    let own = try bindings(["firstButtons": "note:40", "secondButtons": "cc:20"], for: .purity)
    #expect(intent(key(40), own) == .first && intent(key(59), own) == nil)
    #expect(intent(.controlChange(channel: 0, controller: 20, value: 127), own) == .second)
  }

  @Test(
    "of three answers the keys below, at and above the middle say one each, unless others are set")
  func three() throws {
    let use = ControlUse(movesSlider: false, intents: [.first, .second, .third])
    let usual = ControlBindings(MIDISettings(), for: use)
    #expect([59, 60, 61].map { intent(key($0), usual) } == [.first, .second, .third])
    #expect(intent(.controlChange(channel: 0, controller: 67, value: 127), usual) == .again)
    let own = ControlBindings(
      try MIDISettings(of: ["firstButtons": "note:40", "secondButtons": "note:61"]), for: use)
    #expect(
      [40, 59, 60, 61, 62].map { intent(key($0), own) } == [.first, nil, .again, .second, .third])
  }

  @Test("where there is nothing to commit, a commit is sent as an answer, which goes on or skips")
  func resting() throws {
    let settings = MIDISettings()
    let bindings = ControlBindings(
      settings, for: TrainingName.matching.controls, isAnswering: false)
    for number: UInt8 in [0, 60, 127] { #expect(intent(key(number), bindings) == .higher) }
    #expect(intent(.controlChange(channel: 0, controller: 67, value: 127), bindings) == .again)
  }

  private func choosing(_ options: [SettingKey: String] = [:]) throws -> ControlBindings {
    ControlBindings(choosingWith: try MIDISettings(of: options))
  }

  private func pedal(_ number: UInt8) -> MIDIMessage {
    .controlChange(channel: 0, controller: number, value: 127)
  }

  @Test("on the start screen a keyboard and its pedals do nothing until somebody chooses them")
  func unchosen() throws {
    let bindings = try choosing()
    for number in 0...127 as ClosedRange<UInt8> {
      #expect(intent(key(number), bindings) == nil)
      #expect(intent(pedal(number), bindings) == nil)
    }
    #expect(bindings.slider.source == .none && bindings.slider.wheel == .off)
    let still = try choosing(["commitButtons": "notes:0-34,cc:64,note:40"])
    #expect(intent(key(20), still) == nil && intent(pedal(64), still) == nil)
    #expect(intent(key(40), still) == .pause)
  }

  @Test("a controller's pads choose a training, start it, let it be heard and set the level")
  func chosen() throws {
    let bindings = try choosing(["controller": "korg-nanokontrol2", "levelControl": "cc:7"])
    #expect(intent(pedal(32), bindings) == .higher && intent(pedal(64), bindings) == .lower)
    #expect(intent(pedal(48), bindings) == .pause && intent(pedal(41), bindings) == .pause)
    #expect(intent(pedal(43), bindings) == .again && intent(pedal(42), bindings) == .stop)
    #expect(intent(pedal(46), bindings) == nil)
    #expect(bindings.levelController == 7)
    #expect(try choosing(["midiChannel": "9"]).channel == 8)
  }

  @Test(
    "every map with lights can choose and start on the start screen",
    arguments: [
      "behringer-x-touch-mini", "behringer-x-touch-one", "korg-nanokontrol2",
      "novation-launch-control-xl",
    ])
  func mapsThatStart(name: String) throws {
    let bindings = try choosing([.controller: name])
    let numbers = 0...127 as ClosedRange<UInt8>
    let intents = numbers.flatMap { number in
      [intent(key(number), bindings), intent(pedal(number), bindings)]
    }
    for wanted in [ControlIntent.higher, .lower, .pause] { #expect(intents.contains(wanted)) }
  }

  @Test("in a session what pauses also begins a training")
  func starting() throws {
    let settings = try MIDISettings(of: ["pauseButtons": "cc:41"])
    for training in TrainingName.allCases {
      let bindings = ControlBindings(startingWith: settings, training.controls)
      #expect(intent(pedal(41), bindings) == .higher)
    }
  }

  @Test("a controller sets the level if the settings name one")
  func level() throws {
    #expect(try bindings(for: .comparison).levelController == 0xFF)
    #expect(try bindings(["levelControl": "cc:7"], for: .matching).levelController == 7)
  }
}
