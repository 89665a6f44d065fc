import ArgumentParser
import CFluidSynth
import CJack
import Foundation
import SoundFonts

/// FluidSynth's own JACK client, as the program `fluidsynth` makes it, playing one note.
struct FluidSynthClientCommand: AsyncParsableCommand {
  static let name = "fluidsynth-client"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Play a note through FluidSynth's own JACK driver until the end of input.",
    shouldDisplay: false)

  @Option(help: "The client's name.") var clientName = "fluidsynth"
  @Option(help: "The font; else the built-in one.") var font: String?
  @OptionGroup var jack: ServerOptions

  @MainActor func run() async throws {
    let plain = try PlainFluidSynth(
      font: try font ?? SoundFontLibrary().builtInFont,
      sampleRate: Double(PrivateServer.sampleRate))
    fluid_settings_setstr(plain.settings, "audio.driver", "jack")
    fluid_settings_setstr(plain.settings, "audio.jack.id", clientName)
    if let server = jack.server {
      fluid_settings_setstr(plain.settings, "audio.jack.server", server)
    }
    guard let driver = new_fluid_audio_driver(plain.settings, plain.synth) else {
      throw BenchFault.noServer
    }
    // The driver uses the synthesizer to its end.
    defer { withExtendedLifetime(plain) { delete_fluid_audio_driver(driver) } }
    FileHandle.standardOutput.write(Data("ok\n".utf8))
    while readLine() != nil {}
  }
}

/// A JACK client that writes zeros into two outputs: what every client costs.
struct EmptyClientCommand: AsyncParsableCommand {
  static let name = "empty-client"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Play nothing through two outputs until the end of input.",
    shouldDisplay: false)

  @OptionGroup var jack: ServerOptions

  @MainActor func run() async throws {
    var status = jack_status_t(rawValue: 0)
    guard let client = jack_open("empty", jack.server, false, &status) else {
      throw BenchFault.noServer
    }
    defer { jack_client_close(client) }
    let outputs = UnsafeMutablePointer<Outputs>.allocate(capacity: 1)
    outputs.initialize(
      to: Outputs(
        left: try Self.output("out_1", of: client), right: try Self.output("out_2", of: client)))
    Self.install(outputs, on: client)
    guard jack_activate(client) == 0 else { throw BenchFault.noPort }
    FileHandle.standardOutput.write(Data("ok\n".utf8))
    while readLine() != nil {}
  }

  private static func output(_ name: String, of client: OpaquePointer) throws -> OpaquePointer {
    guard
      let port = jack_port_register(
        client, name, JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsOutput.rawValue), 0)
    else { throw BenchFault.noPort }
    return port
  }

  /// What the process callback reads, to the end of the process.
  private nonisolated struct Outputs: BitwiseCopyable {
    let left: OpaquePointer
    let right: OpaquePointer

    func process(_ frames: jack_nframes_t) {
      silence(left, frames)
      silence(right, frames)
    }

    private func silence(_ port: OpaquePointer, _ frames: jack_nframes_t) {
      jack_port_get_buffer(port, frames)?.assumingMemoryBound(to: Float.self)
        .update(repeating: 0, count: Int(frames))
    }
  }

  // JACK calls on its own thread, so the callback must not be isolated to the main actor.
  private nonisolated static func install(
    _ outputs: UnsafeMutablePointer<Outputs>, on client: OpaquePointer
  ) {
    jack_set_process_callback(
      client,
      { frames, argument in
        argument?.assumingMemoryBound(to: Outputs.self).pointee.process(frames)
        return 0
      }, outputs)
  }
}
