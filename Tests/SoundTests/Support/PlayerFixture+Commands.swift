import Realtime
import SoundFonts

@testable import Sound

extension PlayerFixture {
  /// Puts a bank of the default sound into the callback, for commands that bypass the player.
  func install() throws {
    guard let preset = try SoundFontLibrary().location(of: .default) else { return }
    let bank = try VoiceBank(preset: preset, sampleRate: engine.sampleRate)
    banks.append(bank)
    _ = engine.send(
      Command(.install(voices: UnsafeMutableRawPointer(bank.pointer))), isStop: false)
  }

  func start(note: UInt32) -> Command.Action {
    .play(NoteStart(note: NoteID(note), key: 69, velocity: 63, ratio: 1 / Voice.baseRatio))
  }
}
