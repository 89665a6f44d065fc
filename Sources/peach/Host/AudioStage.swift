import Console
import Intonation
import Music
import Sound
import Training

/// An open JACK client and the player on it.
final class AudioStage {
  let engine: JackEngine
  let player: SoundFontNotePlayer

  /// Opens the client, loads the sound and lets the server call. Takes as long as the server does.
  ///
  /// - Parameters:
  ///   - isExact: whether another name than `name` will not do.
  ///   - server: the server's name, `nil` for the default one.
  ///   - intonation: where it is kept how sounds are tuned.
  /// - Throws: `JackError` where there is no client, `SoundError` where there is nothing to play.
  static func open(
    name: String, isExact: Bool, server: String?, settings: any UserSettings,
    intonation: IntonationCache
  ) async throws -> AudioStage {
    let engine = try await JackEngine.open(name: name, isExact: isExact, server: server)
    do {
      let player = try SoundFontNotePlayer(
        engine: engine, library: try SoundFontLibrary(), settings: settings,
        intonation: intonation)
      try await engine.activate()
      return AudioStage(engine: engine, player: player)
    } catch {
      await engine.close()
      throw error
    }
  }

  private init(engine: JackEngine, player: SoundFontNotePlayer) {
    self.engine = engine
    self.player = player
  }

  func description(soundSource: SoundSourceID) -> ReadyDescription {
    let engine = engine.description
    return ReadyDescription(
      client: engine.clientName, sampleRate: engine.sampleRate, bufferSize: engine.bufferSize,
      audioPorts: engine.audioPorts, midiPort: engine.midiPort,
      soundSource: soundSource.description)
  }

  /// Lets what sounds fade out and leaves the server; the task ends when that is done, soon even where
  /// the server hangs.
  func closing() -> Task<Void, Never> {
    Task {
      await player.silence()
      await engine.close()
    }
  }
}
