import Intonation
import Language
import Logging
import MainThread
import Music
import Program
import Settings
import Sound
import SoundFonts
import Training

/// An open JACK client and the player on it.
package final class PlayerClient {
  package let engine: JackEngine
  package let player: SoundFontNotePlayer

  /// The moves of the ports, whoever asks for them.
  package let moves = WorkInOrder()

  /// Loading that takes longer is reported.
  private static let timeout = Duration.seconds(1)

  /// Opens the client, activates it, and loads the sound. The client is activated early, because only an active client receives the server's
  /// notifications. It is silent until there is a sound.
  ///
  /// - Parameters:
  ///   - isExact: whether only `name` itself is accepted.
  ///   - server: the server's name, `nil` for the default server.
  ///   - waits: whether to wait for however long the server takes, or for three seconds.
  ///   - identities: what an earlier client knew about the ports of the same server.
  ///   - tables: the stored tuning of the sounds.
  ///   - meanwhile: called while the server is asked for the client, before the client runs.
  ///   - whenOpened: called when the client runs and its ports are there, before the sound is loaded.
  ///   - whenSlow: called if the sound takes over a second to load.
  ///   - whenLoading: called now and then from then on with how much of it is loaded, 0…1, if that is
  ///     known.
  /// - Throws: `JackError` if there is no client, `SoundError` if there is nothing to play.
  package static func open(
    name: String, isExact: Bool, server: String?, waits: Bool = true,
    identities: PortIdentities? = nil,
    library: SoundFontLibrary, settings: any UserSettings, tables: IntonationCache,
    meanwhile: () -> Void = {},
    whenOpened: (JackEngine) -> Void = { _ in },
    whenSlow: @escaping () -> Void = {},
    whenLoading: @escaping (Double) -> Void = { _ in }
  ) async throws -> PlayerClient {
    let engine = try await JackEngine.open(
      name: name, isExact: isExact, server: server, waits: waits, identities: identities,
      meanwhile: meanwhile)
    do {
      try await engine.activate()
    } catch {
      await engine.close()
      throw error
    }
    whenOpened(engine)
    let progress = LoadingProgress()
    let telling = Task {
      // A wait that has just ended may be followed by the end of the loading.
      guard (try? await ProgramClock.sleep(for: timeout)) != nil, !Task.isCancelled else { return }
      whenSlow()
      while (try? await ProgramClock.sleep(for: LoadingProgress.interval)) != nil, !Task.isCancelled
      {
        if let share = progress.share { whenLoading(share) }
      }
    }
    defer { telling.cancel() }
    do {
      let player = try await SoundFontNotePlayer.open(
        engine: engine, library: library, settings: settings, tables: tables, progress: progress)
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

  /// What there is to know of the client, with the sound that really sounds.
  ///
  /// - Parameter isConnected: whether something is connected to the outputs.
  package func description(isConnected: Bool) -> ReadyDescription {
    let engine = engine.description
    return ReadyDescription(
      client: engine.clientName, sampleRate: engine.sampleRate, bufferSize: engine.bufferSize,
      audioPorts: engine.audioPorts, midiPort: engine.midiPort,
      soundSource: player.soundingSource.description, isConnected: isConnected,
      latencyFrames: self.engine.latencyFrames)
  }

  /// Fades out the sound, lets controllers know, and leaves the server. The task ends when that is done, which is soon even
  /// if the server hangs.
  package func closing() -> Task<Void, Never> {
    Task {
      await player.silence()
      // The lights go out that a training has left.
      await engine.sendWaitingMessages()
      logCounters()
      await engine.close()
    }
  }

  /// Logs the counters of the process callback (shown by `--verbose`).
  private func logCounters() {
    Logger(label: "peach.audio").debug(
      // as it is: the log is the same in every language
      """
      lost events: \(engine.lostEvents), \
      periods with lost MIDI: \(engine.periodsWithLostMIDI)
      """)
    guard engine.droppedMIDI > 0 else { return }
    Logger(label: "peach.audio").debug(
      // as it is: the log is the same in every language
      "messages to controllers that found no room: \(engine.droppedMIDI)")
  }
}

/// The connections to make for the ports of a client that has just opened.
package struct PlayerClientWiring {
  /// The previous connections on the server. They take precedence.
  package var former = JackConnections()
  package var outputs: PortRule
  package var sources: [MIDISourcePattern] = []

  /// The inputs of controllers that show what Peach does.
  package var controllers: [MIDISourcePattern] = []

  package init(
    former: JackConnections = JackConnections(), outputs: PortRule,
    sources: [MIDISourcePattern] = [], controllers: [MIDISourcePattern] = []
  ) {
    (self.former, self.outputs, self.sources, self.controllers) =
      (former, outputs, sources, controllers)
  }

  /// The connections that were made.
  package struct Outcome {
    package var restored: [JackConnections.Connection] = []
    package var outputs: [JackConnections.Connection] = []
    package var sources: [String] = []
  }
}

extension PlayerClient {
  /// Connects the ports and sets their titles.
  ///
  /// - Parameter outcome: what was made, with what the engine connects by itself because a port has just appeared,
  ///   as long as nobody else takes the engine's news.
  package func connect(_ wiring: PlayerClientWiring, outcome: WiringOutcome) async {
    engine.onNews = { [onOtherNews = engine.onNews] news in
      if !outcome.receive(news) { onOtherNews?(news) }
    }
    outcome.value.restored += await engine.restore(wiring.former)
    outcome.value.outputs += await engine.connectOutputs(wiring.outputs)
    outcome.value.sources += await engine.connectSources(matching: wiring.sources)
    await engine.connectControllers(matching: wiring.controllers)
    engine.describe(.inWords)
  }

  /// The same for those who took the engine's news before, and take them again.
  package func connect(_ wiring: PlayerClientWiring) async -> PlayerClientWiring.Outcome {
    let outcome = WiringOutcome()
    let onNews = engine.onNews
    defer { engine.onNews = onNews }
    await connect(wiring, outcome: outcome)
    return outcome.value
  }

  /// Opens the audio input, and connects it as `watch` decides, now and as ports come.
  ///
  /// - Returns: the connections that were made.
  /// - Throws: `JackError` if there is no such port, also because the server has gone.
  package func openInput(_ watch: PortRule) async throws -> [JackConnections.Connection] {
    try await engine.openInput()
    return await engine.connectInput(watch)
  }
}

/// The connections that have been made so far. Main thread.
package final class WiringOutcome {
  package var value = PlayerClientWiring.Outcome()

  /// Adds what was connected; returns whether this news is of that kind.
  package func receive(_ news: JackEngine.News) -> Bool {
    switch news {
    case .connected(.restored(let connection)): value.restored.append(connection)
    case .connected(.outputs(let connections)): value.outputs += connections
    case .connected(.source(let name)): value.sources.append(name)
    case .fault, .freewheel, .xruns, .stalled, .outputs, .inputs, .controllers,
      .audioSources, .bufferSize, .connected(.input):
      return false
    }
    return true
  }
}

extension PortTarget {
  package init(_ choice: OutputChoice) {
    switch choice {
    case .off: self = .nothing
    case .physical: self = .physical
    // The settings accept only valid patterns.
    case .pattern(let text): self = PortPattern(text).map(Self.matching) ?? .nothing
    }
  }

  /// The user's text of the pattern; `nil` if the target is not a pattern.
  package var pattern: String? {
    if case .matching(let pattern) = self { pattern.text } else { nil }
  }
}

extension CommandContext {
  /// The ports to which the outputs should be connected: the one rule for everything that opens a
  /// client.
  package func outputTarget(_ settings: FileUserSettings) -> PortTarget {
    PortTarget(settings.outputs(under: SessionManager(environment: environment)))
  }

  /// The port to which the audio input should be connected, by the same rule.
  package func inputTarget(_ settings: FileUserSettings) -> PortTarget {
    PortTarget(settings.input(under: SessionManager(environment: environment)))
  }
}

extension PortTitles {
  /// In the user's language.
  package static var inWords: PortTitles {
    PortTitles(
      left: localized(context: "title of a port", "Left"),
      right: localized(context: "title of a port", "Right"),
      midiIn: controller, midiOut: localized(context: "title of a port", "Lights"),
      input: localized(context: "title of a port", "Microphone"),
      group: localized(context: "title of a port", "Output"))
  }

  /// The MIDI input.
  package static var controller: String { localized(context: "title of a port", "Controller") }
}
