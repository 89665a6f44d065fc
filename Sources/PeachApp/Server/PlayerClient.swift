import Intonation
import Language
import Logging
import Music
import Settings
import Sound
import SoundFonts
import Training

/// An open JACK client and the player on it.
final class PlayerClient {
  let engine: JackEngine
  let player: SoundFontNotePlayer

  /// What takes longer to load is told.
  private static let patience = Duration.seconds(1)

  /// Opens the client, lets the server call, and loads the sound. Takes as long as the server and the disk
  /// do. The server calls early, as only then it tells what happens to it; until there is a sound the
  /// client is silent.
  ///
  /// - Parameters:
  ///   - isExact: whether another name than `name` will not do.
  ///   - server: the server's name, `nil` for the default one.
  ///   - identities: what a client before this one knew of the same server's ports.
  ///   - tables: where it is kept how sounds are tuned.
  ///   - whenOpened: called when the server has answered and the sound is next.
  ///   - whenSlow: called when the sound takes over a second to load.
  /// - Throws: `JackError` where there is no client, `SoundError` where there is nothing to play.
  static func open(
    name: String, isExact: Bool, server: String?, identities: PortIdentities? = nil,
    library: SoundFontLibrary, settings: any UserSettings, tables: IntonationCache,
    whenOpened: () -> Void = {},
    whenSlow: @escaping () -> Void = {}
  ) async throws -> PlayerClient {
    let engine = try await JackEngine.open(
      name: name, isExact: isExact, server: server, identities: identities)
    whenOpened()
    let telling = Task {
      if (try? await Task.sleep(for: patience)) != nil { whenSlow() }
    }
    defer { telling.cancel() }
    do {
      try await engine.activate()
      let player = try await SoundFontNotePlayer.open(
        engine: engine, library: library, settings: settings, tables: tables)
      return PlayerClient(engine: engine, player: player)
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
      logCounters()
      await engine.close()
    }
  }

  /// What the process callback has counted, for who looks closely (`--verbose`).
  private func logCounters() {
    Logger(label: "peach.audio").debug(
      // as it is: the log is the same in every language
      """
      late commands: \(engine.lateCommands), lost events: \(engine.lostEvents), \
      periods with lost MIDI: \(engine.periodsWithLostMIDI)
      """)
  }
}

/// What the ports of a client that has just opened are to be connected with.
struct PlayerClientWiring {
  /// What they were connected with on the server before; this wins.
  var former = JackConnections()
  var outputs: OutputWatch
  var sources: [MIDISourcePattern] = []

  /// What was made of it.
  struct Outcome {
    var restored: [JackConnections.Connection] = []
    var outputs: [JackConnections.Connection] = []
    var sources: [String] = []
  }
}

extension PlayerClient {
  /// Connects the ports and gives them their titles. What the engine connects by itself meanwhile, because
  /// something has just come, counts as well.
  func connect(_ wiring: PlayerClientWiring) async -> PlayerClientWiring.Outcome {
    let outcome = OutcomeSoFar()
    let onOtherNews = engine.onNews
    defer { engine.onNews = onOtherNews }
    engine.onNews = { news in
      switch news {
      case .connected(.restored(let connection)): outcome.value.restored.append(connection)
      case .connected(.outputs(let connections)): outcome.value.outputs += connections
      case .connected(.source(let name)): outcome.value.sources.append(name)
      case .fault, .freewheel, .xruns, .bufferSize: onOtherNews?(news)
      }
    }
    outcome.value.restored += await engine.restore(wiring.former)
    outcome.value.outputs += await engine.connectOutputs(wiring.outputs)
    outcome.value.sources += await engine.connectSources(matching: wiring.sources)
    engine.describe(.inWords)
    return outcome.value
  }

  private final class OutcomeSoFar {
    var value = PlayerClientWiring.Outcome()
  }
}

extension OutputTarget {
  init(_ choice: OutputChoice) {
    switch choice {
    case .off: self = .nothing
    case .physical: self = .physical
    // The settings take nothing that is no pattern.
    case .pattern(let text): self = PortPattern(text).map(Self.matching) ?? .nothing
    }
  }

  /// What the user called it; `nil` for what is no pattern.
  var pattern: String? {
    if case .matching(let pattern) = self { pattern.text } else { nil }
  }
}

extension CommandContext {
  /// With what the outputs are to be connected: the one rule for whatever opens a client.
  func outputTarget(_ settings: FileUserSettings) -> OutputTarget {
    OutputTarget(settings.outputs(under: SessionManager(environment: environment)))
  }
}

extension PortTitles {
  /// In the user's language.
  static var inWords: PortTitles {
    PortTitles(
      left: localized(context: "title of a port", "Left"),
      right: localized(context: "title of a port", "Right"),
      midiIn: controller, group: localized(context: "title of a port", "Output"))
  }

  /// The MIDI input.
  static var controller: String { localized(context: "title of a port", "Controller") }
}
