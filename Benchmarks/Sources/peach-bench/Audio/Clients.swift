import CFluidSynth
import Foundation
import Intonation
import Music
import Sound
import SoundFonts
import Training

/// FluidSynth playing A4 of the default sound, with its default settings or without reverb and chorus.
final class PlainFluidSynth {
  let synth: OpaquePointer
  private let settings: OpaquePointer

  /// - Throws: ``BenchFault/failed(_:messages:)``
  init(font: String, sampleRate: Double, isDry: Bool = false) throws {
    guard let settings = new_fluid_settings() else {
      throw BenchFault.failed("FluidSynth", messages: "it cannot play \(font)")
    }
    // The only setting that FluidSynth's JACK driver changes.
    fluid_settings_setnum(settings, "synth.sample-rate", sampleRate)
    if isDry {
      fluid_settings_setint(settings, "synth.reverb.active", 0)
      fluid_settings_setint(settings, "synth.chorus.active", 0)
    }
    guard let synth = new_fluid_synth(settings) else {
      delete_fluid_settings(settings)
      throw BenchFault.failed("FluidSynth", messages: "it cannot play \(font)")
    }
    self.settings = settings
    self.synth = synth
    let sound = SoundSourceID.default
    let number = fluid_synth_sfload(synth, font, 1)
    guard number >= 0,
      fluid_synth_program_select(synth, 0, number, Int32(sound.bank), Int32(sound.program)) == 0,
      fluid_synth_noteon(synth, 0, 69, Int32(MIDIVelocity.training.rawValue)) == 0
    else { throw BenchFault.failed("FluidSynth", messages: "it cannot play \(font)") }
  }

  isolated deinit {
    delete_fluid_synth(synth)
    delete_fluid_settings(settings)
  }

  /// FluidSynth's own JACK client, as the program `fluidsynth` makes it, playing the note.
  static func runClient(
    _ name: String, server: String?, font: String?, isDry: Bool
  ) throws {
    let plain = try PlainFluidSynth(
      font: try font ?? SoundFontLibrary().builtInFont,
      sampleRate: Double(PrivateServer.sampleRate), isDry: isDry)
    fluid_settings_setstr(plain.settings, "audio.driver", "jack")
    fluid_settings_setstr(plain.settings, "audio.jack.id", name)
    if let server { fluid_settings_setstr(plain.settings, "audio.jack.server", server) }
    guard let driver = new_fluid_audio_driver(plain.settings, plain.synth) else {
      throw BenchFault.noServer
    }
    // The driver uses the synthesizer to its end.
    defer { withExtendedLifetime(plain) { delete_fluid_audio_driver(driver) } }
    HelperCommand.answer("ok")
    while readLine() != nil {}
  }
}

/// The program's own JACK client, voices and input without a training. Each line is answered by 'ok', or by what is
/// wrong: `note HZ` begins a note, and `stop` fades it out; `listen PORT` opens the audio input, connects it with an
/// output, and reads it; `connect PORT` does the same, but nobody reads; `deaf` closes it.
enum ToneHelper {
  static func run(_ name: String, server: String?) async throws {
    let engine = try await JackEngine.open(name: name, server: server)
    let ear = SoakEar(engine)
    let player = try SoundFontNotePlayer(
      engine: engine, library: SoundFontLibrary(), settings: FixedSettings())
    try await engine.activate()
    HelperCommand.answer("ok")
    var note: (any PlaybackHandle)?
    for await line in Program.lines(of: .standardInput) {
      let words = line.text.split(separator: " ").map(String.init)
      let argument = words.count == 2 ? words[1] : nil
      do {
        switch words.first {
        case "note":
          note = try await player.play(
            frequency: Frequency(hertz: argument.flatMap(Double.init) ?? 440),
            velocity: .training, amplitudeDB: AmplitudeDB(0))
        case "stop": note?.stop()
        case "listen": try await ear.reopen(to: argument)
        case "connect": try await ear.reopen(to: argument, isRead: false)
        default: await ear.close()
        }
        HelperCommand.answer("ok")
      } catch {
        HelperCommand.answer("\(error)")
      }
    }
    await ear.close()
    await player.silence()
    await engine.close()
  }
}
