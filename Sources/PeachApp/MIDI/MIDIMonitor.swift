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

/// A MIDI message as `peach midi monitor` shows it.
nonisolated struct MonitoredMIDI: Hashable, Sendable {
  /// Since the first one.
  let seconds: Double

  /// Its bytes, or the first three of more.
  let bytes: [UInt8]

  /// How many bytes it has.
  let size: Int

  /// What it means in each training, `nil` for nothing.
  let comparison: MIDIMeaning?
  let matching: MIDIMeaning?

  init(
    seconds: Double, bytes: [UInt8], size: Int, comparison: MIDIMeaning?, matching: MIDIMeaning?
  ) {
    self.seconds = seconds
    self.bytes = bytes
    self.size = size
    self.comparison = comparison
    self.matching = matching
  }
}

/// Lets so many messages a second through and counts the others, so that a controller that floods fills
/// no terminal and keeps nobody from ending Peach. A value.
nonisolated struct RateLimiter {
  /// More than a hand sends, and still as fast as anybody can read a line a screenful.
  static let perSecond = 250

  private var second = 0
  private var shown = 0
  private var unshown = 0

  /// Whether a message may be shown, and how many of the second before were not, when that is over.
  mutating func admit(at seconds: Double) -> (isShown: Bool, unshown: Int) {
    var told = 0
    if Int(seconds) != second {
      told = takeUnshown()
      second = Int(seconds)
      shown = 0
    }
    guard shown < Self.perSecond else {
      unshown += 1
      return (false, told)
    }
    shown += 1
    return (true, told)
  }

  /// Messages that were lost before they came here.
  mutating func count(dropped: Int) { unshown += dropped }

  /// How many were not shown and have not been told.
  mutating func takeUnshown() -> Int {
    defer { unshown = 0 }
    return unshown
  }
}
