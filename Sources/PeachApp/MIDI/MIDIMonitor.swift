import Program
import Settings
import Sound
import Training

/// A run of `peach midi monitor`. Main thread.
final class MIDIMonitor {
  private let listening: ListeningRun
  private let settings: MIDISettings
  private var interpreters: [TrainingName: MIDIInterpreter] = [:]
  private var limiter = RateLimiter()

  init(_ context: CommandContext, settings: MIDISettings) {
    listening = ListeningRun(context)
    self.settings = settings
  }

  /// Shows each message until the user ends the run; returns the exit status. Throws `JackError`.
  func run() async throws -> Int32 {
    listening.onEvents = { [weak self] in self?.show($0, dropped: $1) }
    let status = try await listening.run { [self] listener in
      for training in TrainingName.answered {
        interpreters[training] = MIDIInterpreter(
          settings, for: training.controls, sampleRate: listener.sampleRate)
      }
    }
    showUnshown(limiter.flushUnshown())
    return status
  }

  private func show(_ events: [HeardMIDI], dropped: Int) {
    limiter.count(dropped: dropped)
    for event in events {
      // Every message counts for the slider's position, even if it is not shown.
      var meanings: [TrainingName: MIDIMeaning] = [:]
      for training in TrainingName.answered {
        meanings[training] = interpreters[training]?.handle(event)
      }
      let (isShown, unshown) = limiter.admit(at: event.seconds)
      showUnshown(unshown)
      if isShown { listening.view.showMessage(event, meanings: meanings) }
    }
  }

  private func showUnshown(_ count: Int) {
    if count > 0 { listening.view.showUnshown(count) }
  }
}

/// Lets a limited number of messages a second through and counts the others, so that a controller
/// that floods Peach neither fills the terminal nor keeps the user from ending the run. A value.
nonisolated struct RateLimiter {
  /// More than anybody plays by hand, and still not too much for a terminal.
  static let perSecond = 250

  private var second = 0
  private var shown = 0
  private var unshown = 0

  /// Whether to show a message and, if a new second has begun, how many were not shown before it.
  mutating func admit(at seconds: Double) -> (isShown: Bool, unshown: Int) {
    var reported = 0
    if Int(seconds) != second {
      reported = flushUnshown()
      second = Int(seconds)
      shown = 0
    }
    guard shown < Self.perSecond else {
      unshown += 1
      return (false, reported)
    }
    shown += 1
    return (true, reported)
  }

  /// Counts messages that were lost before they came here.
  mutating func count(dropped: Int) { unshown += dropped }

  /// Returns how many were not shown and have not been reported, and starts again from 0.
  mutating func flushUnshown() -> Int {
    defer { unshown = 0 }
    return unshown
  }
}
