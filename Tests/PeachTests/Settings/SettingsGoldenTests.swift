import Charts
import Foundation
import Music
import Realtime
import TestSupport
import Testing

@testable import Console
@testable import Client
@testable import PeachApp
@testable import Program
@testable import Settings
@testable import Sound

/// The settings and their pages, as somebody has read and approved them.
@Suite("Golden screens of the settings")
@MainActor
struct SettingsGoldenTests {
  private struct Scene {
    let name: String
    let frame: (TerminalSize) -> StageFrame
  }

  @Test("each page is drawn as approved")
  func screens() throws {
    var golden = GoldenPictures("settings")
    for scene in scenes {
      golden.add(scene.name, scene.frame(SettingsFixture.wide), in: SettingsFixture.wide)
    }
    #expect(try golden.differences() == [])
  }

  @Test("no row is wider than the terminal, in any language", arguments: Language.allCases)
  func widths(language: Language) {
    func check() {
      for size in SettingsFixture.sizes {
        for scene in scenes {
          let cut = scene.frame(size).body.filter { $0.columns > size.columns }
          #expect(cut.isEmpty, "\(scene.name) at \(size.columns)")
        }
      }
    }
    if language == .german { SettingsFixture.inGerman(check) } else { check() }
  }

  private var scenes: [Scene] {
    groups + player + sounds + [output, outputAndInput, learn]
      + helpPages.map { name, page in
        let gone = Notice.midiDisconnected(source: "a2j:LPD8 [20] (capture): LPD8 MIDI 1").onStage
        let help = HelpPage<Never>(page, messages: [gone], glyphs: .unicode)
        return Scene(name: "help, \(name)") { help.stage(in: $0) }
      }
  }

  private var helpPages: [(String, KeyTable.Page)] {
    [
      ("comparison", .training(.comparison)), ("profile", .profile), ("settings", .settings),
    ]
  }

  /// What is played: the presets.
  private var player: [Scene] {
    let first = PlayerScreen(SettingsFixture.presets, glyphs: .unicode)
    return [Scene(name: "what is played") { first.stage(in: $0) }]
  }

  /// Each group with its second row, then a field, a list and the question before a reset.
  private var groups: [Scene] {
    var screen = SettingsFixture.screen()
    screen.press(.tab)
    var scenes: [Scene] = []
    for group in SettingGroup.allCases {
      var inRows = screen
      inRows.press(.enter, .down)
      scenes.append(Scene(name: "\(group)") { [inRows] in inRows.stage(in: $0) })
      screen.press(.down)
    }
    var list = SettingsFixture.screen()
    list.press(.down, .enter)
    scenes.append(Scene(name: "a list") { [list] in list.stage(in: $0) })
    var field = SettingsFixture.screen()
    field.press(.down, .down, .enter, .character("4"))
    scenes.append(Scene(name: "a field") { [field] in field.stage(in: $0) })
    var reset = SettingsFixture.screen()
    reset.pressToEnd()
    reset.press(.enter, .character("y"))
    scenes.append(Scene(name: "a reset") { [reset] in reset.stage(in: $0) })
    return scenes
  }

  private var sounds: [Scene] {
    var browser = SoundBrowser(chosen: .default, glyphs: .unicode)
    let loading = browser
    browser.show(SoundIndex(SoundFixture.few))
    browser.show([SoundSourceID(font: "FluidR3_GM", bank: 0, program: 42): .corrected(3.2)])
    let all = browser
    for letter in "cel" { _ = browser.handle(.character(letter)) }
    return [
      Scene(name: "sounds, loading") { loading.stage(in: $0) },
      Scene(name: "sounds") { all.stage(in: $0) },
      Scene(name: "sounds, searched") { [browser] in browser.stage(in: $0) },
    ]
  }

  private var output: Scene {
    var screen = OutputScreen(setting: "physical", glyphs: .unicode)
    let ports = (1...4).map {
      ServerPort(name: "Scarlett 2i2:playback_\($0)", isPhysical: true)
    }
    _ = screen.show(PortPair.all(among: ports))
    return Scene(name: "output") { [screen] in screen.stage(in: $0) }
  }

  private var outputAndInput: Scene {
    var screen = OutputScreen(
      setting: "physical", input: "^Scarlett 2i2:(capture_2)$", glyphs: .unicode)
    let outputs = (1...2).map { ServerPort(name: "Scarlett 2i2:playback_\($0)", isPhysical: true) }
    let inputs = (1...2).map { ServerPort(name: "Scarlett 2i2:capture_\($0)", isPhysical: true) }
    _ = screen.show(
      PortPair.all(among: outputs), sources: PortPair.all(among: inputs, for: .input))
    screen.show(InputMeter(level: -12))
    screen.show(InputMeter(level: -30, note: MIDINote(69)))
    return Scene(name: "output and input") { [screen] in screen.stage(in: $0) }
  }

  private var learn: Scene {
    var screen = LearnScreen(glyphs: .unicode)
    screen.begin()
    let turn = Array(stride(from: 64, through: 40, by: -1)) + Array(41...70)
    _ = screen.receive(
      turn.map { .controlChange(channel: 0, controller: 1, value: UInt8($0)) })
    return Scene(name: "learn") { [screen] in screen.stage(in: $0) }
  }
}
