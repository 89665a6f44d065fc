/// What is known of the JACK server.
struct ServerFacts {
  /// A server that answered, and how it did while it was watched.
  struct Running: Hashable {
    var sampleRate: Int
    var period: Int
    var isRealtime: Bool
    var clientPriority: Int?
    var driver: String?
    var outputs: Int
    var xruns: Int
    var load: Double
    var isFreewheeling: Bool
    var hasStalled: Bool

    init(
      sampleRate: Int, period: Int, isRealtime: Bool, clientPriority: Int? = nil,
      driver: String? = nil, outputs: Int, xruns: Int = 0, load: Double = 0,
      isFreewheeling: Bool = false, hasStalled: Bool = false
    ) {
      self.sampleRate = sampleRate
      self.period = period
      self.isRealtime = isRealtime
      self.clientPriority = clientPriority
      self.driver = driver
      self.outputs = outputs
      self.xruns = xruns
      self.load = load
      self.isFreewheeling = isFreewheeling
      self.hasStalled = hasStalled
    }
  }

  enum State {
    case absent
    case silent
    case refused(reason: String)
    case running(Running)
  }

  let name: String
  let state: State
  let library: LibraryFacts.Kind

  /// Whether a PipeWire of this user's runs, whichever libjack this is.
  let isPipeWireRunning: Bool

  init(
    name: String, state: State, library: LibraryFacts.Kind, isPipeWireRunning: Bool = false
  ) {
    self.name = name
    self.state = state
    self.library = library
    self.isPipeWireRunning = isPipeWireRunning
  }
}
