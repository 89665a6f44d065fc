import MainThread
import Realtime

/// What goes out at the MIDI output. The main thread decides; the process callback only sends.
extension JackEngine {
  /// The full names of the ports that were connected to the MIDI output when the server was last asked,
  /// without the engine's own MIDI input.
  public var controllers: [String] {
    keeper.peers(.controllers).filter { $0 != description.midiPort }
  }

  /// Sends a message in the next period that has room.
  ///
  /// - Parameter again: whether it is sent once more if it may have been lost, because of an xrun or because
  ///   the server did not use a new connection yet. Only for what shows a state, and not where the user's hand
  ///   may be.
  /// - Returns: whether it will be sent. It will not without a client, or if too many wait.
  @discardableResult
  public func send(_ message: ShortMIDIMessage, again: Bool) -> Bool {
    guard isRunning, push(message) else { return false }
    if again { recentMessages.record(message, at: ProgramClock.now) }
    return true
  }

  private func push(_ message: ShortMIDIMessage) -> Bool {
    memory.midiOut.pointee.ring.push(message)
  }

  /// A moment for a server to use a new connection, and between repetitions if one xrun follows another.
  private static let repetitionPause = Duration.milliseconds(100)

  /// Sends soon again what may have been lost.
  func repeatMessages() {
    guard !repetition.isRunning else { return }
    repetition.start(after: Self.repetitionPause) { [weak self] in self?.pushRecentMessages() }
  }

  private func pushRecentMessages() {
    guard isRunning else { return }
    for message in recentMessages.present(at: ProgramClock.now) where !push(message) { break }
  }

  /// How long the messages that wait may take to go out: a server may hang.
  private static let sendingLimit = Duration.milliseconds(500)

  /// Returns when the messages that wait have gone out, or when it is clear that they do not.
  public func sendWaitingMessages() async {
    guard isRunning, !recentMessages.present(at: ProgramClock.now).isEmpty || !areMessagesSent
    else { return }
    let deadline = ProgramClock.now + Self.sendingLimit
    var xruns: Int
    repeat {
      xruns = xrunCount
      while isRunning, !areMessagesSent, ProgramClock.now < deadline {
        try? await ProgramClock.sleep(for: .milliseconds(2))
      }
      // The client that receives them may run later in the same period.
      let period = Duration.seconds(Double(description.bufferSize) / sampleRate)
      try? await ProgramClock.sleep(for: min(period, .milliseconds(50)))
      if xrunCount != xruns { pushRecentMessages() }
    } while isRunning && xrunCount != xruns && ProgramClock.now < deadline
  }

  private var areMessagesSent: Bool { memory.midiOut.pointee.ring.isEmpty }

  private var xrunCount: Int { client.signals.pointee.xruns.load(ordering: .relaxed) }

  /// How many messages found no room and were not sent.
  public var droppedMIDI: Int { memory.midiOut.pointee.ring.droppedCount }

  /// Connects the inputs of controllers that match one of the patterns with the MIDI output, now and
  /// whenever one comes.
  public func connectControllers(matching patterns: [MIDISourcePattern]) async {
    _ = await keeper.connect(PortRule(.controllers, matching: patterns))
  }

  /// A motor begins to move the control that tunes: for a moment its messages say only where it is, and so
  /// does the first one after that.
  public func followMotor() { send(Command(.followMotor)) }
}
