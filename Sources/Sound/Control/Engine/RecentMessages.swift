import MainThread
import Realtime

/// The messages of the last seconds that may have to be sent again. JACK promises nothing for MIDI: a server
/// uses a new connection only from a later period on, and what is sent in a period with an xrun may reach
/// nobody. A value.
struct RecentMessages {
  /// How long a message is kept: news of an xrun can come late on a busy machine.
  static let lifetime = Duration.seconds(5)

  private var messages: [(message: ShortMIDIMessage, time: ProgramClock.Instant)] = []

  /// Keeps a message that has been sent, instead of an earlier one for the same control.
  mutating func record(_ message: ShortMIDIMessage, at time: ProgramClock.Instant) {
    messages.removeAll { $0.message.control == message.control || time - $0.time > Self.lifetime }
    messages.append((message, time))
  }

  /// The messages that are not older than ``lifetime``, in the order in which they were sent.
  mutating func present(at time: ProgramClock.Instant) -> [ShortMIDIMessage] {
    messages.removeAll { time - $0.time > Self.lifetime }
    return messages.map(\.message)
  }
}

extension ShortMIDIMessage {
  /// Equal for messages of which a later one replaces an earlier one: the same light, control, wheel or program.
  fileprivate var control: UInt16 {
    switch status & 0xF0 {
    case 0xC0, 0xE0: UInt16(status) << 8
    default: UInt16(status) << 8 | UInt16(first)
    }
  }
}
