import Settings
import Sound

/// Runs `peach midi monitor`. Main thread.
final class MIDIMonitor {
  private let listening: ListeningRun
  private let settings: MIDISettings
  private var comparison: MIDIInterpreter?
  private var matching: MIDIInterpreter?
  private var gate = RateLimiter()

  init(_ context: CommandContext, settings: MIDISettings) {
    listening = ListeningRun(context)
    self.settings = settings
  }

  /// Shows what comes until the user ends it; returns the exit status. Throws `JackError`.
  func run() async throws -> Int32 {
    listening.onEvents = { [weak self] in self?.show($0, dropped: $1) }
    let status = try await listening.run { [self] listener in
      let rate = listener.sampleRate
      comparison = MIDIInterpreter(settings, for: .comparison, sampleRate: rate)
      matching = MIDIInterpreter(settings, for: .matching, sampleRate: rate)
    }
    showUnshown(gate.takeUnshown())
    return status
  }

  private func show(_ events: [HeardMIDI], dropped: Int) {
    gate.count(dropped: dropped)
    for event in events {
      // Every message counts for where the slider stands, shown or not.
      let message = MonitoredMIDI(
        seconds: event.seconds, bytes: event.bytes, size: event.size,
        comparison: comparison?.take(event), matching: matching?.take(event))
      let (isShown, unshown) = gate.admit(at: event.seconds)
      showUnshown(unshown)
      if isShown { listening.view.showMessage(message) }
    }
  }

  private func showUnshown(_ count: Int) {
    if count > 0 { listening.view.showUnshown(count) }
  }
}
