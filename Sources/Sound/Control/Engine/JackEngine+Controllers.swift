import Realtime

/// What goes out at the MIDI output. The main thread decides; the process callback only sends.
extension JackEngine {
  /// The full names of the ports that were connected to the MIDI output when the server was last asked,
  /// without the engine's own MIDI input.
  public var controllers: [String] {
    keeper.presentControllers.filter { $0 != description.midiPort }
  }

  /// Sends a message in the next period that has room.
  ///
  /// - Returns: whether it will be sent. It will not without a client, or if too many wait.
  @discardableResult
  public func send(_ message: ShortMIDIMessage) -> Bool {
    isRunning && memory.midiOut.pointee.ring.push(message)
  }

  /// How long the messages that wait may take to go out: a server may hang.
  private static let sendingLimit = Duration.milliseconds(500)

  /// Returns when the messages that wait have gone out, or when it is clear that they do not.
  public func sendWaitingMessages() async {
    guard isRunning, !memory.midiOut.pointee.ring.isEmpty else { return }
    let deadline = ContinuousClock.now + Self.sendingLimit
    while isRunning, !memory.midiOut.pointee.ring.isEmpty, ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(2))
    }
    // Who receives them may run later in the same period.
    let period = Duration.seconds(Double(description.bufferSize) / sampleRate)
    try? await Task.sleep(for: min(period, .milliseconds(50)))
  }

  /// How many messages found no room and were not sent.
  public var droppedMIDI: Int { memory.midiOut.pointee.ring.droppedCount }

  /// Connects the inputs of controllers that match one of the patterns with the MIDI output, now and
  /// whenever one comes.
  public func connectControllers(matching patterns: [MIDISourcePattern]) async {
    await keeper.connectControllers(matching: patterns)
  }

  /// Forgets where the controls stand that move the slider: something else than the user's hand has moved
  /// them. The next message of a control says only where it is.
  public func forgetSlider() { _ = send(Command(.forgetSlider), isStop: false) }
}
