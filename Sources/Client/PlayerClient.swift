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

  /// The moves of the ports, in the order in which they were requested.
  let moves = WorkInOrder()

  /// Ends when the last user of the audio input has finished with it; `nil` before there was one.
  package internal(set) var inputClosing: Task<Void, Never>?

  /// The time after which the loading of the sound is reported.
  private static let timeout = Duration.seconds(1)

  /// Opens the client, activates it, and loads the sound. The client is activated early, because
  /// only an active client receives the server's notifications. It is silent until there is a
  /// sound.
  ///
  /// - Parameters:
  ///   - isExact: whether only `name` itself is accepted.
  ///   - server: the server's name, `nil` for the default server.
  ///   - waits: whether to wait for as long as the server takes, instead of three seconds.
  ///   - identities: what an earlier client knew about the ports of the same server.
  ///   - tables: the stored tuning of the sounds.
  ///   - meanwhile: called while the server is asked for the client, before the client runs.
  ///   - whenOpened: called when the client runs and its ports are registered, before the sound is
  ///     loaded.
  ///   - whenSlow: called if the sound takes over a second to load.
  ///   - whenLoading: called repeatedly after `whenSlow` with the loaded share, 0…1, if that is
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
    let reports = Task {
      // A wait that has just ended may be followed by the end of the loading.
      guard (try? await ProgramClock.sleep(for: timeout)) != nil, !Task.isCancelled else { return }
      whenSlow()
      while (try? await ProgramClock.sleep(for: LoadingProgress.interval)) != nil, !Task.isCancelled
      {
        if let share = progress.share { whenLoading(share) }
      }
    }
    defer { reports.cancel() }
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

  /// The client as `ready` describes it, with the sound that is really playing.
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

  /// Fades out the sound, turns off the lights of controllers, and leaves the server. The task ends
  /// when that is done, which is soon even if the server hangs.
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

extension PlayerClient {
  /// Connects the ports of a client that has just opened, and sets their titles.
  ///
  /// - Parameters:
  ///   - former: the previous connections on the server, which take precedence.
  ///   - controllers: the inputs of controllers that show what Peach does.
  /// - Returns: the connections that were made. Connections that the engine makes as ports appear are
  ///   added, until ``JackEngine/onNews`` is set anew.
  package func connect(
    former: JackConnections = JackConnections(), outputs: PortRule,
    sources: [MIDISourcePattern] = [], controllers: [MIDISourcePattern] = []
  ) async -> MadeConnections {
    let made = MadeConnections()
    engine.onNews = { [onOtherNews = engine.onNews] news in
      if !made.receive(news) { onOtherNews?(news) }
    }
    made.restored += await engine.restore(former)
    made.outputs += await engine.connectOutputs(outputs)
    made.sources += await engine.connectSources(matching: sources)
    await engine.connectControllers(matching: controllers)
    engine.describe(.inWords)
    return made
  }

  /// Opens the audio input, and connects it as `rule` decides, now and as ports come.
  ///
  /// - Returns: the connections that were made.
  /// - Throws: `JackError` if there is no such port, also because the server has gone.
  package func openInput(_ rule: PortRule) async throws -> [JackConnections.Connection] {
    try await engine.openInput()
    return await engine.connectInput(rule)
  }
}

/// The connections that have been made for a client so far. Main thread.
package final class MadeConnections {
  package fileprivate(set) var restored: [JackConnections.Connection] = []
  package fileprivate(set) var outputs: [JackConnections.Connection] = []
  package fileprivate(set) var sources: [String] = []

  /// Adds the connections of this news; `false` if it has none.
  fileprivate func receive(_ news: JackEngine.News) -> Bool {
    switch news {
    case .connected(.restored(let connection)): restored.append(connection)
    case .connected(.outputs(let connections)): outputs += connections
    case .connected(.source(let name)): sources.append(name)
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
  /// The ports to which the outputs should be connected, for everything that opens a client.
  package func outputTarget(_ settings: FileUserSettings) -> PortTarget {
    PortTarget(settings.outputs(under: SessionManager(environment: environment)))
  }

  /// The port to which the audio input should be connected.
  package func inputTarget(_ settings: FileUserSettings) -> PortTarget {
    PortTarget(settings.input(under: SessionManager(environment: environment)))
  }
}

extension PortTitles {
  /// The titles in the user's language.
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
