import Console
import Music
import Sound
import Training

/// An open JACK client and the player on it.
final class AudioStage {
  let engine: JackEngine
  let player: SoundFontNotePlayer

  /// Opens the client, loads the sound and lets the server call. Throws ``Fault``.
  init(global: GlobalOptions, settings: any UserSettings) throws(Fault) {
    do {
      engine = try JackEngine(name: global.clientName, server: global.server)
      do {
        player = try SoundFontNotePlayer(
          engine: engine, library: try SoundFontLibrary(), settings: settings)
        try engine.activate()
      } catch {
        engine.close()
        throw error
      }
    } catch {
      throw Fault(any: error)
    }
  }

  func description(soundSource: SoundSourceID) -> ReadyDescription {
    let engine = engine.description
    return ReadyDescription(
      client: engine.clientName, sampleRate: engine.sampleRate, bufferSize: engine.bufferSize,
      audioPorts: engine.audioPorts, midiPort: engine.midiPort,
      soundSource: soundSource.description)
  }

  /// Lets what sounds fade out and leaves the server.
  func close() async {
    await player.silence()
    engine.close()
  }
}
