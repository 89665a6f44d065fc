import Realtime

@testable import Sound

extension PlayerFixture {
  /// Puts a bank of the default sound into the callback, for commands that bypass the player.
  func install() throws {
    guard let preset = try SoundFontLibrary().location(of: .default) else { return }
    let bank = try VoiceBank(preset: preset, sampleRate: engine.sampleRate)
    banks.append(bank)
    var command = Command(.install)
    command.voices = UnsafeMutableRawPointer(bank.pointer)
    _ = engine.send(command, isStop: false)
  }

  func playCommand(note: UInt32) -> Command {
    var command = Command(.play)
    command.note = NoteID(note)
    command.key = 69
    command.velocity = 63
    command.ratio = 1 / Voice.baseRatio
    return command
  }

  func stopCommand(note: UInt32) -> Command {
    var command = Command(.stop)
    command.note = NoteID(note)
    return command
  }
}
