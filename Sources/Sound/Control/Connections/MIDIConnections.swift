/// Connects the MIDI ports of one client as others come: sources with the MIDI input, and the inputs of
/// controllers with the MIDI output. Knows what both are connected with, whoever connected it. Main
/// thread.
///
/// A ``MIDISourceWatch`` for each of the two decides; a ``ConnectionKeeper`` passes on what its scans find.
@MainActor
final class MIDIConnections {
  /// Called with the name of a source that has come, once its connection carries.
  var onSource: ((String) -> Void)?

  /// Called with the ports that are connected to the MIDI input when a scan finds others than the one
  /// before, whoever made or removed the connections.
  var onInputs: (([String]) -> Void)?

  /// Called with the ports that are connected to the MIDI output, likewise.
  var onControllers: (([String]) -> Void)?

  /// The ports that were connected to the MIDI input at the last scan.
  private(set) var presentInputs: [String] = []

  /// The ports that were connected to the MIDI output at the last scan.
  private(set) var presentControllers: [String] = []

  /// Whether a source of ``connectSources(matching:)`` is connected, or about to be.
  var hasSource: Bool { !sources.present.isEmpty }

  /// Whether a controller of ``connectControllers(matching:)`` is connected, or about to be.
  var hasController: Bool { !controllers.present.isEmpty }

  /// Whether a scan has to look for sources.
  var wantsSources: Bool { !sources.patterns.isEmpty }

  /// Whether a scan has to look for inputs of controllers.
  var wantsControllers: Bool { !controllers.patterns.isEmpty }

  /// Whether it is still unknown if a granted connection has come.
  var isInDoubt: Bool { sources.isInDoubt || controllers.isInDoubt }

  private let live: LiveClient

  /// Which MIDI sources are connected as they come.
  private var sources = MIDISourceWatch()

  /// Which inputs of controllers are connected as they come.
  private var controllers = MIDISourceWatch()

  init(_ live: LiveClient) { self.live = live }

  // MARK: Connecting

  /// Connects the MIDI sources that match one of the patterns with the MIDI input, now and whenever
  /// one comes.
  ///
  /// - Returns: the names of the sources whose connections carry now; those of a server that takes
  ///   longer are reported to ``onSource``.
  func connectSources(matching patterns: [MIDISourcePattern]) async -> [String] {
    guard !patterns.isEmpty else {
      sources = MIDISourceWatch()
      return []
    }
    let found = await live.ask { $0.sources }
    // Scans handle changes from here on; this call connects and returns what exists already.
    sources = MIDISourceWatch(patterns)
    var made = await connectNew(sources: found ?? [])
    // Sources that have come between the scan and the watch.
    made += await connectNew(sources: await live.ask { $0.sources } ?? [])
    if await live.carry(made.map(Self.connection(with:))) { return made }
    report(made)
    return []
  }

  /// Connects the inputs of controllers that match one of the patterns with the MIDI output, now and
  /// whenever one comes. Never with the client's own MIDI input.
  func connectControllers(matching patterns: [MIDISourcePattern]) async {
    controllers = MIDISourceWatch(patterns)
    guard !patterns.isEmpty, let found = await live.ask({ $0.controllers }) else { return }
    await connectNew(controllers: found)
  }

  private func connectNew(sources found: [ServerPort]) async -> [String] {
    var made: [String] = []
    let client = live.client
    for name in sources.observe(found) where live.isActive {
      let connection = Self.connection(with: name)
      if await JackRequests.perform({ client.connect(connection) }) {
        made.append(name)
        sources.recordGrant(of: name)
      } else {
        sources.recordRefusal(of: name)
      }
    }
    return made
  }

  private func connectNew(controllers found: [ServerPort]) async {
    let client = live.client
    for name in controllers.observe(found) where live.isActive {
      let connection = JackConnections.Connection(port: JackConnections.midiOutput, peer: name)
      if await JackRequests.perform({ client.connect(connection) }) {
        controllers.recordGrant(of: name)
      } else {
        controllers.recordRefusal(of: name)
      }
    }
  }

  private static func connection(with source: String) -> JackConnections.Connection {
    JackConnections.Connection(port: JackConnections.midiInput, peer: source)
  }

  private func report(_ names: [String]) {
    for name in names {
      live.wait(for: [Self.connection(with: name)]) { [weak self] in self?.onSource?(name) }
    }
  }

  // MARK: Scans

  /// Reports what the ports are connected with, if that has changed.
  ///
  /// - Parameter present: every connection of the client.
  func observe(_ present: Set<JackConnections.Connection>) {
    let inputs = present.ofMIDIInput
    if presentInputs != inputs {
      presentInputs = inputs
      onInputs?(inputs)
    }
    let controllers = present.ofMIDIOutput
    if presentControllers != controllers {
      presentControllers = controllers
      onControllers?(controllers)
    }
  }

  /// Gives granted connections time to come, until a scan that is settled.
  func beginSettling() {
    sources.beginSettling()
    controllers.beginSettling()
  }

  /// Connects what has come since the last scan, and once more what was granted and has not come.
  ///
  /// - Parameter knowsConnections: whether the scan has looked for the connections.
  func connect(_ scan: GraphScan, knowsConnections: Bool) async {
    if knowsConnections {
      sources.confirm(scan.present.ofMIDIInput, isSettled: scan.isSettled)
      controllers.confirm(scan.present.ofMIDIOutput, isSettled: scan.isSettled)
    }
    if let sources = scan.sources { report(await connectNew(sources: sources)) }
    if let controllers = scan.controllers { await connectNew(controllers: controllers) }
  }
}
