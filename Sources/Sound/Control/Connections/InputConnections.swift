/// Connects the audio input of one client as sources of sound come, by the rules of the outputs, and knows what
/// it is connected with, whoever connected it. Main thread.
///
/// An ``OutputWatch`` with the input as its only port decides; a ``ConnectionKeeper`` passes on what its scans find.
@MainActor
final class InputConnections {
  /// Called with a connection that was made after the call that asked for it, once it carries.
  var onMade: ((JackConnections.Connection) -> Void)?

  /// Called with the ports that are connected to the input when a scan finds others than the one before,
  /// whoever made or removed the connections.
  var onPeers: (([String]) -> Void)?

  /// The ports that were connected to the input at the last scan.
  private(set) var peers: [String] = []

  /// What the input is connected with as ports come.
  private(set) var watch = OutputWatch.ofInput(.nothing)

  /// Whether the port exists.
  private(set) var isOpen = false

  /// Whether a scan has to look for sources of sound.
  var wantsCaptures: Bool { isOpen && watch.target != .nothing }

  var isInDoubt: Bool { isOpen && watch.isInDoubt }

  private let live: LiveClient

  /// How many watches there were before this one, and openings of the port. A connection that was
  /// wanted before is no longer made.
  private var formerWatches = 0

  init(_ live: LiveClient) { self.live = live }

  /// The port is registered.
  func open() { isOpen = true }

  /// The port is about to be unregistered. A port that the user has disconnected stays disconnected
  /// when it comes back.
  func close() {
    isOpen = false
    use(watch.onNextServer)
    report([])
  }

  func beginSettling() { watch.beginSettling() }

  private func use(_ watch: OutputWatch) {
    self.watch = watch
    formerWatches += 1
  }

  /// Connects the input as `watch` decides, now and as ports come.
  ///
  /// - Parameter reserved: restored connections that are about to be made; they win.
  /// - Returns: the connections that were made, once they carry.
  func connect(
    _ watch: OutputWatch, reserved: [JackConnections.Connection]
  ) async -> [JackConnections.Connection] {
    use(watch.target == self.watch.target ? self.watch : watch)
    guard wantsCaptures else { return [] }
    let found = await live.ask { client in
      // In this order: see `GraphScan`.
      let captures = client.captures
      return (captures: captures, connections: client.connections)
    }
    guard let found else { return [] }
    let made = await connectNew(
      found.captures, present: found.connections, reserved: reserved, isSettled: false)
    _ = await live.carry(made)
    return made
  }

  // MARK: Scans

  /// Reports what the input is connected with, if that has changed.
  ///
  /// - Parameter present: every connection of the client.
  func observe(_ present: Set<JackConnections.Connection>) {
    if isOpen { report(present.peers(of: JackConnections.audioInput)) }
  }

  private func report(_ peers: [String]) {
    guard peers != self.peers else { return }
    self.peers = peers
    onPeers?(peers)
  }

  /// Connects what has come since the last scan.
  func connect(_ scan: GraphScan, reserved: [JackConnections.Connection]) async {
    guard isOpen, let captures = scan.captures else { return }
    let made = await connectNew(
      captures, present: scan.present, reserved: reserved, isSettled: scan.isSettled)
    for connection in made {
      live.wait(for: [connection]) { [weak self] in self?.onMade?(connection) }
    }
  }

  private func connectNew(
    _ captures: [ServerPort], present: Set<JackConnections.Connection>,
    reserved: [JackConnections.Connection], isSettled: Bool
  ) async -> [JackConnections.Connection] {
    var made: [JackConnections.Connection] = []
    let client = live.client
    let number = formerWatches
    let wanted = watch.observe(
      captures, present: present, reserved: reserved, isSettled: isSettled)
    for connection in wanted where live.isActive && number == formerWatches {
      let isGranted = await JackRequests.perform { client.connect(connection) }
      if isGranted { made.append(connection) }
      guard number == formerWatches else { break }
      if isGranted {
        watch.recordGrant(of: connection)
      } else {
        watch.recordRefusal(of: connection)
      }
    }
    return made
  }
}
