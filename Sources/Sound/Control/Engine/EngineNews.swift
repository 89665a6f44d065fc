/// The reason why the engine can no longer play, for which training stops.
public enum EngineFault: Error, Hashable, Sendable {
  /// The server shut down, was killed, or removed the client.
  case serverGone

  /// The server, a jackd 1.9, freewheeled when the client came, and has not called it since the end
  /// of freewheeling.
  case openedInFreewheel

  /// The server runs at another sample rate now; the sounds are made for the old one.
  case sampleRateChanged(hertz: Int)
}

extension JackEngine {
  /// A report about the engine.
  public enum News: Hashable, Sendable {
    /// The engine can no longer play, and is to be closed. The last news.
    case fault(EngineFault)

    /// The server begins or ends to render faster or slower than real time. Meanwhile notes sound,
    /// but not for as long as they should.
    case freewheel(Bool)

    /// The number of xruns since the last news of them.
    case xruns(Int)

    /// The server has not run the process callback for a while, or runs it again.
    case stalled(Bool)

    /// The connections of the outputs have changed, to these.
    case outputs([JackConnections.Connection])

    /// The MIDI input is connected to other ports than before: to these, by their full names.
    case inputs([String])

    /// The MIDI output is connected to other ports than before: to these, by their full names.
    case controllers([String])

    /// The audio input is connected to other ports than before: to these, by their full names.
    case audioSources([String])

    /// The period changed, to that many frames.
    case bufferSize(Int)

    /// A connection was made after the call that asked for it.
    case connected(ConnectionNews)
  }

  /// The client and its ports, as a patchbay shows them.
  public struct Description: Hashable, Sendable {
    public let clientName: String
    public let sampleRate: Int
    public internal(set) var bufferSize: Int
    public let audioPorts: [String]
    public let midiPort: String
  }
}

extension JackEngine.Description {
  init(_ memory: CallbackMemory) {
    let client = memory.client
    self.init(
      clientName: client.name, sampleRate: client.sampleRate, bufferSize: client.bufferSize,
      audioPorts: [CallbackMemory.leftName, CallbackMemory.rightName].map(client.fullName),
      midiPort: client.fullName(ofPort: JackConnections.midiInput))
  }
}

/// A connection that was made after the call that asked for it.
public enum ConnectionNews: Hashable, Sendable {
  /// A connection from before, whose other port has come.
  case restored(JackConnections.Connection)

  /// Connections of the outputs.
  case outputs([JackConnections.Connection])

  /// A connection of the audio input.
  case input(JackConnections.Connection)

  /// A MIDI source of that name.
  case source(String)
}

/// Turns the counts of JACK's threads and of the callback into news.
struct EngineReports {
  private var xruns = 0
  private var bufferSize: Int
  private var freewheels = 0

  /// True if the server freewheels, by the news so far.
  private(set) var isFreewheeling = false

  /// - Parameter bufferSize: the frames of a period that are known already.
  init(bufferSize: Int) { self.bufferSize = bufferSize }

  /// True if a freewheel that is not news yet has begun.
  func hasBegunToFreewheel(_ signals: UnsafeMutablePointer<JackSignals>) -> Bool {
    signals.pointee.freewheels.load(ordering: .relaxed) != freewheels && !isFreewheeling
  }

  /// Returns the news since the last call.
  mutating func news(of signals: UnsafeMutablePointer<JackSignals>) -> [JackEngine.News] {
    var news: [JackEngine.News] = []
    let xruns = signals.pointee.xruns.load(ordering: .relaxed)
    if xruns > self.xruns { news.append(.xruns(xruns - self.xruns)) }
    self.xruns = xruns
    let frames = Int(signals.pointee.bufferSize.load(ordering: .relaxed))
    if frames != 0, frames != bufferSize {
      bufferSize = frames
      news.append(.bufferSize(frames))
    }
    return news + freewheelNews(of: signals)
  }

  /// Reports beginnings and ends in turn, also for a freewheel that was over before it was seen.
  private mutating func freewheelNews(
    of signals: UnsafeMutablePointer<JackSignals>
  ) -> [JackEngine.News] {
    var news: [JackEngine.News] = []
    let count = signals.pointee.freewheels.load(ordering: .relaxed)
    let isOn = signals.pointee.isFreewheeling.load(ordering: .relaxed)
    if count != freewheels, !isFreewheeling {
      isFreewheeling = true
      news.append(.freewheel(true))
    }
    freewheels = count
    if isFreewheeling, !isOn {
      isFreewheeling = false
      news.append(.freewheel(false))
    }
    return news
  }
}
