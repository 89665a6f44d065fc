/// What is known of the JACK server.
public struct ServerFacts {
  /// A server that answered, and how it did while it was watched.
  public struct Running: Hashable {
    public var sampleRate: Int
    public var period: Int
    public var isRealtime: Bool
    public var clientPriority: Int?
    public var driver: String?
    public var outputs: Int
    public var xruns: Int
    public var load: Double
    public var isFreewheeling: Bool
    public var hasStalled: Bool

    public init(
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

  public enum State {
    case absent
    case silent
    case refused(reason: String)
    case running(Running)
  }

  public let name: String
  public let state: State
  public let library: LibraryFacts.Kind

  /// Whether a PipeWire of this user's runs, whichever libjack this is.
  public let isPipeWireRunning: Bool

  public init(
    name: String, state: State, library: LibraryFacts.Kind, isPipeWireRunning: Bool = false
  ) {
    self.name = name
    self.state = state
    self.library = library
    self.isPipeWireRunning = isPipeWireRunning
  }
}
