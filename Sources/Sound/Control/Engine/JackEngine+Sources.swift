extension JackEngine {
  /// Connects the MIDI sources that fit one of the patterns with the MIDI input, now and whenever one
  /// comes, which ``onSourceConnected`` tells.
  ///
  /// - Returns: the names of those that are connected now.
  public func connectSources(matching patterns: [MIDISourcePattern]) async -> [String] {
    guard !patterns.isEmpty else {
      sourceWatch = MIDISourceWatch()
      return []
    }
    let memory = memory
    let sources = await JackRequests.perform { memory.sources }
    // From here on news is followed, too; what is there already is this call's to connect and to tell.
    sourceWatch = MIDISourceWatch(patterns)
    let made = await connectNew(of: sources)
    // What has come between the look and the watch.
    return made + (await connectNew(of: JackRequests.perform { memory.sources }))
  }

  /// Whether a source of ``connectSources(matching:)`` is connected, or about to be.
  public var hasSource: Bool { !sourceWatch.present.isEmpty }

  /// Takes in the sources that there are after a change.
  func follow(_ sources: [ServerPort]) async {
    for name in await connectNew(of: sources) { onSourceConnected?(name) }
  }

  private func connectNew(of sources: [ServerPort]) async -> [String] {
    var made: [String] = []
    let memory = memory
    for name in sourceWatch.observe(sources) where isRunning {
      let connection = JackConnections.Connection(port: "midi_in", peer: name)
      if await JackRequests.perform({ memory.connect(connection) }) {
        made.append(name)
      } else {
        sourceWatch.noteRefusal(of: name)
      }
    }
    return made
  }
}
